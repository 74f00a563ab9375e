// @ts-check
// read_file: lines 1 to 200 of a small text and of a large one.

import { readAndCount, readHeldAndCount } from "../floors.mjs";
import { geminiCall, loadGemini, VERSIONS } from "../peers/gemini.mjs";
import { loadHandlers } from "../peers/server_filesystem.mjs";
import { callOf, openToolkit } from "../porthole.mjs";

/** @typedef {import("../types.d.ts").Case} Case */

/** @type {Case[]} */
export const readCases = [toReadCase("10k", "10 KB"), toReadCase("1m", "1 MB")];

/** @param {string} name @param {string} size @returns {Case} */
function toReadCase(name, size) {
  return {
    id: `read-${name}`,
    title: `read_file, lines 1–200 of ${size}`,
    meter: "cpu",
    goals: [
      { against: "floor", atMost: 1.5 },
      { against: "same calls", atMost: 1.5 },
      { against: "server-filesystem", atMost: 1 },
      { against: "gemini", atMost: 1 },
    ],
    async prepare(bench) {
      const root = bench.tree("texts");
      const path = `${root}/${name}.txt`;
      const toolkit = openToolkit(root);
      const callServer = await loadHandlers(root);
      const gemini = await Promise.all(
        VERSIONS.map(async ({ name: version, module, readParams }) => {
          const { read } = await loadGemini(module, root);
          return { name: version, run: geminiCall(read, readParams(path)) };
        }),
      );
      return {
        contestants: [
          { name: "floor", run: () => readAndCount(path) },
          { name: "same calls", run: () => readHeldAndCount(path) },
          {
            name: "porthole",
            run: callOf(toolkit, "read_file", { path: `${name}.txt`, max_lines: 200 }),
            check: (answer) => {
              if (JSON.parse(String(answer)).meta.returned_line_count !== 200) throw new Error("not 200 lines");
            },
          },
          {
            name: "server-filesystem",
            differs: "does not say how many lines there are",
            run: () => callServer("read_text_file", { path, head: 200 }),
          },
          ...gemini,
        ],
        close: () => toolkit.close(),
      };
    },
  };
}
