// Random repositories with ignore files of every kind at every level, on the real disk. One character per byte.
// Leaves to the tests what they are compared with.

import { accessSync, constants, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type GitWorld, makeGitFolder, makeWorld } from "./git_oracle.ts";
import { FOLDER_NAMES, NAMES, ruleFile, shortRuleFile } from "./random_rules.ts";

/** `linked`: `.git` is a file that names a folder beside the top. `worktree`: that folder names another one in turn. */
export type Layout = "plain" | "linked" | "worktree";

export interface RepositoryPlan {
  readonly folders: readonly (readonly string[])[];
  readonly names: readonly string[];
  /** Which of the folders has which rules; several for one folder: the last. */
  readonly ruleFiles: readonly { readonly at: number; readonly content: string }[];
  readonly top: string;
  readonly exclude: string | null;
  readonly global: { readonly content: string; readonly place: "default" | "configured" | "xdg" } | null;
  readonly ignoreCase: boolean;
  readonly layout: Layout;
  /** Which folder is the workspace; the top if it is none of them. */
  readonly root: number;
}

const folder = fc.array(fc.constantFrom(...FOLDER_NAMES), { minLength: 1, maxLength: 4 });

export const anyRepository: fc.Arbitrary<RepositoryPlan> = fc.record({
  folders: fc.uniqueArray(folder, { minLength: 9, maxLength: 9, selector: (names) => names.join("/") }),
  names: fc.shuffledSubarray([...NAMES], { minLength: 18, maxLength: 18 }),
  ruleFiles: fc.array(fc.record({ at: fc.nat({ max: 8 }), content: ruleFile }), { maxLength: 4 }),
  top: ruleFile,
  exclude: fc.option(ruleFile, { freq: 3 }),
  global: fc.option(fc.record({ content: ruleFile, place: fc.constantFrom("default", "configured", "xdg") }), {
    freq: 3,
  }),
  ignoreCase: fc.constantFrom(false, false, false, true),
  layout: fc.constantFrom("plain", "plain", "plain", "linked", "worktree"),
  root: fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 2, arbitrary: fc.nat({ max: 8 }) }),
});

export interface MadeRepository {
  /** To be removed when done with: there are too many of them to be kept until the end. */
  readonly base: string;
  readonly world: GitWorld;
  readonly top: string;
  /** The workspace's root; its path from the top, with a slash at its end, or "". */
  readonly root: string;
  readonly prefix: string;
  /** Absolute. */
  readonly globalFile: string;
  /** What exists below the top, and whether it is a directory. A link is none. */
  readonly entries: ReadonlyMap<string, boolean>;
}

const toPath = (raw: string) => Buffer.from(raw, "latin1");
const isText = (raw: string) => Buffer.from(Buffer.from(raw, "latin1").toString("utf8")).toString("latin1") === raw;

// In memory where that can be had: on a disk, making and removing the files takes ten times as long as everything else.
const PARENT = isWritable("/dev/shm") ? "/dev/shm" : tmpdir();

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function makeFromPlan(plan: RepositoryPlan): MadeRepository {
  const base = mkdtempSync(join(PARENT, "porthole-"));
  const [home, top] = [join(base, "home"), join(base, "top")];
  for (const path of [home, top]) mkdirSync(path);
  const world = makeWorld(home);
  makeLayout(base, plan);
  const globalFile = writeGlobal(home, plan);
  const entries = plant(top, plan);
  const wanted = plan.folders[plan.root]?.join("/") ?? "";
  const prefix = wanted !== "" && isText(wanted) ? `${wanted}/` : "";
  const root = join(top, Buffer.from(prefix, "latin1").toString("utf8"));
  const environment =
    plan.global?.place === "xdg" ? { ...world.environment, XDG_CONFIG_HOME: join(home, "xdg") } : world.environment;
  return { base, world: { home, environment }, top, root, prefix, globalFile, entries };
}

function makeLayout(base: string, { layout, ignoreCase, exclude }: RepositoryPlan): void {
  // As of a submodule: its folder has to point back.
  const worktree = layout === "linked" ? "\tworktree = ../../../top\n" : "";
  const config = `[core]\n${worktree}${ignoreCase ? "\tignoreCase = true\n" : ""}`;
  const places = { plain: "top/.git", linked: "super/modules/m", worktree: "git" };
  const folder = join(base, places[layout]);
  makeGitFolder(folder, config);
  if (exclude !== null) writeFileSync(join(folder, "info", "exclude"), exclude, "latin1");
  if (layout === "linked") writeFileSync(join(base, "top", ".git"), "gitdir: ../super/modules/m\n");
  if (layout !== "worktree") return;
  const own = join(folder, "worktrees", "w");
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "HEAD"), "ref: refs/heads/other\n");
  writeFileSync(join(own, "commondir"), "../..\n");
  writeFileSync(join(own, "gitdir"), `${join(base, "top", ".git")}\n`);
  writeFileSync(join(base, "top", ".git"), `gitdir: ${own}\n`);
}

