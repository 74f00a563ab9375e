// Copies the declarations that the package's entries reach from build/ to dist/. Throws if one of them needs another package, because
// installing porthole installs no other.
// @ts-check

import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path/posix";

/** @param {readonly string[]} entries modules without an ending */
export function copyDeclarations(entries) {
  const found = new Set(entries.map((entry) => `${entry}.d.ts`));
  for (const file of found) {
    for (const specifier of readSpecifiers(readFileSync(`build/${file}`, "utf8"))) {
      if (specifier.startsWith(".")) found.add(join(file, "..", specifier.replace(/\.[jt]s$/, ".d.ts")));
      else if (!specifier.startsWith("node:")) throw new Error(`${file} needs the types of ${specifier}`);
    }
    cpSync(`build/${file}`, `dist/${file}`);
  }
}

/** @param {string} declarations */
function readSpecifiers(declarations) {
  return [...declarations.matchAll(/(?:\bfrom |\bimport |\bimport\()"([^"]+)"/g)].map(
    ([, specifier = ""]) => specifier,
  );
}
