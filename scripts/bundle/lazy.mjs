// Splits what most commands can do without into parts that are loaded when one of their functions is first used. The sources import these
// modules like any other; only the bundle of the command line differs.
// @ts-check

/**
 * Each part with the modules that belong to it; the first that fits counts. A module that runs while the others are loaded cannot be in
 * one: it would be loaded too early, and test/cli/loaded.test.ts would fail.
 * @type {readonly (readonly [name: string, modules: RegExp])[]}
 */
const PARTS = [
  ["toml", /^node_modules\/smol-toml\//],
  ["schema", /^node_modules\/@cfworker\/json-schema\//],
  ["explain", /^src\/explain\//],
  ["portable", /^src\/workspace\/(portable|handle_portable|path_proof)/],
  ["record", /^src\/(audit\/(?!join)|gate\/(record|noted_node)\.ts)/],
  ["gemini", /^src\/tools\/ls\/(?!(tool|walk_filter|definition)\.ts)/],
  ["search", /^src\/patterns\/(regex|line_|text_|unicode|required|symbols|char_reader)/],
  ["search", /^src\/tools\/edit\/search_text\/(?!(tool|fit|text)\.ts)/],
  ["rules", /^src\/patterns\//],
  ["rules", /^src\/discovery\/(compiled_rules|look_up|git_config|git_link|include|ignore_file|hide_all|hidden_paths)/],
  ["looking", /^src\/tools\/edit\/(?!tree\/)[a-z_]+\/(?!(tool|fit|text|walk_filter)\.ts)/],
  [
    "looking",
    /^src\/tools\/(looking\/(?!(walk_filter|page_text)\.ts)|marks\/(folder_view|executables)|resources\/media_type)/,
  ],
];

/** Commands that may run for days. They load all parts at once: a package that is replaced in the meantime must not mix with the old one. */
const LONG_LIVED = ["run_mcp", "run_call"];

/** @param {string} module a path from the root of the repository */
export function findPart(module) {
  return PARTS.find(([, modules]) => modules.test(module))?.[0] ?? null;
}

/** @type {import("rolldown").Plugin} */
export const loadPartsOnDemand = {
  name: "load-parts-on-demand",
  renderChunk(code, { name }) {
    const parts = [...new Set(PARTS.map(([part]) => part))];
    const lazy = parts.reduce(putOff, code);
    const eager = LONG_LIVED.includes(name) ? parts.map((part) => `require("./${part}.js");`).join(" ") : "";
    // Lines stay where they are, so the source map needs no change, except in columns.
    return { code: lazy + eager, map: null };
  },
};

/** Puts a `require` off to the first use of something in the part. @param {string} code @param {string} part */
function putOff(code, part) {
  const [name, call] = [`require_${part}`, `require("./${part}.js")`];
  if (!code.includes(`const ${name} = ${call};`)) return code;
  const getter = `get it() { const value = ${call}; Object.defineProperty(${name}, "it", { value }); return value; }`;
  return code
    .replaceAll(`${name}.`, `${name}.it.`)
    .replace(`const ${name} = ${call};`, `const ${name} = { ${getter} };`);
}
