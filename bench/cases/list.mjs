// @ts-check
// list_directory: 30 and 1,000 entries with size and time, and the first 100 of 200,000.

import { hold, listWithMetadata, passOver, writeList } from "../floors.mjs";
import { geminiContestant, VERSIONS } from "../peers/gemini.mjs";
import { globListContestants } from "../peers/globs.mjs";
import { loadHandlers } from "../peers/server_filesystem.mjs";
import { callOf, expectBytes, expectField, openToolkit } from "../porthole.mjs";

/** @typedef {import("../types.d.ts").Case} Case */
/** @typedef {import("../types.d.ts").Contestant} Contestant */

// It prints padded names, rounded sizes and no times, but reads size and time from the system.
const SERVER_DIFFERS = "size rounded, no time in the answer";
const GEMINI_DIFFERS = "asks for size and time, and gives neither (0.61: the size)";

/** @type {Case[]} */
export const listCases = [
  toListCase(30, [
    { against: "same calls", atMost: 1.6 },
    { against: "server-filesystem", atMost: 1 },
    { against: "gemini", atMost: 1 },
    { against: "fast-glob", atMost: 1 },
  ]),
  toListCase(1000, [
    { against: "same calls", atMost: 1.4 },
    { against: "server-filesystem", atMost: 1 / 3 },
    { against: "gemini-cli-core 0.5", atMost: 1 / 1.5 },
    { against: "fast-glob", atMost: 1 },
  ]),
  toWideCase("tree", { path: ".", entry_kind: "all", max_entries: 100 }),
  toWideCase("list_directory", { path: ".", max_entries: 100 }),
];

/** @param {number} entries @param {Case["goals"]} goals @returns {Case} */
function toListCase(entries, goals) {
  return {
    id: `list-${entries}`,
    title: `list_directory, ${entries.toLocaleString("en")} entries with size and mtime`,
    meter: "cpu",
    goals,
    async prepare(bench) {
      const root = bench.tree("lists");
      const path = `${root}/${entries}`;
      const toolkit = openToolkit(root, { list_directory: { max_entries: 1000 } });
      const run = callOf(toolkit, "list_directory", { path: String(entries) });
      const held = hold(root);
      return {
        contestants: [
          { name: "floor", run: () => listWithMetadata(path), check: expectCount(entries) },
          { name: "same calls", run: () => writeList(held, String(entries), 1000), check: expectBytes(await run()) },
          { name: "porthole", run, check: expectField("returned", entries) },
          ...(await listPeers(root, path, entries)),
        ],
        close: () => toolkit.close(),
      };
    },
  };
}

/** @param {string} tool @param {Record<string, unknown>} args @returns {Case} */
function toWideCase(tool, args) {
  return {
    id: `wide-${tool === "tree" ? "tree" : "list"}`,
    title: `${tool}, first 100 of 200,000 entries`,
    meter: "cpu",
    goals: [
      { against: "floor", atMost: 1.1 },
      { against: "server-filesystem", atMost: 1 },
      { against: "gemini", atMost: 1 },
      { against: "fdir", atMost: 1 },
      { against: "tinyglobby", atMost: 1 },
      { against: "fast-glob", atMost: 1 },
    ],
    async prepare(bench) {
      const root = bench.tree("W");
      const toolkit = openToolkit(root);
      const check = tool === "tree" ? expectField("scanned_entries", 100) : expectField("returned", 100);
      return {
        contestants: [
          // Node's default of 32 names for each turn is a tenth slower.
          {
            name: "floor",
            differs: "one opendirSync pass",
            run: () => passOver(root, 1024),
            check: expectCount(200_000),
          },
          { name: "porthole", run: callOf(toolkit, tool, args), check },
          ...(await listPeers(root, root, 200_000)).map((peer) => ({ ...peer, maxRounds: 3 })),
        ],
        close: () => toolkit.close(),
      };
    },
  };
}

/** @param {string} root @param {string} path @param {number} entries @returns {Promise<Contestant[]>} */
async function listPeers(root, path, entries) {
  const callServer = await loadHandlers(root);
  const isWide = entries > 1000;
  /** @type {Contestant[]} */
  const peers = [
    {
      name: "server-filesystem",
      differs: isWide ? "no limit; names and kinds only" : SERVER_DIFFERS,
      run: () => callServer(isWide ? "list_directory" : "list_directory_with_sizes", { path }),
    },
  ];
  for (const { name, module, listParams } of VERSIONS) {
    // The new one takes half a minute for 200,000.
    if (isWide && module !== "gemini-cli-core-0.5") continue;
    const differs = isWide ? "no limit" : GEMINI_DIFFERS;
    peers.push({ ...geminiContestant(name, module, "ls", root, listParams(path)), differs });
  }
  return [...peers, ...(await globListContestants(path, entries))];
}

/** @param {number} expected */
function expectCount(expected) {
  return (/** @type {unknown} */ found) => {
    if (found !== expected) throw new Error(`the floor counted ${found}, not ${expected}`);
  };
}
