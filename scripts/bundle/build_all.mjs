// Builds the package: build/ with tsc, module by module, for the declarations and for tests and benchmarks that need internals; dist/ with
// the bundler, which is what ships; and THIRD_PARTY_LICENSES for the bundled packages.
// @ts-check

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { bundleAll, DOORS } from "./chunks.mjs";
import { copyDeclarations } from "./declarations.mjs";
import { findPackages, renderLicenses } from "./licenses.mjs";

/** In the working directory. Ends the process if the compiler complains: it has said why. */
export async function buildAll() {
  // Nothing of a deleted source may stay behind.
  for (const folder of ["build", "dist"]) rmSync(folder, { recursive: true, force: true });

  const { status } = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);

  const chunks = await bundleAll("dist");
  mkdirSync("dist/cli", { recursive: true });
  writeFileSync("dist/cli/package.json", '{ "type": "commonjs" }\n');
  // npm makes it executable when it links or installs the package, but not on a rebuild.
  chmodSync("dist/cli/main.js", 0o755);
  copyDeclarations(DOORS);

  const packages = findPackages(chunks.flatMap(({ modules }) => modules));
  writeFileSync("THIRD_PARTY_LICENSES", renderLicenses(packages));
  writeFileSync(
    "build/bundle.json",
    `${JSON.stringify({ chunks, packages: packages.map(({ text: _, ...rest }) => rest) }, null, 1)}\n`,
  );
}
