// Workspaces laid out by a stranger so that an answer might reveal what is outside: each refers to one object beside the workspace,
// `../thing`, in another way. Data only; outside_oracles.test.ts creates that object, or not, and compares all answers.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { PortholeConfig } from "../../../src/lib.ts";

export interface Layout {
  /** As in test/support/tree.ts. `@` stands for the absolute path of the folder around the workspace. */
  readonly entries: readonly string[];
  /** Paths to request in addition to the usual ones. */
  readonly paths: readonly string[];
  readonly tools?: PortholeConfig["tools"];
  /** The path of the object, from the root. Default: `../thing`. */
  readonly thing?: string;
  readonly isToolsOnly?: boolean;
  /** Adds entries that text cannot express: names that are not UTF-8. */
  readonly add?: (root: string) => void;
}

const HEAD = "file .git/HEAD ref: refs/heads/main";
const OBJECTS = "dir .git/objects";
const REFS = "dir .git/refs";
const EXCLUDE = "file .git/info/exclude *.tmp";
const REPOSITORY = [HEAD, OBJECTS, REFS, EXCLUDE];
const BELOW = ["l", "l/f", "l/sub", "l/none"];

const linksOut: Record<string, Layout> = {
  "a link": { entries: ["symlink l ../thing"], paths: BELOW },
  "an absolute link": { entries: ["symlink l @/thing"], paths: BELOW },
  "a link to something in it": { entries: ["symlink l ../thing/f"], paths: BELOW },
  "a link with a slash behind it": { entries: ["symlink l ../thing/", "symlink m ../thing/."], paths: [...BELOW, "m"] },
  "a link behind a link": {
    entries: ["symlink l m/sub", "symlink m b/n", "symlink b/n ../../thing"],
    paths: [...BELOW, "m/f"],
  },
  "a link that climbs out of a folder": { entries: ["symlink l b/../../thing"], paths: BELOW },
  "a folder with links": {
    entries: ["symlink c/l ../../thing", "symlink c/m @/thing/f"],
    paths: ["c", "c/l/f", "c/m"],
  },
  "a name near to a link": {
    entries: ["symlink link ../thing", "symlink c/near.ts ../../thing/f", "file thing/sub/f x"],
    paths: ["lnik", "lnik/f", "c/naer.ts", "link/naer", "thng", "thing/sbu/f", "thing/sub/g"],
  },
  "no link, only its name": {
    entries: [],
    paths: ["../thing", "../thing/f", "b/../../thing/sub", "@/thing", "@/thing/f"],
  },
};

const linksBack: Record<string, Layout> = {
  "a link out and back in": { entries: ["symlink l ../thing/../ws/b"], paths: BELOW },
  "an absolute link out and back in": { entries: ["symlink l @/thing/../ws/b"], paths: BELOW },
  "a link out and back in by a link of the thing": { entries: ["symlink l ../thing/back/b"], paths: BELOW },
  "a link out and back in from below": { entries: ["symlink b/l ../../thing/../ws/b"], paths: ["b/l", "b/l/f"] },
};

const gitLinks: Record<string, Layout> = {
  ".git as a link": { entries: ["symlink .git ../thing"], paths: [".git", ".git/HEAD"] },
  ".git/HEAD as a link": { entries: [OBJECTS, REFS, EXCLUDE, "symlink .git/HEAD ../../thing"], paths: [".git/HEAD"] },
  ".git/objects as a link": {
    entries: [HEAD, REFS, EXCLUDE, "symlink .git/objects ../../thing"],
    paths: [".git/objects"],
  },
  ".git/refs as a link": { entries: [HEAD, OBJECTS, EXCLUDE, "symlink .git/refs ../../thing"], paths: [".git/refs"] },
  ".git/info as a link": { entries: [HEAD, OBJECTS, REFS, "symlink .git/info ../../thing/info"], paths: [".git/info"] },
  ".git/info/exclude as a link": {
    entries: [HEAD, OBJECTS, REFS, "symlink .git/info/exclude ../../../thing"],
    paths: [],
  },
  ".git/config as a link": { entries: [...REPOSITORY, "symlink .git/config ../../thing"], paths: [] },
  ".git in a folder as a link": { entries: [...REPOSITORY, "symlink b/.git ../../thing"], paths: ["b/.git"] },
  ".gitignore as a link": { entries: [...REPOSITORY, "symlink .gitignore ../thing"], paths: [".gitignore"] },
  ".gitignore in a folder as a link": { entries: [...REPOSITORY, "symlink b/.gitignore ../../thing"], paths: [] },
  ".geminiignore as a link": { entries: [...REPOSITORY, "symlink .geminiignore ../thing"], paths: [".geminiignore"] },
};

