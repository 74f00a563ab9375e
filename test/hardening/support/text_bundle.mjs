// The strict readers of text answers for a process that cannot run TypeScript: makes one JavaScript module of test/support/text_readers.ts.
// @ts-check

import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("../../support/text_readers.ts", import.meta.url));

/** @typedef {typeof import("../../support/text_readers.ts")} Readers */

/**
 * @param {string} folder where the module may be put
 * @returns {Promise<string>} the path to import
 */
export async function bundleReaders(folder) {
  // Bun runs TypeScript as it is.
  if (Reflect.has(globalThis, "Bun")) return SOURCE;
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({ input: SOURCE, logLevel: "silent" });
  const file = join(folder, "text_readers.mjs");
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  return file;
}
