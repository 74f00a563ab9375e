// Completion in real shells: keys are typed into a pseudo-terminal, and the words that the command gets are compared. dist/ must be built.

import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { porthole } from "../support/cli.ts";
import { openShell, type Shell, type ShellName, whyNoShell } from "../support/shells.ts";
import { makeTree } from "../support/tree.ts";

const SHELLS: readonly ShellName[] = ["bash", "zsh", "fish"];

function makeFolder(): string {
  const root = makeTree(["file src/tools.ts x", "file README.md x", "file tree x"]);
  mkdirSync(join(root, "my dir"));
  writeFileSync(join(root, "my dir/sub file"), "");
  return root;
}

/** What is typed before Tab, and the words that come of it. */
const TYPED: [typed: string, words: string[]][] = [
  ["tr", ["tree"]],
  ["--vers", ["--version"]],
  ["help expl", ["help", "explain"]],
  ["tree --dep", ["tree", "--depth"]],
  ["find tree --ty", ["find", "tree", "--type"]],
  ["find --type di", ["find", "--type", "directory"]],
  ["find --type=dir", ["find", "--type=directory"]],
  ["mcp . --dialect gem", ["mcp", ".", "--dialect", "gemini"]],
  ["mcp . --format js", ["mcp", ".", "--format", "json"]],
  ["tools --format anth", ["tools", "--format", "anthropic"]],
  ["tree --nothing-like-it", ["tree", "--nothing-like-it"]],
  ["call list_d\tX", ["call", "list_directory", "X"]],
  ["complete fi", ["complete", "fish"]],
  // The shell's own files and directories.
  ["read READ\tX", ["read", "README.md", "X"]],
  ["read src/to", ["read", "src/tools.ts"]],
  ["read my\tsub", ["read", "my dir/sub file"]],
  ["search x READ", ["search", "x", "README.md"]],
  ["tree --config READ", ["tree", "--config", "README.md"]],
  ["tree --config=READ", ["tree", "--config=README.md"]],
  ["tree -w my\\ d\tX", ["tree", "-w", "my dir/X"]],
  ["mcp sr\tX", ["mcp", "src/X"]],
  ["read none", ["read", "none"]],
];

for (const name of SHELLS) {
  const reason = whyNoShell(name);
  if (reason !== null) console.warn(`completion in ${name} is not tested: ${reason}`);

  describe.skipIf(reason !== null)(`in ${name}`, () => {
    const inShell = async (root: string, options: Parameters<typeof openShell>[2], use: (shell: Shell) => unknown) => {
      const shell = await openShell(name, root, options);
      try {
        await use(shell);
      } finally {
        await shell.close();
      }
    };

    test("Tab completes commands, options and values, and the shell completes paths", async () => {
      await inShell(makeFolder(), {}, async (shell) => {
        for (const [typed, words] of TYPED)
          expect([typed, await shell.type(`porthole ${typed}`)]).toEqual([typed, words]);
      });
    });

    test("it can be loaded twice, also by a strict shell", async () => {
      const strict = {
        bash: "set -eu; set -o pipefail; shopt -s failglob nullglob extglob; IFS=x",
        zsh: "setopt ksh_arrays no_unset sh_word_split glob_subst no_clobber warn_create_global",
        fish: "",
      }[name];
      await inShell(makeFolder(), { before: strict, after: `source "$LOADED"` }, async (shell) => {
        for (const [typed, words] of TYPED)
          expect([typed, await shell.type(`porthole ${typed}`)]).toEqual([typed, words]);
        if (name === "fish")
          expect(await shell.type("porthole (count (complete -C 'porthole tr'))", "")).toEqual(["1"]);
        expect(shell.screen).not.toMatch(/error|readonly|unbound|not set|no match|bad /i);
      });
    });

    test("Tab runs no program of the folder", async () => {
      const root = makeFolder();
      for (const file of ["porthole", "node", "bun"]) {
        writeFileSync(join(root, file), `#!/bin/sh\ntouch ${root}/ran\n`);
        chmodSync(join(root, file), 0o755);
      }
      const path = `${root}:.:${process.env.PATH}`;
      await inShell(root, { env: { PATH: path } }, async (shell) => {
        expect(await shell.type("porthole read '$(touch ran)'\t READ")).toEqual(["read", "$(touch ran)", "README.md"]);
        expect(await shell.type("porthole tree --color=nev")).toEqual(["tree", "--color=never"]);
      });
      expect(existsSync(join(root, "ran"))).toBe(false);
    });

    test("the script holds no control character but newlines", () => {
      expect(porthole("/", ["complete", name]).stdout.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    });
  });
}
