// Every way out of a workspace that is known, as data: the tree to build, what is asked, and what must happen. The tests beside it put each
// row through every operation of every surface. A new way out is a new row here.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { PortholeConfig } from "../../src/lib.ts";

/**
 * `outside`: refused as outside the workspace, or by the allowed folders. `denied`: refused by the denied patterns. `missing`: not found.
 * `inside`: answered with what is inside, or refused for its kind.
 */
export type Outcome = "outside" | "denied" | "missing" | "inside";

export interface Escape {
  /** As in test/support/tree.ts, beside `b/f`. `@` stands for the absolute path of the folder around the workspace `ws`. */
  readonly tree: readonly string[];
  /** What must happen if these paths are asked for, each by itself and as the start of a glob. */
  readonly asked: Readonly<Record<string, Outcome>>;
  /** Where a cursor says that a listing of the root goes on; nothing from there may be shown. */
  readonly cursors?: readonly string[];
  readonly tools?: PortholeConfig["tools"];
  /** With these tools, no toolkit is made. */
  readonly isNotOpened?: boolean;
  /** What it climbs to is above the workspace only if it begins at the root. */
  readonly isAtTop?: boolean;
  /** The path of the object outside, from the root. Default: `../thing`. */
  readonly thing?: string;
  /** The object is inside the workspace, where only the owner may look. */
  readonly isToolsOnly?: boolean;
  /** Adds entries that text cannot express: names that are not UTF-8. */
  readonly add?: (root: string) => void;
}

const BELOW = { l: "outside", "l/f": "outside", "l/sub": "outside", "l/none": "outside" } as const;

const linksOut: Record<string, Escape> = {
  "a link": { tree: ["symlink l ../thing"], asked: BELOW, cursors: ["l/", "l/e", "b/../../thing/"] },
  "an absolute link": { tree: ["symlink l @/thing"], asked: BELOW },
  "a link to something in it": { tree: ["symlink l ../thing/f"], asked: BELOW },
  "a link with a slash behind it": {
    tree: ["symlink l ../thing/", "symlink m ../thing/."],
    asked: { ...BELOW, m: "outside" },
  },
  "a link behind a link": {
    tree: ["symlink l m/sub", "symlink m b/n", "symlink b/n ../../thing"],
    asked: { ...BELOW, "m/f": "outside" },
  },
  "a link that climbs out of a folder": { tree: ["symlink l b/../../thing"], asked: BELOW },
  "a link that climbs from deep inside": {
    tree: ["symlink a/b/up ../../../thing"],
    asked: { "a/b/up": "outside", "a/b/up/f": "outside", a: "inside" },
  },
  "a folder with links": {
    tree: ["symlink c/l ../../thing", "symlink c/m @/thing/f"],
    asked: { c: "inside", "c/l/f": "outside", "c/m": "outside" },
  },
  "a name near to a link": {
    tree: ["symlink link ../thing", "symlink c/near.ts ../../thing/f", "file thing/sub/f inside"],
    asked: {
      ...{ lnik: "missing", "lnik/f": "missing", "c/naer.ts": "missing", "link/naer": "outside" },
      ...{ thng: "missing", "thing/sbu/f": "missing", "thing/sub/g": "missing", "thing/sub": "inside" },
    },
  },
  "no link, only its name": {
    tree: [],
    asked: {
      ...{ "../thing": "outside", "../thing/f": "outside", "b/../../thing/sub": "outside" },
      ...{ "@/thing": "outside", "@/thing/f": "outside" },
    },
    cursors: ["../thing/", "../thing", "/etc/"],
  },
  "a name that climbs": {
    tree: [],
    asked: {
      ...{ "..": "outside", "b/../..": "outside", "../none": "outside", "@": "outside", "@/none": "outside" },
      ...{ "/": "outside" },
    },
    isAtTop: true,
  },
  "a link to the folder above": {
    tree: ["symlink up .."],
    asked: { up: "outside", "up/thing/f": "outside", "up/none": "outside" },
  },
  "a link to something missing": {
    tree: ["symlink l ../none", "symlink m l", "symlink n /no/such/thing"],
    asked: { l: "outside", "l/f": "outside", m: "outside", n: "outside", "n/x": "outside" },
  },
  "a sibling whose name begins with that of the workspace": {
    tree: ["symlink l ../ws-evil/f", "symlink m @/ws-evil", "file -evil/f inside"],
    asked: { l: "outside", m: "outside", "m/f": "outside", "@/ws-evil/f": "outside", "../ws-evil/f": "outside" },
  },
};

