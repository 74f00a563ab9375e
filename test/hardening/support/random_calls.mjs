// Random calls, mostly valid, with wrong names, ids, arguments and contexts: each part is valid most of the time, so that the wrong ones
// get as far as possible.
// @ts-check

import { GLOBS, NO_GLOBS, randomExpression } from "./random_patterns.mjs";
import { randomValue } from "./random_values.mjs";

/** @typedef {import("./random.mjs").Random} Random */
/** @typedef {import("./hostile_tree.mjs").World} World */

const TOOLS = ["tree", "read_file", "list_directory", "list_files", "search_text", "read_files"];
const OTHER_TOOLS = [
  "",
  "none",
  "Tree",
  "tree ",
  "tree\0",
  "__proto__",
  "constructor",
  "toString",
  "x".repeat(100_000),
];
const BUDGETS = [0, 1, 24, 60, 100, 255, 256, 257, 300, 400, 600, 1000, 4096, 65_536, 1_000_000];
const ODD_NUMBERS = [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "100", true, {}, []];
const WINDOWS = [
  "C:\\Windows",
  "C:names",
  "\\\\server\\share",
  "names\\plain.txt",
  "//?/C:/",
  "NUL",
  "names/plain.txt::$DATA",
];
const ESCAPES = [
  "..",
  "../beyond/secret.txt",
  "names/../../ws2/secret.txt",
  "./../ws/names",
  "/",
  "/etc/passwd",
  "~",
  "/proc/self/environ",
];
/**
 * @param {Random} random
 * @param {World} world
 * @param {string} id
 * @returns {unknown}
 */
export function randomCall(random, world, id) {
  if (random.happens(0.01)) return randomValue(random, 3);
  const toolName = randomName(random);
  const call = {
    id: random.happens(0.97) ? id : randomId(random),
    name: toolName,
    arguments: randomArguments(random, world, toolName),
  };
  if (random.happens(0.99)) return call;
  const { name, ...rest } = call;
  return random.happens(0.5) ? rest : { name };
}

/** @param {Random} random */
function randomId(random) {
  return random.pick(["", null, 5, "x".repeat(10_000), "\ud800", "a\nb", {}, "same", "same"]);
}

/** @param {Random} random */
function randomName(random) {
  if (random.happens(0.95)) return random.pick(TOOLS);
  return random.happens(0.8) ? random.pick(OTHER_TOOLS) : randomValue(random, 1);
}

/** @param {Random} random @param {World} world @param {unknown} toolName */
function randomArguments(random, world, toolName) {
  if (random.happens(0.03)) return randomValue(random, 4);
  /** @type {Record<string, unknown>} */
  const args = { ...randomSubject(random, world, toolName), ...randomOptions(random, toolName) };
  if (random.happens(0.03)) delete args.path;
  if (random.happens(0.05))
    args[random.pick(["extra", "__proto__", "constructor", "toJSON", ""])] = randomValue(random, 3);
  return args;
}

/** @param {Random} random @param {World} world @param {unknown} toolName */
function randomSubject(random, world, toolName) {
  const path = () => randomPath(random, world, toolName === "read_file" || toolName === "read_files" ? 0.1 : 0.7);
  if (toolName === "search_text") return { path: path(), ...randomSearch(random) };
  if (toolName !== "read_files") return { path: path() };
  const count = random.pick([0, 1, 1, 2, 3, 5, 20, 21]);
  return { paths: random.happens(0.95) ? Array.from({ length: count }, path) : "f" };
}

/** @param {Random} random */
function randomSearch(random) {
  return {
    pattern: random.happens(0.97) ? randomExpression(random) : randomValue(random, 1),
    ...randomSearchOptions(random),
    ...(random.happens(0.01) ? { mode: "count", context_lines: random.pick([11, -1]) } : {}),
  };
}

