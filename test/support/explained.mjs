// Compares what `explain` says about paths with what each tool really does: in a walk, and by name. `library` is src/lib.ts, or dist/lib.js
// in a process that only runs JavaScript.
// @ts-check

import { chmodSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";

/** @typedef {typeof import("../../src/lib.ts")} Library */
/** @typedef {import("../../src/lib.ts").AgentToolkit} Toolkit */
/**
 * @typedef {object} Workspace
 * @property {Omit<import("../../src/lib.ts").AgentToolkitOptions, "dialect">} options
 * @property {readonly string[]} paths to ask about
 * @property {(path: string, explanation: import("../../src/lib.ts").Explanation) => void} [onExplained] gets each explanation
 * @property {readonly (readonly [path: string, mode: number])[]} [modes] permissions to set once it is open, folders last
 */
/** @typedef {{ path: string, tool: string, said: string, done: string }} Contradiction */
/** The paths that walks showed, and the folders from which a walk was possible. @typedef {{ shown: Set<string>, starts: Set<string> }} Walked */

// The tools show at most so many entries; the random workspaces are far smaller.
const ALL = { max_entries: 1000 };

/** @param {Library} library @param {Workspace} workspace @returns {Promise<Contradiction[]>} */
export async function findContradictions({ createAgentToolkit }, workspace) {
  const { options, paths, onExplained = () => {}, modes = [] } = workspace;
  const toolkit = createAgentToolkit({ ...options, dialect: "forge" });
  try {
    for (const [path, mode] of modes) chmodSync(join(options.workspaceRoot, path), mode);
    const inTree = await walkFrom(options, (start) => walkTree(toolkit, start, options));
    const inSearch = await walkFrom(options, (start) => walkSearch(toolkit, start));
    const inFiles = await walkFrom(options, (start) => walkFiles(toolkit, start));
    const inList = await walkFrom(options, (start) => walkList(toolkit, start));
    /** @type {Contradiction[]} */
    const found = [];
    for (const path of paths) {
      const explanation = await toolkit.explain(path);
      onExplained(path, explanation);
      const { tools, kind, denied_by } = explanation;
      /** @param {string} tool @param {string} done */
      const compare = (tool, done) => {
        const answer = tools[tool];
        const said = `${answer?.word === "refused" ? (tool === "search_text" ? "not searched" : "hidden") : answer?.word}, ${answer?.by_name?.word}`;
        if (said !== done) found.push({ path, tool, said, done });
        if (!answer?.word.match(/shown|readable|^searched/) && !answer?.reason)
          found.push({ path, tool, said, done: "a reason" });
      };
      const [tree, listing, files, read, searched] = await askByName(toolkit, path);
      const entry = isAbsolute(path) ? relative(options.workspaceRoot, path) || "." : path;
      compare("tree", `${wordOf(inTree, entry)}, ${tree}`);
      compare("list_directory", `${wordOf(inList, entry)}, ${listing}`);
      compare("list_files", `${wordOf(inFiles, entry)}, ${files}`);
      // Its answers do not show which folders it enters. Names that are not UTF-8 may belong to folders.
      if (kind !== "directory" && !entry.includes("\ufffd")) {
        const word = inSearch.shown.has(entry) || inSearch.starts.has(entry) ? "searched" : "not searched";
        compare("search_text", `${word}, ${searched}`);
      }
      const denial = await findDenial(toolkit, path);
      if (denial !== null && (denied_by === null || !denial.includes(toWords(denied_by))))
        found.push({ path, tool: "denied_by", said: JSON.stringify(denied_by), done: denial });
      if (denied_by !== null && read === "answered")
        found.push({ path, tool: "denied_by", said: "denied", done: "read" });
      compare("read_file", `${read === "answered" ? "readable" : "hidden"}, ${read}`);
      compare("read_files", `${read === "answered" ? "readable" : "hidden"}, ${read}`);
    }
    return found;
  } finally {
    for (const [path] of modes.toReversed()) chmodSync(join(options.workspaceRoot, path), 0o755);
    toolkit.close();
  }
}

/** The refusal of a path that is denied; null for anything else. @param {Toolkit} toolkit @param {string} path */
async function findDenial(toolkit, path) {
  const outcome = await toolkit.readFile(path);
  return outcome.status === "denied" && outcome.error.message.includes(" is denied") ? outcome.error.message : null;
}

/** How a refusal names it. @param {import("../../src/lib.ts").Denial} denial */
function toWords(denial) {
  if (denial.source !== "portholeignore") return `the pattern ${JSON.stringify(denial.pattern)}`;
  return denial.problem ?? `.portholeignore line ${denial.line}`;
}

/** The start of a walk counts as shown. @param {Walked} walked @param {string} path */
function wordOf({ shown, starts }, path) {
  return shown.has(path) || starts.has(path) ? "shown" : "hidden";
}

/**
 * @param {Toolkit} toolkit
 * @param {string} path
 */
async function askByName(toolkit, path) {
  const { readFile, tree, listDirectory, listFiles, searchText } = toolkit;
  const outcomes = await Promise.all([
    tree(path),
    listDirectory(path),
    listFiles(path),
    readFile(path),
    searchText(path, { pattern: "" }),
  ]);
  return outcomes.map(({ status }) => (status === "success" ? "answered" : "refused"));
}

/**
 * @param {Workspace["options"]} options
 * @param {(start: string) => Promise<string[] | null>} walk null if the start is refused
 * @returns {Promise<Walked>}
 */
async function walkFrom({ allowedRoots }, walk) {
  const shown = new Set();
  const starts = new Set();
  for (const start of allowedRoots ?? ["."]) {
    const found = await walk(start);
    if (found === null) continue;
    starts.add(start);
    for (const path of found) shown.add(path);
  }
  return { shown, starts };
}

/** @param {Toolkit} toolkit @param {string} start @param {Workspace["options"]} options */
async function walkTree({ tree }, start, { config }) {
  const max_depth = config?.tools?.tree?.max_depth ?? 12;
  const answer = await tree(start, { ...ALL, entry_kind: "all", max_depth });
  if (answer.status !== "success") return null;
  /** @param {import("../../src/lib.ts").TreeEntry} node @returns {string[]} */
  const pathsOf = (node) => [node.path, ...((node.kind === "directory" && node.children) || []).flatMap(pathsOf)];
  return pathsOf(answer.data.root);
}

/** Files without a line are searched as well, and have nothing to show: the random workspaces have none. @param {Toolkit} toolkit @param {string} start */
async function walkSearch({ searchText }, start) {
  const answer = await searchText(start, { pattern: "", mode: "files", max_results: 1000 });
  return answer.status === "success" ? answer.data.files.map(({ path }) => path) : null;
}

/** @param {Toolkit} toolkit @param {string} start */
async function walkList(toolkit, start) {
  // White space at the ends of an argument is dropped.
  const answer = await toolkit.invoke("list_directory", { path: `./${start}/.`, recursive: true });
  if (answer.status !== "success") return null;
  const { entries } = /** @type {import("../../src/lib.ts").ListDirectoryOutput} */ (answer.data);
  return entries.map(({ path }) => join(start, path));
}

/** @param {Toolkit} toolkit @param {string} start */
async function walkFiles({ listFiles }, start) {
  const answer = await listFiles(start, { entry_kind: "all", max_results: 1000 });
  return answer.status === "success" ? answer.data.paths.map((path) => path.replace(/\/$/, "")) : null;
}
