// The requests of a crowd of clients: all tools and resources, each as often as its weight says. The folder is that of served.mjs.
// @ts-check

/** @typedef {readonly [method: string, params: object]} Asked */

/** @param {string} name @param {object} args @returns {Asked} */
const tool = (name, args) => ["tools/call", { name, arguments: args }];
const folderOf = (/** @type {number} */ n) => `d${n % 40}`;
const fileOf = (/** @type {number} */ n) => `${folderOf(n)}/f${n % 25}.txt`;

const ALL_TEXTS = { exclude: ["huge"] };

/** @type {readonly { name: string, weight: number, make: (n: number) => Asked }[]} */
const REQUESTS = [
  { name: "read_file", weight: 35, make: (n) => tool("read_file", { path: fileOf(n) }) },
  {
    name: "read_files",
    weight: 10,
    make: (n) => tool("read_files", { paths: Array.from({ length: 5 }, (_, i) => fileOf(n + i)) }),
  },
  { name: "list_directory", weight: 15, make: (n) => tool("list_directory", { path: folderOf(n) }) },
  { name: "tree", weight: 10, make: (n) => tool("tree", { path: folderOf(n), entry_kind: "all" }) },
  { name: "list_files", weight: 8, make: (n) => tool("list_files", { path: folderOf(n), pattern: `f${n % 25}.*` }) },
  {
    name: "list_files, 21,000 entries",
    weight: 1,
    make: (n) => tool("list_files", { pattern: `f${n % 25}.txt`, max_results: 50 }),
  },
  {
    name: "search_text",
    weight: 8,
    make: (n) => tool("search_text", { path: folderOf(n), pattern: "line \\w+ text$" }),
  },
  {
    name: "search_text, 1,000 files",
    weight: 2,
    make: () => tool("search_text", { ...ALL_TEXTS, pattern: "nowhere" }),
  },
  { name: "tree of 20,000 entries", weight: 1, make: () => tool("tree", { path: "huge", entry_kind: "all" }) },
  { name: "resources/list", weight: 4, make: () => ["resources/list", {}] },
  { name: "resources/read", weight: 5, make: (n) => ["resources/read", { uri: `porthole:///${fileOf(n)}` }] },
];
/** Each as often as its weight says. */
const BY_WEIGHT = REQUESTS.flatMap((one) => Array.from({ length: one.weight }, () => one));

/** @param {import("../../test/hardening/support/random.mjs").Random} random */
export function pickRequest(random) {
  const { name, make } = random.pick(BY_WEIGHT);
  return { name, asked: make(random.below(1000)) };
}

/** A small read, for the probe. */
export const PROBE = /** @type {const} */ (["read_file", { path: "d0/f0.txt" }]);

/** Opens 21,000 files, and rests many times. */
export const SLOW = /** @type {const} */ (["search_text", { pattern: "nowhere at all" }]);

/** Leads out of the folder. */
export const REFUSED = tool("read_file", { path: "../outside" });
