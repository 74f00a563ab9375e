// Completion in real shells: keys are typed into a pseudo-terminal, and the words that the command gets are compared. dist/ must be built.

import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isThorough } from "../support/scale.ts";
import { openShell, type Shell, type ShellName, whyNoShell } from "../support/shells.ts";
import { makeTree } from "../support/tree.ts";

const LINES = [
  "file .gitignore ignored\n",
  "dir .git",
  "file ignored x",
  "file src/tools/tool.ts x",
  "file src/tools.ts x",
  "file src/other.ts x",
  "file src/deep/tool.rs x",
  "file README.md x",
  "file .hidden/file x",
  "file .env x",
  "file weird/plain x",
  "file node_modules/pack/index.js x",
  "symlink linked src",
];

/** Each begins with letters of its own; the rest is what a shell or a terminal acts on. */
const WEIRD = [
  ...[
    "aa b  c'd\"e\\f",
    "bb$HOME`id`$(id)*?[w]{y,z}",
    "cc!d#~;&|()<>=:%^@(y)",
    "dd\n\nn\u001b[31m\u0007o",
    "eeä ö日本 語😀 \u00a0x",
  ],
  ...["ff'", 'gg"', "hh!", "ii\\", "jj\n", "kk -l"],
];
/** Bash can spell them out. Others would write the second to the terminal, and fish takes what follows a tab for a description. */
const LEFT_OUT: Readonly<Record<ShellName, readonly string[]>> = {
  bash: [],
  zsh: ["xbi\u202edi"],
  fish: ["xbi\u202edi", "xta\tb", "xc1\u0085"],
};
const WEIRDER = LEFT_OUT.fish;

function makeFolder(): string {
  const root = makeTree(LINES);
  mkdirSync(join(root, "my dir"));
  writeFileSync(join(root, "my dir/sub file"), "");
  mkdirSync(join(root, "weird/new\nline"));
  writeFileSync(join(root, "weird/new\nline/inside"), "");
  for (const name of [...WEIRD, ...WEIRDER]) writeFileSync(join(root, "weird", name), "");
  return root;
}

/** What is typed before Tab, and the words that come of it. */
const TYPED: [typed: string, words: string[]][] = [
  ["tr", ["tree"]],
  ["tree --dep", ["tree", "--depth"]],
  ["find --type=dir", ["find", "--type=directory"]],
  ["tree --nothing-like-it", ["tree", "--nothing-like-it"]],
  // A space behind a file, none behind a directory.
  ["read READ\tX", ["read", "README.md", "X"]],
  ["tree sr\tX", ["tree", "src/X"]],
  ["read src/tool", ["read", "src/tools"]],
  ["read linked/oth", ["read", "linked/other.ts"]],
  ["read my\tsub", ["read", "my dir/sub file"]],
  ["read 'my d\tsub", ["read", "my dir/sub file"]],
  ['read "my dir/s', ["read", "my dir/sub file"]],
  ["read 'my dir'/s", ["read", "my dir/sub file"]],
  ["read my\\ dir/s", ["read", "my dir/sub file"]],
  ["read weird/new\tin", ["read", "weird/new\nline/inside"]],
  ["read none", ["read", "none"]],
  ["read .en", ["read", ".en"]],
  ["find weird/bb", ["find", "weird/bb$HOME`id`$(id)\\*\\?\\[w]\\{y,z}"]],
  ["find 'src/*/tool.r", ["find", "src/*/tool.rs"]],
  ["search x --include=READ", ["search", "x", "--include=README.md"]],
  ["tree --exclude my\tX", ["tree", "--exclude", "my dir/X"]],
  ["read --workspace='my dir' su", ["read", "--workspace=my dir", "sub file"]],
  ["read --config none.toml READ", ["read", "--config", "none.toml", "READ"]],
  // The shell's own files and directories.
  ["tree --config READ", ["tree", "--config", "README.md"]],
  ["tree --config=READ", ["tree", "--config=README.md"]],
  ["tree -w my\\ d\tX", ["tree", "-w", "my dir/X"]],
  ["mcp sr\tX", ["mcp", "src/X"]],
  ["mcp READ", ["mcp", "READ"]],
  ["tree < READ", ["tree"]],
];

const SHELLS: readonly ShellName[] = ["bash", "zsh", "fish"];
const QUOTES = ["", '"', "'"];

/** What differs most from shell to shell: those are typed in each. */
const FOR_ALL = ["tr", "read my\tsub", "tree --config=READ"];
/** Dealt out to the shells in a short run, where each is typed in one of them. */
const dealTo = <Value>(shell: number, values: readonly Value[]) =>
  isThorough ? values : values.filter((_, index) => index % SHELLS.length === shell);

