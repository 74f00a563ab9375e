// Splits what most commands can do without into parts that are loaded when one of their functions is first used. The sources import these
// modules like any other; only the bundle of the command line differs.
// @ts-check

/**
 * Each part with the modules that belong to it; the first that fits counts. A module that runs while the others are loaded cannot be in
 * one: it would be loaded too early, and test/cli/loaded.test.ts would fail.
 * @type {readonly (readonly [name: string, modules: RegExp])[]}
 */
const PARTS = [
  ["config", /^node_modules\/smol-toml\//],
  ["config", /^src\/config\/(load|locate|error|validate)\.ts/],
  ["schema", /^src\/gate\/spec_rules\.ts/],
  ["schema", /^node_modules\/@cfworker\/json-schema\//],
  ["explain", /^src\/explain\//],
  ["portable", /^src\/workspace\/(portable|handle_portable|path_proof)/],
  ["record", /^src\/(audit\/(?!join)|gate\/(record|noted_node)\.ts)/],
  ["gemini", /^src\/tools\/ls\//],
  ["search", /^src\/patterns\/(regex|line_|text_|unicode|required|symbols|char_reader)/],
  ["search", /^src\/tools\/edit\/search_text\//],
  ["rules", /^src\/patterns\//],
  ["rules", /^src\/discovery\/(compiled_rules|look_up|git_config|git_link|include|ignore_file|hide_all|hidden_paths)/],
  ["rules", /^src\/(workspace\/user_files|security\/denied_globs)\.ts/],
  ["text", /^src\/tools\/(edit\/(\w+\/text|tree\/left_out|file_text)|looking\/page_text)\.ts/],
  ["text", /^src\/gate\/text_words\.ts/],
  ["text", /^src\/cli\/(text_width|ls_colors|bash_quote)\.ts/],
  ["looking", /^src\/tools\/edit\/(?!tree\/)/],
  ["looking", /^src\/tools\/(looking|resources)\//],
  ["looking", /^src\/tools\/(marks\/(folder_view|executables|list)|newlines|glob_list)/],
  ["looking", /^src\/workspace\/(child_file|content_reader)\.ts/],
  ["rare", /^src\/gate\/(lead|approve|near_miss|recorded)\.ts/],
  ["rare", /^src\/workspace\/(name_walk|link_target|allowed_roots)\.ts/],
  ["rare", /^src\/cli\/outside_hint\.ts/],
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
    const lazy = exportPlainly(parts.reduce(putOff, code));
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

const GETTER =
  /Object\.defineProperty\(exports, ("\w+"), \{\s*enumerable: true,\s*get: function \(\) \{\s*return ([\w$]+);\s*\}\s*\}\);/g;

/**
 * Exports values instead of getters, which are functions to parse and properties to define: 0.5 ms for the core. They are at the end of a
 * chunk, so the values are there. Variables that may change keep theirs.
 * @param {string} code
 */
function exportPlainly(code) {
  const changing = new Set([...code.matchAll(/^let ([\w$]+)/gm)].map(([, name]) => name));
  return code.replace(GETTER, (getter, name, value) => (changing.has(value) ? getter : `exports[${name}] = ${value};`));
}