const gitFiles: Record<string, Layout> = {
  "a .git file": { entries: ["file .git gitdir: ../thing"], paths: [] },
  "a .git file with an absolute path": { entries: ["file .git gitdir: @/thing\n"], paths: [] },
  "a .git file behind a link": { entries: ["symlink .git g", "file g gitdir: ../thing\n"], paths: ["g"] },
  "a .git file that names a link": { entries: ["file .git gitdir: l", "symlink l ../thing"], paths: BELOW },
  "a .git file that names a folder with a commondir": {
    entries: ["file .git gitdir: g", "file g/HEAD ref: refs/heads/main", "file g/commondir ../../thing"],
    paths: [],
  },
  "a commondir": { entries: [HEAD, "file .git/commondir ../../thing"], paths: [] },
  "core.excludesFile of the repository": {
    entries: [...REPOSITORY, "file .git/config [core]\n\texcludesFile = @/thing\n"],
    paths: [],
  },
  "an include of the repository's configuration": {
    entries: [...REPOSITORY, "file .git/config [include]\n\tpath = @/thing\n"],
    paths: [],
  },
  "core.worktree of the repository": {
    entries: [...REPOSITORY, "file .git/config [core]\n\tworktree = @/thing\n"],
    paths: [],
  },
};

const onlyB: Pick<Layout, "tools"> = { tools: { sandbox: { allowed_roots: ["b"] } } };
// It is inside the workspace, where only the owner may look.
const hiddenC = { thing: "c/thing", isToolsOnly: true, ...onlyB };
const allowedRoots: Record<string, Layout> = {
  "a link in an allowed folder": {
    entries: ["symlink b/l ../../thing"],
    paths: ["b/l", "b/l/f", "b/l/none"],
    ...onlyB,
  },
  "a link beside an allowed folder": { entries: ["symlink l ../thing"], paths: BELOW, ...onlyB },
  "a link as an allowed folder": {
    entries: ["symlink l ../thing"],
    paths: BELOW,
    tools: { sandbox: { allowed_roots: ["l"] } },
  },
  "something on the way to an allowed folder": {
    entries: ["symlink l ../thing"],
    paths: BELOW,
    tools: { sandbox: { allowed_roots: ["l/sub"] } },
  },
  "a link from an allowed folder to one that is not": {
    entries: ["dir c", "symlink b/l ../c/thing", "symlink b/m ../c/thing/f"],
    paths: ["b/l", "b/l/f", "b/m", "c/thing", "c/thing/f", "c/none"],
    ...hiddenC,
  },
  "a link from an allowed folder through one that is not": {
    entries: ["dir c", "symlink b/l ../c/thing/../../b/f"],
    paths: ["b/l"],
    ...hiddenC,
  },
};

/** With a name of one byte that is not UTF-8, which is shown as U+FFFD. */
const addByte = (root: string, make: (path: Buffer) => void) =>
  make(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])]));
const linkByte = (root: string) => addByte(root, (path) => symlinkSync("../thing", path));
const folderByte = (root: string) => addByte(root, (path) => mkdirSync(path));
/** Its target has the same text as the link itself. */
const linkToByte = (root: string) => {
  folderByte(root);
  symlinkSync(Buffer.concat([Buffer.from("../thing/../ws/"), Buffer.from([0xff])]), join(root, "\ufffd"));
};
const namedAlike: Record<string, Layout> = {
  "a link named like a folder": { entries: ["file \ufffd/f x"], paths: ["\ufffd", "\ufffd/f"], add: linkByte },
  "a link named like a file": { entries: ["file \ufffd x"], paths: ["\ufffd", "\ufffd/f"], add: linkByte },
  "a link named like a link": { entries: ["symlink \ufffd b"], paths: ["\ufffd", "\ufffd/f"], add: linkByte },
  "a link that has no text": { entries: [], paths: ["\ufffd", "\ufffd/f"], add: linkByte },
  "a link out and back in to its own text": { entries: [], paths: ["\ufffd", "\ufffd/f"], add: linkToByte },
  "a folder named like a link": {
    entries: ["symlink \ufffd ../thing"],
    paths: ["\ufffd", "\ufffd/f"],
    add: folderByte,
  },
};

export const LAYOUTS: Readonly<Record<string, Layout>> = {
  ...linksOut,
  ...linksBack,
  ...gitLinks,
  ...gitFiles,
  ...allowedRoots,
  ...namedAlike,
};
