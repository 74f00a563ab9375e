// @ts-check
// `porthole tree .` as a process, compared with a process that does nothing.

import { fileURLToPath } from "node:url";
import { nativeContestants, runProcess } from "../peers/native.mjs";

/** @typedef {import("../types.d.ts").Case} Case */

const PORTHOLE = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** @type {Case[]} */
export const processCases = [
  {
    id: "cli-tree",
    title: "`porthole tree .` as a process, on S",
    meter: "wall",
    goals: [{ against: "floor", atMost: 1.75 }],
    async prepare(bench) {
      const root = bench.tree("S");
      const node = process.execPath;
      return {
        contestants: [
          { name: "floor", differs: "node -e 0", run: () => runProcess(node, ["-e", "0"], root) },
          { name: "porthole", run: () => runProcess(node, [PORTHOLE, "tree", "."], root) },
          ...nativeContestants(root, 3, 100),
        ],
      };
    },
  },
];