/** @param {Random} random */
function randomSearchOptions(random) {
  return {
    ...(random.happens(0.2) ? { literal: random.happens(0.5), ignore_case: random.happens(0.5) } : {}),
    ...(random.happens(0.3) ? { mode: random.pick(["lines", "files", "files"]) } : {}),
    ...(random.happens(0.3) ? { context_lines: random.pick([0, 1, 10]) } : {}),
    ...(random.happens(0.2) ? { include: [random.pick(GLOBS)] } : {}),
  };
}

/**
 * A call whose answer may have several pages. A plain one has no arguments but the path and the pattern, and how many results there may be.
 * @param {Random} random
 * @param {World} world
 * @returns {{ name: "list_files" | "search_text", args: { path: string, pattern: string, max_results: number }, isPlain: boolean }}
 */
export function randomPage(random, { directories }) {
  const name = random.pick(/** @type {const} */ (["list_files", "search_text"]));
  const isPlain = random.happens(0.5);
  const options = name === "list_files" ? { entry_kind: random.pick(["file", "all"]) } : randomSearchOptions(random);
  const hidden = { include_hidden: random.happens(0.5), include_ignored: random.happens(0.5) };
  return {
    name,
    isPlain,
    args: {
      path: randomDirectory(random, directories),
      pattern:
        name === "list_files"
          ? random.pick(["**", "*", "*.txt", "*a*", "**/d/**"])
          : random.pick(["a", ".", "x|1", "\\d"]),
      max_results: random.pick([1, 1, 2, 3, 7, 40]),
      ...(isPlain ? {} : { ...options, ...hidden }),
    },
  };
}

/** The dearest ones less often, so that there is time for more calls. @param {Random} random @param {readonly string[]} directories */
function randomDirectory(random, directories) {
  const picked = random.pick(directories);
  return (picked === "." || picked === "wide") && random.happens(0.7) ? random.pick(directories) : picked;
}

/** @param {Random} random @param {World} world @param {number} [directoryShare] */
export function randomPath(random, { root, paths, directories }, directoryShare = 0.5) {
  const known = random.happens(directoryShare) ? randomDirectory(random, directories) : random.pick(paths);
  const kind = random.below(100);
  if (kind < 55) return known;
  if (kind < 65) return `${root}/${known}`;
  if (kind < 68) return root;
  if (kind < 72) return `${known}/${random.pick(paths)}`;
  if (kind < 76) return `${root}/../${random.pick(["beyond/secret.txt", "ws2", "ws2/secret.txt", "."])}`;
  if (kind < 82) return random.pick(ESCAPES);
  if (kind < 86) return random.pick(WINDOWS);
  if (kind < 89) return ` ${known}\t`;
  if (kind < 92) return random.text(30);
  if (kind < 94) return random.pick(["a/", "../", "./", "x"]).repeat(random.pick([10, 3000, 50_000, 200_000]));
  if (kind < 96) return random.pick(["", " ", "\0", "a\0b", "\ud800", "names/\udc00", "\ufeff."]);
  return randomValue(random, 2);
}

/** Besides the path. @type {Readonly<Record<string, readonly string[]>>} */
const OPTIONS = {
  tree: ["max_depth", "max_entries", "entry_kind", "include_hidden", "exclude"],
  list_directory: ["max_depth", "max_entries", "include_hidden", "recursive", "include_files", "include_dirs"],
  read_file: ["start_line", "max_lines"],
  read_files: ["max_lines"],
  list_files: ["pattern", "entry_kind", "include_hidden", "include_ignored", "max_results", "after"],
  search_text: ["exclude", "include_hidden", "include_ignored", "max_results", "after"],
};