const linksBack: Record<string, Escape> = {
  "a link out and back in": { tree: ["symlink l ../thing/../ws/b"], asked: BELOW },
  "an absolute link out and back in": { tree: ["symlink l @/thing/../ws/b"], asked: BELOW },
  "a link out and back in by a link of the thing": { tree: ["symlink l ../thing/back/b"], asked: BELOW },
  "a link out and back in from below": {
    tree: ["symlink b/l ../../thing/../ws/b"],
    asked: { "b/l": "outside", "b/l/f": "outside" },
  },
  "a loop of links": { tree: ["symlink l m", "symlink m l"], asked: { l: "missing", "l/f": "missing" } },
};

const ofTheSystem: Record<string, Escape> = {
  "the top of the disk": {
    tree: ["symlink l /", "symlink etc /etc"],
    asked: { l: "outside", "l/etc/passwd": "outside", "etc/passwd": "outside", "/etc/passwd": "outside" },
  },
  "/proc": {
    tree: [
      "symlink root /proc/self/root",
      "symlink env /proc/self/environ",
      "symlink cwd /proc/self/cwd",
      "symlink fd /proc/self/fd/0",
    ],
    asked: { "root/etc/passwd": "outside", env: "outside", "cwd/package.json": "outside", fd: "outside" },
  },
  "a device": { tree: ["symlink null /dev/null"], asked: { null: "outside", "null/x": "outside" } },
  "a FIFO": { tree: ["fifo pipe", "symlink to-pipe pipe"], asked: { pipe: "inside", "to-pipe": "inside" } },
};

const HEAD = "file .git/HEAD ref: refs/heads/main";
const OBJECTS = "dir .git/objects";
const REFS = "dir .git/refs";
const EXCLUDE = "file .git/info/exclude *.tmp";
const REPOSITORY = [HEAD, OBJECTS, REFS, EXCLUDE];

const gitLinks: Record<string, Escape> = {
  ".git as a link": { tree: ["symlink .git ../thing"], asked: { ".git": "outside", ".git/HEAD": "outside" } },
  ".git/HEAD as a link": {
    tree: [OBJECTS, REFS, EXCLUDE, "symlink .git/HEAD ../../thing"],
    asked: { ".git/HEAD": "outside" },
  },
  ".git/objects as a link": {
    tree: [HEAD, REFS, EXCLUDE, "symlink .git/objects ../../thing"],
    asked: { ".git/objects": "outside" },
  },
  ".git/refs as a link": {
    tree: [HEAD, OBJECTS, EXCLUDE, "symlink .git/refs ../../thing"],
    asked: { ".git/refs": "outside" },
  },
  ".git/info as a link": {
    tree: [HEAD, OBJECTS, REFS, "symlink .git/info ../../thing/info"],
    asked: { ".git/info": "outside" },
  },
  ".git/info/exclude as a link": {
    tree: [HEAD, OBJECTS, REFS, "symlink .git/info/exclude ../../../thing"],
    asked: {},
  },
  ".git/config as a link": { tree: [...REPOSITORY, "symlink .git/config ../../thing"], asked: {} },
  ".git in a folder as a link": {
    tree: [...REPOSITORY, "symlink b/.git ../../thing"],
    asked: { "b/.git": "outside" },
  },
  ".gitignore as a link": {
    tree: [...REPOSITORY, "symlink .gitignore ../thing"],
    asked: { ".gitignore": "outside" },
  },
  ".gitignore in a folder as a link": { tree: [...REPOSITORY, "symlink b/.gitignore ../../thing"], asked: {} },
  ".geminiignore as a link": {
    tree: [...REPOSITORY, "symlink .geminiignore ../thing"],
    asked: { ".geminiignore": "outside" },
  },
};

