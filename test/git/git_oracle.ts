// Asks git itself which rule decides about which path, in a world of its own: no configuration of the machine or of its user.
// Names and patterns are written one character per byte. Leaves to the tests what is compared.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Why git cannot be asked here, or null. */
export const noGit: string | null = spawnSync("git", ["--version"]).status === 0 ? null : "there is no git here";

if (noGit !== null) console.warn(`comparisons with git are skipped: ${noGit}`);

export interface GitWorld {
  /** The user's home. Whatever is put there is the user's own configuration. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
}

export function makeWorld(home: string): GitWorld {
  const environment = { PATH: process.env.PATH ?? "", HOME: home, GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" };
  return { home, environment };
}

/** What git calls a repository, without asking git to make it. */
export function makeRepository(top: string, config = ""): void {
  makeGitFolder(join(top, ".git"), config);
}

export function makeGitFolder(folder: string, config = ""): void {
  for (const name of ["objects", "refs", "info"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(folder, "config"), config);
}

export function runGit(world: GitWorld, folder: string, args: readonly string[], input?: Buffer): Buffer {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always"];
  // Otherwise a commit starts two more processes.
  const quiet = ["-c", "maintenance.auto=false"];
  const child = spawnSync("git", [...identity, ...quiet, ...args], {
    cwd: folder,
    env: world.environment,
    input,
    maxBuffer: 1 << 28,
  });
  if (child.status !== 0 && child.status !== 1) throw new Error(`git ${args.join(" ")}: ${child.stderr}`);
  return child.stdout;
}

/** The rule that decided, with its file as git names it: relative to the top, or absolute. */
export interface GitAnswer {
  readonly file: string;
  readonly line: number;
  readonly pattern: string;
}

/** One answer per path, null where no rule matches. Paths are relative to `folder`. */
export function askGit(world: GitWorld, folder: string, paths: readonly string[]): (GitAnswer | null)[] {
  const args = ["check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"];
  // A path that begins with a colon would be taken for something else.
  const input = Buffer.from(paths.map((path) => `./${path}\0`).join(""), "latin1");
  const output = runGit(world, folder, args, input);
  const fields = output.toString("latin1").split("\0");
  return paths.map((path, index) => {
    const [file = "", line = "", pattern = "", asked] = fields.slice(index * 4, index * 4 + 4);
    if (asked !== `./${path}`) throw new Error(`git answered about ${asked} and was asked about ${path}`);
    return file === "" ? null : { file, line: Number(line), pattern };
  });
}
