// TypeScript of the tests for a process that cannot run it: makes one JavaScript module of a source and its imports. One of the sources are the
// strict readers of text answers, test/support/text_readers.ts.
// @ts-check

import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const READERS = fileURLToPath(new URL("../../support/text_readers.ts", import.meta.url));

/** @typedef {typeof import("../../support/text_readers.ts")} Readers */

/**
 * @param {string} folder where the module may be put
 * @returns {Promise<string>} the path to import
 */
export function bundleReaders(folder) {
  return bundleSource(READERS, folder);
}

/**
 * @param {string} source a file that ends in .ts
 * @param {string} folder where the module may be put
 * @returns {Promise<string>} the path to import
 */
export async function bundleSource(source, folder) {
  // Bun runs TypeScript as it is.
  if (Reflect.has(globalThis, "Bun")) return source;
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({ input: source, platform: "node", logLevel: "silent" });
  const file = join(folder, basename(source).replace(/\.ts$/, ".mjs"));
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  return file;
}
