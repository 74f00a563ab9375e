// Random calls, mostly valid, with wrong names, ids, arguments and contexts: each part is valid most of the time, so that the wrong ones
// get as far as possible.
// @ts-check

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
const GLOBS = [
  "**",
  "names/**",
  "*.txt",
  "**/*.log",
  `${"*a".repeat(80)}*b`,
  `${"**/a/".repeat(300)}b`,
  "{a,b}".repeat(9),
];
const NO_GLOBS = ["{1..999999}", "[", "a]", "", "\0", "{".repeat(40), "x".repeat(5000), "{a,b}".repeat(14)];

const PATTERNS = [
  ".",
  "secret|SECRET",
  "^$",
  "(?i)[a-z]+",
  "(a+)+b$",
  "a[ab]{900}[^ab]",
  "\\p{Lu}|\\x00",
  "(a){2000}",
  "(",
  "(?=a)",
  "",
  "\n",
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
  const args = { ...randomSubject(random, world, toolName), ...randomOptions(random) };
  if (random.happens(0.03)) delete args.path;
  if (random.happens(0.05))
    args[random.pick(["extra", "__proto__", "constructor", "toJSON", ""])] = randomValue(random, 3);
  return args;
}

/** @param {Random} random @param {World} world @param {unknown} toolName */
function randomSubject(random, world, toolName) {
  if (toolName === "search_text") return { path: randomPath(random, world), ...randomSearch(random) };
  if (toolName !== "read_files") return { path: randomPath(random, world) };
  const count = random.pick([0, 1, 1, 2, 3, 5, 20, 21]);
  return { paths: random.happens(0.95) ? Array.from({ length: count }, () => randomPath(random, world)) : "f" };
}

/** @param {Random} random */
function randomSearch(random) {
  const pattern = random.happens(0.9)
    ? random.pick(PATTERNS)
    : random.happens(0.5)
      ? random.text(30)
      : randomValue(random, 1);
  return {
    pattern,
    ...(random.happens(0.2) ? { literal: random.happens(0.5), ignore_case: random.happens(0.5) } : {}),
    ...(random.happens(0.3) ? { mode: random.pick(["lines", "files", "files", "count"]) } : {}),
    ...(random.happens(0.3) ? { context_lines: random.pick([0, 1, 10, 11, -1]) } : {}),
    ...(random.happens(0.2) ? { include: [random.pick(GLOBS)] } : {}),
  };
}

/** @param {Random} random @param {World} world */
function randomPath(random, { root, paths, directories }) {
  const known = random.pick(random.happens(0.5) ? directories : paths);
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

/** @param {Random} random */
function randomOptions(random) {
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
  const wanted = Object.entries(makers).filter(() => random.happens(0.1));
  return Object.fromEntries(wanted.map(([name, make]) => [name, make()]));
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

/**
 * Any JSON value, and with it what makes parsers fall over.
 * @param {Random} random
 * @param {number} depth
 * @returns {unknown}
 */
function randomValue(random, depth) {
  const kind = random.below(depth > 0 ? 10 : 6);
  if (kind === 0) return random.pick([null, true, false, 0, -0, 1e308, -1.5]);
  if (kind < 4) return random.text(20);
  if (kind === 4) return random.pick(["x", "\u001b", "\ud800", '"']).repeat(random.pick([100, 10_000, 300_000]));
  if (kind === 5) return random.below(1000);
  if (kind === 6) return nest(random.pick([10, 1000, 20_000]), random.happens(0.5));
  if (kind === 7) return JSON.parse('{"__proto__":{"path":"."},"constructor":{"prototype":{"path":"."}}}');
  const values = Array.from({ length: random.below(4) }, () => randomValue(random, depth - 1));
  return kind === 8 ? values : Object.fromEntries(values.map((value) => [random.text(8), value]));
}

/** @param {number} depth @param {boolean} isArray */
function nest(depth, isArray) {
  /** @type {unknown} */
  let value = 1;
  for (let i = 0; i < depth; i++) value = isArray ? [value] : { a: value };
  return value;
}

/** @returns {never} */
function fail() {
  throw new Error("a getter that throws");
}

/**
 * What only a program can pass, never JSON.
 * @param {Random} random
 * @returns {unknown}
 */
export function randomAlien(random) {
  /** @type {Record<string, unknown>} */
  const cycle = { path: "." };
  cycle.self = cycle;
  const thrower = Object.defineProperty({}, "path", { enumerable: true, get: fail });
  return random.pick([
    undefined,
    5n,
    () => {},
    Symbol("x"),
    cycle,
    thrower,
    { path: 5n },
    new Map(),
    new Date(Number.NaN),
  ]);
}
