// Copies the repository to a folder where it cannot find /proc/self/fd, and builds it there: every workspace, in the tests and in the
// programs they start, is then opened with the strategy `verify`, as on macOS and Windows.
// @ts-check

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Each occurs once. What the code finds out, and what the tests expect it to. */
export const CHANGES = [
  {
    file: "src/disk/proc/root.ts",
    from: 'if (process.platform !== "linux") return false;',
    to: 'if (process.platform !== "linux" || descriptors.length > 0) return false;',
  },
  { file: "test/support/handles.ts", from: 'process.platform === "linux"', to: "false" },
];

/** The source of `file` for a system without handles. @param {typeof CHANGES[number]} change @param {string} source */
export function weaken({ file, from, to }, source) {
  if (source.split(from).length !== 2) throw new Error(`${file} does not have ${JSON.stringify(from)} once`);
  return source.replace(from, to);
}

/** @param {string} from the repository @param {string} to an empty folder */
export function makeWeakCopy(from, to) {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: from,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  for (const path of listed.split("\0").filter((name) => name !== "")) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    // A deleted file is listed until its deletion is committed.
    cpSync(join(from, path), join(to, path), { force: true, errorOnExist: false });
  }
  copyPackages(from, to);
  // Without a repository, ignore rules would say nothing.
  execFileSync("git", ["init", "--quiet", to]);
  for (const change of CHANGES) {
    const file = join(to, change.file);
    writeFileSync(file, weaken(change, readFileSync(file, "utf8")));
  }
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: to, stdio: "inherit" });
  if (status !== 0) throw new Error("the copy cannot be built");
}

/** By hard links where both lie on one disk: it is a gigabyte. @param {string} from @param {string} to */
function copyPackages(from, to) {
  const copy = (/** @type {string} */ how) =>
    spawnSync("cp", [how, join(from, "node_modules"), join(to, "node_modules")], { stdio: "ignore" }).status === 0;
  if (copy("-al")) return;
  spawnSync("rm", ["-rf", "--", join(to, "node_modules")]);
  if (!copy("-a")) throw new Error("node_modules cannot be copied");
}