const gitFiles: Record<string, Escape> = {
  "a .git file": { tree: ["file .git gitdir: ../thing"], asked: {} },
  "a .git file with an absolute path": { tree: ["file .git gitdir: @/thing\n"], asked: {} },
  "a .git file behind a link": { tree: ["symlink .git g", "file g gitdir: ../thing\n"], asked: { g: "inside" } },
  "a .git file that names a link": { tree: ["file .git gitdir: l", "symlink l ../thing"], asked: BELOW },
  "a .git file that names a folder with a commondir": {
    tree: ["file .git gitdir: g", "file g/HEAD ref: refs/heads/main", "file g/commondir ../../thing"],
    asked: {},
  },
  "a commondir": { tree: [HEAD, "file .git/commondir ../../thing"], asked: {} },
  "core.excludesFile of the repository": {
    tree: [...REPOSITORY, "file .git/config [core]\n\texcludesFile = @/thing\n"],
    asked: {},
  },
  "an include of the repository's configuration": {
    tree: [...REPOSITORY, "file .git/config [include]\n\tpath = @/thing\n"],
    asked: {},
  },
  "core.worktree of the repository": {
    tree: [...REPOSITORY, "file .git/config [core]\n\tworktree = @/thing\n"],
    asked: {},
  },
};

const denied: Record<string, Escape> = {
  "a denied file by its own name and by a link": {
    tree: ["file keys/a.pem stolen", "symlink plain.txt keys/a.pem", "symlink k keys", "file b/id_rsa stolen"],
    asked: {
      "keys/a.pem": "denied",
      "plain.txt": "denied",
      "k/a.pem": "denied",
      "keys/none.pem": "denied",
      "b/id_rsa": "denied",
    },
  },
  "a denied folder by its own name and by a link": {
    tree: ["file .ssh/config stolen", "file .ssh/loot stolen", "symlink s .ssh", "symlink t s/config"],
    asked: {
      ".ssh": "denied",
      s: "denied",
      ".ssh/config": "denied",
      "s/config": "denied",
      t: "denied",
      "s/none": "denied",
    },
  },
};

const onlyB: Pick<Escape, "tools"> = { tools: { sandbox: { allowed_roots: ["b"] } } };
// It is inside the workspace, where only the owner may look.
const hiddenC = { thing: "c/thing", isToolsOnly: true, ...onlyB };
const allowedRoots: Record<string, Escape> = {
  "a link in an allowed folder": {
    tree: ["symlink b/l ../../thing"],
    asked: { "b/l": "outside", "b/l/f": "outside", "b/l/none": "outside" },
    ...onlyB,
  },
  "a link beside an allowed folder": { tree: ["symlink l ../thing"], asked: BELOW, ...onlyB },
  "a link as an allowed folder": {
    tree: ["symlink l ../thing"],
    asked: BELOW,
    tools: { sandbox: { allowed_roots: ["l"] } },
    isNotOpened: true,
  },
  "something on the way to an allowed folder": {
    tree: ["symlink l ../thing"],
    asked: BELOW,
    tools: { sandbox: { allowed_roots: ["l/sub"] } },
    isNotOpened: true,
  },
  "a link from an allowed folder to one that is not": {
    tree: ["dir c", "symlink b/l ../c/thing", "symlink b/m ../c/thing/f"],
    asked: {
      ...{ "b/l": "outside", "b/l/f": "outside", "b/m": "outside" },
      ...{ "c/thing": "outside", "c/thing/f": "outside", "c/none": "outside" },
    },
    ...hiddenC,
  },
  "a link from an allowed folder through one that is not": {
    tree: ["dir c", "symlink b/l ../c/thing/../../b/f"],
    asked: { "b/l": "outside" },
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
const namedAlike: Record<string, Escape> = {
  "a link named like a folder": {
    tree: ["file \ufffd/f inside"],
    asked: { "\ufffd": "inside", "\ufffd/f": "inside" },
    add: linkByte,
  },
  "a link named like a file": {
    tree: ["file \ufffd inside"],
    asked: { "\ufffd": "inside" },
    add: linkByte,
  },
  "a link named like a link": {
    tree: ["symlink \ufffd b"],
    asked: { "\ufffd": "inside", "\ufffd/f": "inside" },
    add: linkByte,
  },
  "a link that has no text": { tree: [], asked: { "\ufffd": "missing", "\ufffd/f": "missing" }, add: linkByte },
  "a link out and back in to its own text": {
    tree: [],
    asked: { "\ufffd": "outside", "\ufffd/f": "outside" },
    add: linkToByte,
  },
  "a folder named like a link": {
    tree: ["symlink \ufffd ../thing"],
    asked: { "\ufffd": "outside", "\ufffd/f": "outside" },
    add: folderByte,
  },
};

export const ESCAPES: Readonly<Record<string, Escape>> = {
  ...linksOut,
  ...linksBack,
  ...ofTheSystem,
  ...gitLinks,
  ...gitFiles,
  ...denied,
  ...allowedRoots,
  ...namedAlike,
};