for (const [shellIndex, name] of SHELLS.entries()) {
  const reason = whyNoShell(name);
  if (reason !== null) console.warn(`completion in ${name} is not tested: ${reason}`);

  describe.skipIf(reason !== null)(`in ${name}`, () => {
    /** In a short run in this shell only. */
    const testIn = (only: ShellName) => test.skipIf(!isThorough && name !== only);
    const inShell = async (root: string, options: Parameters<typeof openShell>[2], use: (shell: Shell) => unknown) => {
      const shell = await openShell(name, root, options);
      try {
        await use(shell);
      } finally {
        await shell.close();
      }
    };

    test("Tab completes commands, options, values, paths and globs", async () => {
      await inShell(makeFolder(), {}, async (shell) => {
        const others = TYPED.filter(([typed]) => !FOR_ALL.includes(typed));
        const shared = TYPED.filter(([typed]) => FOR_ALL.includes(typed));
        for (const [typed, words] of [...shared, ...dealTo(shellIndex, others)])
          expect([typed, await shell.type(`porthole ${typed}`)]).toEqual([typed, words]);
        expect(shell.screen).not.toContain("porthole:");
      });
    });

    testIn("zsh")("the home folder is known by its tilde", async () => {
      const root = makeFolder();
      await inShell(root, { env: { HOME: root }, isAlone: true }, async (shell) => {
        expect(await shell.type("porthole read ~/READ")).toEqual(["read", `${root}/README.md`]);
        expect(await shell.type("porthole read -w ~/src oth")).toEqual(["read", "-w", `${root}/src`, "other.ts"]);
        expect(await shell.type("porthole tree -w ~/sr\tX")).toEqual(["tree", "-w", `${root}/src/X`]);
      });
    });

    test.each(dealTo(shellIndex, QUOTES))("names stay whole whatever is in them, behind %j", async (quote) => {
      const root = makeFolder();
      const files = [...WEIRD, ...WEIRDER].filter((file) => !LEFT_OUT[name].includes(file));
      // From another folder: there the shell itself has nothing to offer.
      await inShell("/", {}, async (shell) => {
        for (const file of dealTo(shellIndex, files)) {
          const typed = `${quote}weird/${file.slice(0, file.startsWith("x") ? 3 : 2)}`;
          expect(await shell.type(`porthole read -w ${root} ${typed}`)).toEqual(["read", "-w", root, `weird/${file}`]);
        }
      });
    });

    testIn("bash")("names that are offered cannot write to the terminal", async () => {
      const root = makeTree([]);
      for (const file of ["a\u001b[31mEVIL", "a\u0007bell", "a\u009b31m", ...WEIRDER.map((file) => `a${file}`)])
        writeFileSync(join(root, file), "");
      await inShell(root, {}, async (shell) => {
        await shell.show("porthole read a\t\t", "EVIL");
        for (const evil of ["\u001b[31mEVIL", "\u0007bell", "\u009b", "\u202e"])
          expect(shell.screen).not.toContain(evil);
      });
    });

    testIn("fish")("only what begins as typed is added where there are too many names", async () => {
      const root = makeTree(Array.from({ length: 2100 }, (_, index) => `file long${10_000 + index} x`));
      await inShell(root, {}, async (shell) => {
        expect(await shell.type("porthole read lo")).toEqual(["read", "lo"]);
        expect(await shell.type("porthole read long1209")).toEqual(["read", "long1209"]);
        expect(await shell.type("porthole read long12099")).toEqual(["read", "long12099"]);
      });
    });

    testIn("bash")("it can be loaded twice, also by a strict shell", async () => {
      const strict = {
        bash: "set -eu; set -o pipefail; shopt -s failglob nullglob extglob; IFS=x",
        zsh: "setopt ksh_arrays no_unset sh_word_split glob_subst no_clobber warn_create_global",
        fish: "",
      }[name];
      const again = `source "$LOADED"`;
      await inShell(makeFolder(), { before: strict, after: again, isAlone: true }, async (shell) => {
        expect(await shell.type("porthole tree --dep")).toEqual(["tree", "--depth"]);
        expect(await shell.type("porthole read my\tsub")).toEqual(["read", "my dir/sub file"]);
        expect(await shell.type("porthole mcp sr\tX")).toEqual(["mcp", "src/X"]);
        if (name === "fish")
          expect(await shell.type("porthole (count (complete -C 'porthole tr'))", "")).toEqual(["1"]);
        expect(shell.screen).not.toMatch(/error|readonly|unbound|not set|no match|bad /i);
      });
    });

    testIn("fish")("nothing of the workspace is run", async () => {
      const root = makeFolder();
      for (const file of ["porthole", "node", "bun"]) {
        writeFileSync(join(root, file), `#!/bin/sh\ntouch ${root}/ran\n`);
        chmodSync(join(root, file), 0o755);
      }
      const path = `${root}:.:${process.env.PATH}`;
      await inShell(root, { env: { PATH: path }, isAlone: true }, async (shell) => {
        expect(await shell.type("porthole read '$(touch ran)'\t READ")).toEqual(["read", "$(touch ran)", "READ"]);
        expect(await shell.type("porthole read READ")).toEqual(["read", "README.md"]);
        await shell.type("true ./porthole tree sr\t; porthole");
      });
      expect(existsSync(join(root, "ran"))).toBe(false);
    });
  });
}
