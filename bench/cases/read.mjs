// @ts-check
// read_file: lines 1 to 200 of a small text and of a large one.

import { hold, readAndCount, writeLines } from "../floors.mjs";
import { geminiContestant, VERSIONS } from "../peers/gemini.mjs";
import { loadHandlers } from "../peers/server_filesystem.mjs";
import { callOf, expectBytes, openToolkit } from "../porthole.mjs";

/** @typedef {import("../types.d.ts").Case} Case */

/** @type {Case[]} */
export const readCases = [toReadCase("10k", "10 KB", 1.8, 1), toReadCase("1m", "1 MB", 1.3, 2)];

/** @param {string} name @param {string} size @param {number} atMost @param {number} atMostServer of the other server's time: it counts no lines @returns {Case} */
function toReadCase(name, size, atMost, atMostServer) {
  return {
    id: `read-${name}`,
    title: `read_file, lines 1–200 of ${size}`,
    meter: "cpu",
    goals: [
      { against: "same calls", atMost },
      { against: "server-filesystem", atMost: atMostServer },
      { against: "gemini", atMost: 1 },
    ],
    async prepare(bench) {
      const root = bench.tree("texts");
      const path = `${root}/${name}.txt`;
      const toolkit = openToolkit(root);
      const run = callOf(toolkit, "read_file", { path: `${name}.txt`, max_lines: 200 });
      const held = hold(root);
      const callServer = await loadHandlers(root);
      const gemini = VERSIONS.map(({ name: version, module, readParams }) =>
        geminiContestant(version, module, "read", root, readParams(path)),
      );
      return {
        contestants: [
          { name: "floor", run: () => readAndCount(path) },
          { name: "same calls", run: () => writeLines(held, `${name}.txt`, 200), check: expectBytes(await run()) },
          {
            name: "porthole",
            run,
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
