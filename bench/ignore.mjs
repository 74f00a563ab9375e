// @ts-check
// Asks porthole and gemini-cli-core which paths of random repositories are ignored, and prints how often they agree with git. Run: npm run
// bench:ignore -- --help

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FileDiscoveryService } from "../build/view/discovery_service.js";
import { readFlags, readNumber } from "../test/hardening/support/flags.mjs";
import { bundleSource } from "../test/hardening/support/text_bundle.mjs";
import { installPeers } from "./install.mjs";

/** @typedef {typeof import("../test/git/sample_repositories.ts")} Samples */
/** @typedef {import("../test/git/sample_repositories.ts").Sample} Sample */
/** @typedef {import("../test/git/sample_repositories.ts").SampledPath} SampledPath */
/** Opened for a repository, it says whether a path is ignored. @typedef {(sample: Sample) => (path: SampledPath) => boolean} Candidate */

const HELP = `npm run bench:ignore -- [options]

Makes the random repositories of porthole's tests, and asks git (check-ignore --no-index), porthole and gemini-cli-core about every file
and directory in them. Prints how often the two agree with git:
  mixed     with ignore files of every kind at every level
  folders   a quarter as many, each with 40 folders that have one or two patterns
The patterns use everything that git knows, and mistakes. Links, and names that are not UTF-8, are left out. The first run installs
gemini-cli-core. Exits with 1 if porthole disagrees with git.

  --repositories N   1 to 100000 (default 400)
  --seed N           0 to 2147483647: selects others (default 1)
  --help             this text
`;

const { repositories = "400", seed = "1" } = readFlags(HELP, ["repositories", "seed"]);
const count = readNumber("--repositories", repositories, { least: 1, most: 100_000, isWhole: true });
const chosen = readNumber("--seed", seed, { least: 0, most: 2 ** 31 - 1, isWhole: true });

installPeers();
const folder = mkdtempSync(join(tmpdir(), "porthole-ignore-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
// gemini-cli-core must not read the settings of the person who runs this, nor print a line for each repository.
process.env.HOME = folder;
console.debug = () => {};
/** Not literal: installed with the others. @type {string} */
const GEMINI = "gemini-cli-core-0.61";
const gemini = await import(GEMINI);
const source = fileURLToPath(new URL("../test/git/sample_repositories.ts", import.meta.url));
const { sampleFolders, sampleRepositories } = /** @type {Samples} */ (await import(await bundleSource(source, folder)));

/** @type {Candidate} */
function openPorthole({ root, environment }) {
  const service = new FileDiscoveryService(root, { environment });
  return ({ path }) => service.shouldGitIgnoreFile(path);
}

/** @type {Candidate} */
function openGemini({ root }) {
  const service = new gemini.FileDiscoveryService(root);
  return ({ path, isDirectory }) =>
    isDirectory ? service.shouldIgnoreDirectory(join(root, path)) : service.shouldIgnoreFile(join(root, path));
}

/** @param {string} name @param {Iterable<Sample>} samples */
function compare(name, samples) {
  const candidates = Object.entries({ porthole: openPorthole, "gemini-cli-core 0.61": openGemini });
  const rows = candidates.map(([candidate, open]) => ({ candidate, open, same: 0, shown: 0, hidden: 0 }));
  let asked = 0;
  for (const sample of samples) {
    asked += sample.paths.length;
    for (const row of rows) {
      const isHidden = row.open(sample);
      for (const path of sample.paths) {
        if (isHidden(path) === path.isIgnored) row.same++;
        else row[path.isIgnored ? "shown" : "hidden"]++;
      }
    }
  }
  for (const { candidate, same, shown, hidden } of rows) {
    const share = same === asked ? "100" : ((100 * same) / asked).toFixed(1);
    console.log(`| ${[name, candidate, `${share} %`, asked, shown, hidden].join(" | ")} |`);
    if (candidate === "porthole" && same !== asked) process.exitCode = 1;
  }
}

const HEAD = ["repositories", "", "agrees with git", "paths", "shows what git ignores", "hides what git shows"];
console.log(`| ${HEAD.join(" | ")} |\n| --- | --- | --: | --: | --: | --: |`);
compare("mixed", sampleRepositories(count, chosen));
compare("folders", sampleFolders(Math.ceil(count / 4), chosen));
process.exit();