function writeGlobal(home: string, { global }: RepositoryPlan): string {
  const places = { default: ".config/git/ignore", configured: "my ignores", xdg: "xdg/git/ignore" };
  const path = join(home, places[global?.place ?? "default"]);
  if (global === null) return path;
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, global.content, "latin1");
  if (global.place === "configured") writeFileSync(join(home, ".gitconfig"), '[core]\nexcludesFile = "~/my ignores"\n');
  return path;
}

type Add = (raw: string, isDirectory: boolean, make: (path: Buffer) => void) => void;

/** Puts things below `top`, the first one to have a name, and writes them down. */
function startPlanting(top: string, entries: Map<string, boolean>): Add {
  const topRaw = Buffer.from(top).toString("latin1");
  return (raw, isDirectory, make) => {
    if (entries.has(raw)) return;
    make(toPath(`${topRaw}/${raw}`));
    entries.set(raw, isDirectory);
  };
}

function plant(top: string, plan: RepositoryPlan): Map<string, boolean> {
  const entries = new Map<string, boolean>();
  const add = startPlanting(top, entries);
  for (const names of plan.folders) {
    for (let depth = 1; depth <= names.length; depth++) {
      add(names.slice(0, depth).join("/"), true, (path) => mkdirSync(path));
    }
  }
  const rules = new Map(plan.ruleFiles.map(({ at, content }) => [`${plan.folders[at]?.join("/")}/`, content]));
  rules.set("", plan.top);
  for (const [prefix, content] of rules) {
    add(`${prefix}.gitignore`, false, (path) => writeFileSync(path, content, "latin1"));
  }
  for (const prefix of ["", ...plan.folders.map((names) => `${names.join("/")}/`)]) {
    plan.names.forEach((name, index) => {
      if (index % 6 === 0) add(prefix + name, true, (path) => mkdirSync(path));
      else if (index % 6 === 1) add(prefix + name, false, (path) => symlinkSync(".", path));
      else add(prefix + name, false, (path) => writeFileSync(path, ""));
    });
  }
  return entries;
}

/** Folders side by side, each with rules of its own and with some of the names, also further down. */
export interface FoldersPlan {
  readonly folders: readonly { readonly content: string; readonly names: readonly string[] }[];
  readonly ignoreCase: boolean;
}

const ruledFolder = fc.shuffledSubarray([...NAMES], { minLength: 12, maxLength: 12 }).chain((names) =>
  fc.record({
    content: shortRuleFile({ names: [...names, "a", "foo"], folders: ["a", "b", "foo"] }),
    names: fc.constant(names),
  }),
);

export const anyFoldersOf = (count: number): fc.Arbitrary<FoldersPlan> =>
  fc.record({
    folders: fc.array(ruledFolder, { minLength: count, maxLength: count }),
    ignoreCase: fc.constantFrom(false, false, false, true),
  });

export function makeFolders({ folders, ignoreCase }: FoldersPlan): MadeRepository {
  const base = mkdtempSync(join(PARENT, "porthole-"));
  const [home, top] = [join(base, "home"), join(base, "top")];
  for (const path of [home, top]) mkdirSync(path);
  makeGitFolder(join(top, ".git"), ignoreCase ? "[core]\n\tignoreCase = true\n" : "");
  const entries = new Map<string, boolean>();
  const add = startPlanting(top, entries);
  for (const [index, { content, names }] of folders.entries()) {
    for (const below of ["", "/a", "/a/b", "/foo"]) add(`${index}${below}`, true, (path) => mkdirSync(path));
    add(`${index}/.gitignore`, false, (path) => writeFileSync(path, content, "latin1"));
    for (const [at, name] of names.entries()) {
      const prefix = `${index}/${["", "", "a/", "a/b/", "foo/"][at % 5]}`;
      if (at % 4 === 0) add(prefix + name, true, (path) => mkdirSync(path));
      else add(prefix + name, false, (path) => writeFileSync(path, ""));
    }
  }
  return { base, world: makeWorld(home), top, root: top, prefix: "", globalFile: "", entries };
}
