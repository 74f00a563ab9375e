// Builds the package, unless the last build read and wrote exactly the files that exist now. With --force it always builds.
// @ts-check

import { fileURLToPath } from "node:url";
import { buildIfChanged } from "./bundle/last_build.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
// Loaded only now: the bundler takes longer to load than the comparison takes.
const build = async () => (await import("./bundle/build_all.mjs")).buildAll();
const outcome = await buildIfChanged(root, build, { isForced: process.argv.includes("--force") });
// Not to standard output: some callers print a document there.
if (outcome === "unchanged") console.error("build: nothing has changed since the last build; --force builds again");
