// Bundles src into dist: the library as ES modules, the command line as CommonJS. Node 20 starts a CommonJS program about 7 ms sooner,
// a tenth of `node -e 0`.
// @ts-check

import { readFileSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { rolldown } from "rolldown";
import { bundlePage } from "./page.mjs";

/** @typedef {{ file: string, imports: string[], modules: string[] }} Chunk paths from the root of the repository */

/** The modules that a program can import: as package.json names them, without ending. */
export const DOORS = [
  "lib",
  ...["ai_sdk", "openai", "anthropic", "gemini"].map((name) => `adapters/${name}`),
  "mcp/lib",
];

/** @type {import("rolldown").InputOptions} */
const SHARED = {
  platform: "node",
  tsconfig: "tsconfig.json",
  transform: { target: "node20" },
  external: [/^node:/, "bun:ffi"],
  // The SDK's default validator for Node is ajv: 240 KB that are never called, and that generate code from schemas.
  resolve: { alias: { "@modelcontextprotocol/server/_shims": resolve("scripts/bundle/mcp_shims.mjs") } },
  // package.json declares that no module has side effects, which is true for the library.
  treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/]cli[\\/]start\.ts$/, sideEffects: true }] },
  // A module may be loaded on demand by one surface and immediately by another.
  checks: { ineffectiveDynamicImport: false },
};

/** @param {string} folder @returns {Promise<Chunk[]>} */
export async function bundleAll(folder) {
  const library = { ...SHARED, input: Object.fromEntries(DOORS.map((door) => [door, `src/${door}.ts`])) };
  const define = { PORTHOLE_PAGE_FILES: JSON.stringify(await bundlePage()) };
  /** @type {import("rolldown").InputOptions} */
  const program = {
    ...SHARED,
    input: { main: "src/cli/main.ts" },
    transform: { ...SHARED.transform, define },
  };
  // What most commands share is one chunk, not one for each set of commands: `tree` reads six files instead of 17.
  const codeSplitting = { groups: [{ name: "core", minShareCount: 4 }] };
  return [
    ...(await bundle(library, { dir: folder, format: "esm" })),
    ...(await bundle(program, { dir: `${folder}/cli`, format: "cjs", codeSplitting, ...SMALL })),
  ];
}

/**
 * At each start all of it is read and parsed: comments, spaces and long names of locals cost 3 ms. Functions keep their names, for stack
 * traces. The licences are in THIRD_PARTY_LICENSES.
 */
const SMALL = {
  comments: false,
  minify: {
    compress: { keepNames: { function: true, class: true } },
    mangle: { keepNames: true },
    codegen: { removeWhitespace: true },
  },
};

/** @param {import("rolldown").InputOptions} input @param {import("rolldown").OutputOptions} output @returns {Promise<Chunk[]>} */
async function bundle(input, output) {
  const build = await rolldown(input);
  const { output: written } = await build.write({
    ...output,
    sourcemap: true,
    entryFileNames: "[name].js",
    // Without a hash: the chunks of one version belong together, and are replaced together.
    chunkFileNames: "[name].js",
  });
  await build.close();
  for (const { fileName } of written) if (fileName.endsWith(".map")) leaveOutPackages(`${output.dir}/${fileName}`);
  return written.flatMap((chunk) => (chunk.type === "chunk" ? [describe(chunk, String(output.dir))] : []));
}

/** A map holds our sources; those of other packages would make half of the download. @param {string} file */
function leaveOutPackages(file) {
  const map = JSON.parse(readFileSync(file, "utf8"));
  const isOurs = (/** @type {number} */ index) => !map.sources[index].includes("node_modules/");
  map.sourcesContent = map.sourcesContent.map((/** @type {string} */ text, /** @type {number} */ index) =>
    isOurs(index) ? text : null,
  );
  writeFileSync(file, JSON.stringify(map));
}

/** @param {import("rolldown").OutputChunk} chunk @param {string} folder @returns {Chunk} */
function describe({ fileName, imports, modules }, folder) {
  return { file: `${folder}/${fileName}`, imports, modules: Object.keys(modules).map(toPath) };
}

/** A helper of the bundler has a name that starts with a zero byte. @param {string} id */
function toPath(id) {
  return id.startsWith("\0") ? id : relative(".", id).replaceAll("\\", "/");
}