/** Mostly those of the tool: on the command line others are refused. @param {Random} random @param {unknown} toolName */
function randomOptions(random, toolName) {
  const number = () =>
    random.happens(0.93) ? random.pick([1, 1, 2, 3, 5, 12, 0, 50, 500, 1000]) : random.pick(ODD_NUMBERS);
  const flag = () => (random.happens(0.9) ? random.happens(0.5) : randomValue(random, 1));
  const globs = () =>
    random.happens(0.9)
      ? Array.from({ length: random.below(4) }, () => random.pick(random.happens(0.9) ? GLOBS : NO_GLOBS))
      : randomValue(random, 2);
  /** @type {Readonly<Record<string, () => unknown>>} */
  const makers = {
    max_depth: number,
    max_entries: number,
    start_line: number,
    max_lines: number,
    entry_kind: () => (random.happens(0.9) ? random.pick(["all", "directory"]) : randomValue(random, 1)),
    include_hidden: flag,
    recursive: flag,
    include_files: flag,
    include_dirs: flag,
    exclude: globs,
    include_ignored: flag,
    max_results: number,
    pattern: () => random.pick(random.happens(0.9) ? GLOBS : NO_GLOBS),
    after: () => random.pick(["", "x", "eDo6YQ", Buffer.from("0:0:../../x").toString("base64url"), 5]),
    ignore: globs,
    file_filtering_options: () => ({ respect_git_ignore: flag(), respect_gemini_ignore: flag() }),
  };
  const own = (Object.hasOwn(OPTIONS, String(toolName)) && OPTIONS[String(toolName)]) || [];
  const [ownShare, otherShare] = random.happens(0.9) ? [0.25, 0] : [0.1, 0.1];
  const wanted = Object.entries(makers).filter(([name]) => random.happens(own.includes(name) ? ownShare : otherShare));
  return Object.fromEntries(wanted.map(([name, make]) => [name, make()]));
}

/**
 * A call without mistakes, except that its path may be missing or of the wrong kind.
 * @param {Random} random
 * @param {World} world
 * @param {string} id
 */
export function validCall(random, { paths, directories }, id) {
  const name = random.pick(TOOLS);
  const files = paths.filter((path) => !directories.includes(path));
  const path = () => random.pick(name.startsWith("read") ? files : directories);
  /** @type {Readonly<Record<string, () => object>>} */
  const subjects = {
    read_files: () => ({ paths: Array.from({ length: 1 + random.below(5) }, path) }),
    search_text: () => ({
      path: path(),
      pattern: random.pick(["a", "needle", "^$", "[a-z]+ "]),
      ...randomSearchOptions(random),
    }),
  };
  const number = () => random.pick([1, 2, 3, 5, 12, 50]);
  const flag = () => random.happens(0.5);
  const exclude = () => [random.pick(GLOBS)];
  /** @type {Readonly<Record<string, Readonly<Record<string, () => unknown>>>>} */
  const options = {
    tree: { entry_kind: () => "all", max_depth: number, max_entries: number, include_hidden: flag, exclude },
    list_directory: {
      recursive: flag,
      max_depth: number,
      max_entries: number,
      include_hidden: flag,
      include_files: flag,
    },
    read_file: { start_line: number, max_lines: number },
    read_files: { max_lines: number },
    list_files: {
      pattern: () => random.pick(["*", "**/*.ts", "src/**"]),
      include_hidden: flag,
      include_ignored: flag,
      max_results: number,
    },
    search_text: { include_hidden: flag, include_ignored: flag, exclude, max_results: number },
  };
  const wanted = Object.entries(options[name] ?? {}).filter(() => random.happens(0.4));
  const subject = subjects[name]?.() ?? { path: path() };
  return { id, name, arguments: { ...subject, ...Object.fromEntries(wanted.map(([key, make]) => [key, make()])) } };
}

/**
 * What a caller may say about a call. Mostly nothing.
 * @param {Random} random
 * @returns {Record<string, unknown>}
 */
export function randomContext(random) {
  const budget = () => (random.happens(0.93) ? random.pick(BUDGETS) : random.pick(ODD_NUMBERS));
  return {
    ...(random.happens(0.4) ? { max_output_bytes: budget() } : {}),
    ...(random.happens(0.2) ? { available_capacity_bytes: budget() } : {}),
    ...(random.happens(0.03) ? { timeout_ms: random.pick([0, 1, 1e12]) } : {}),
  };
}
