// What the completion scripts are told, shell by shell. Leaves what shells make of it to completion.test.ts.

import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type OpenQuote, quoteForBash } from "../../src/cli/bash_quote.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { scanBash } from "../../src/cli/completion/scan_bash.ts";
import { answerShell } from "../../src/cli/completion/shells.ts";
import { SHELL_NAMES } from "../../src/cli/option_rows.ts";
import { anyCharacter } from "../support/any_character.ts";
import { porthole } from "../support/cli.ts";
import { times } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";

const ROOT = makeTree([
  "file .gitignore ignored\n",
  "dir .git",
  "file ignored x",
  "file src/tools/tool.ts x",
  "file src/other.ts x",
  "file src/deep/tool.rs x",
  "file README.md x",
  "file .hidden/file x",
  "file .env x",
  "file -dash x",
  "file node_modules/pack/index.js x",
  "file src/[x].ts x",
]);

/** What can follow the part of the last word that is kept, or who completes it. */
async function ask(...words: string[]): Promise<string[] | string> {
  const [kind = "", ...fields] = (await answerShell("zsh", words)).split("\0");
  if (kind === "files" || kind === "directories") return kind;
  return fields.filter((_, index) => index % 2 === 0);
}

describe("the last word of a line", () => {
  test.each([
    [["tr"], ["tree"]],
    [["--"], ["--help", "--version"]],
    [["help", "tr"], ["tree"]],
    [["help", "tree", ""], []],
    [["nonsense", ""], []],
    [["tree", "--dep"], ["--depth"]],
    [["tree", "--depth", "3", "--dep"], []],
    [["tree", "--exclude", "a", "--exc"], ["--exclude"]],
    [["tree", "--depth", ""], []],
    [["tree", "--all="], []],
    [["tree", "--none="], []],
    [
      ["find", "--type", ""],
      ["file", "directory", "all"],
    ],
    [["find", "--type=d"], ["directory"]],
    [
      ["call", "read_"],
      ["read_file", "read_files"],
    ],
    [["call", "tree", ""], []],
    [
      ["complete", ""],
      ["bash", "zsh", "fish"],
    ],
    [["tools", ""], []],
    [["mcp", ""], "directories"],
    [["mcp", "--config", ""], "files"],
    [["mcp", ".", "--http", ""], []],
    [["mcp", ".", "--log", ""], "files"],
    [["log", ""], "files"],
    [
      ["log", "calls.jsonl", "--tool", "read_"],
      ["read_file", "read_files"],
    ],
    [["tree", "-w", ""], "directories"],
    [["tree", "-aw", ""], "directories"],
    [["tree", "--workspace="], "directories"],
  ] satisfies [string[], string[] | string][])("%j is completed by %j", async (words, expected) => {
    expect(await ask(...words)).toEqual(expected);
  });

  test.each([
    [["read"], "", ["README.md", "src/"]],
    [["read"], "./", ["-dash", "README.md", "src/"]],
    [["read", "--"], "src/o", ["other.ts"]],
    [["read"], `${ROOT}/src/o`, ["other.ts"]],
    [["read"], "src/../READ", ["README.md"]],
    [["read"], "../", []],
    [["read"], "/", []],
    [["read"], "none/", []],
    [["read"], "README.md/", []],
    [["read"], ".", [".gitignore", ".hidden/"]],
    [["read"], ".hidden/", ["file"]],
    [["read"], "node_modules/", ["pack/"]],
    [["tree", "--hidden"], "", [".gitignore", ".hidden/", "README.md", "src/"]],
    [["tree", "--no-ignore"], "i", ["ignored"]],
    [["tree", "--deny", "README.md"], "R", []],
    [["explain"], "", [".gitignore", ".hidden/", "README.md", "ignored", "node_modules/", "src/"]],
    [["find"], "src/[", []],
    [["find"], "src/\\[", ["\\[x].ts"]],
    [["find"], "*/too", ["tools/"]],
    [["find"], "src/*/too", ["tool.rs", "tool.ts"]],
    [["find"], "**/too", ["tool.rs", "tools/", "tool.ts"]],
    [["find"], "{src,docs}/o", ["other.ts"]],
    [["find"], "{src,docs/o", []],
    [["find"], "*", []],
    [["find"], "/src/o", ["other.ts"]],
    [["find", "x"], "src/o", ["other.ts"]],
    [["search"], "READ", []],
    [["search", "x", "--exclude"], "src/o", ["other.ts"]],
    [["search", "x", "src", "--exclude"], "o", ["other.ts"]],
    [["search", "x", "src", "--deny"], "o", []],
    [["tree", "src", "--exclude"], "src/o", ["other.ts"]],
  ] satisfies [string[], string, string[]][])(
    "behind %j, %j leads to %j",
    async ([command = "", ...before], typed, names) => {
      const found = await ask(command, "-w", ROOT, ...before, typed);
      expect([...found].sort()).toEqual(names.toSorted());
    },
  );

  test("DIR is the folder of the globs behind it", async () => {
    expect(await ask("mcp", `${ROOT}/src`, "--deny", "o")).toEqual(["other.ts"]);
  });
});

describe("answers", () => {
  test("each shell gets them in its own way", async () => {
    const { about } = COMMANDS.tree.options.depth;
    expect(await answerShell("zsh", ["tree", "--dep"])).toBe(`words\0--depth\0${about}`);
    expect(await answerShell("fish", ["tree", "--dep"])).toBe(`words\0--depth\t${about}`);
    expect(await answerShell("bash", ["porthole tree --dep", "--dep"])).toBe("words\n--depth \n");
    expect(await answerShell("zsh", ["read", "-w", ROOT, "src/o"])).toBe("places\0other.ts\0");
    expect(await answerShell("fish", ["read", "-w", ROOT, "src/o"])).toBe("places\0src/other.ts\t");
    expect(await answerShell("bash", [`porthole read -w ${ROOT} "src/o`, "src/o"])).toBe("words\nsrc/other.ts\n");
    expect(await answerShell("bash", [`porthole find -w ${ROOT} --deny=src/o`, "src/o"])).toBe(
      "words\nsrc/other.ts \n",
    );
  });

  test("faults are told to a person who asks by hand, with exit code 2", () => {
    const asked = porthole("/", ["complete", "--", "zsh", "read", "-w", "/none/at/all", "a"]);
    expect([asked.status, asked.stdout]).toEqual([2, ""]);
    expect(asked.stderr).toContain("the workspace root does not exist");
    expect(porthole("/", ["complete", "--", "tcsh", ""]).status).toBe(2);
  });

  test("no script holds a control character but newlines", () => {
    for (const name of SHELL_NAMES)
      expect(porthole("/", ["complete", name]).stdout.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });
});

const hasBash = spawnSync("bash", ["--version"]).status === 0;
if (!hasBash) console.warn("quoting is not compared with bash: there is no bash");

describe("quoting for bash", () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(..."'\"\\$`!*?[]{}~ \n\t\u001b\u202e#;&|<>ab"),
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
    ),
  });
  const words = fc.array(
    text.filter((word) => !word.includes("\0")),
    { minLength: 1, maxLength: 100 },
  );
  const quotes = ["", "'", '"'] satisfies OpenQuote[];

  /** A line editor adds the quote at the end if there is none. */
  function toWord(word: string, quote: OpenQuote): string {
    const quoted = quoteForBash(word, quote);
    if (quote === "") return quoted || "''";
    return `${quote}${quoted}${quoted.endsWith(quote) ? "" : quote}`;
  }

  test.skipIf(!hasBash).each(quotes)("behind %j bash reads the words that were meant", (quote) => {
    fc.assert(
      fc.property(words, (meant) => {
        const line = meant.map((word) => toWord(word, quote)).join(" ");
        const env = { PATH: process.env.PATH, LC_ALL: "C.UTF-8" };
        // Bash takes the socket that Node gives it for a remote login, and would read the user's own settings.
        const { stdout } = spawnSync("bash", ["--norc", "-c", `printf '%s\\0' ${line}`], { env, encoding: "utf8" });
        expect(stdout.split("\0").slice(0, -1)).toEqual(meant);
        expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
      }),
      { numRuns: times(2, 8) },
    );
  });

  test.each(quotes)("behind %j the words are found again in the line", (quote) => {
    fc.assert(
      fc.property(words, (meant) => {
        const line = meant.map((word) => toWord(word, quote)).join(" ");
        expect(scanBash(line).words).toEqual(meant);
      }),
      { numRuns: times(5, 100) },
    );
  });

  test.each([
    ["a b ", ["a", "b", ""], "", false],
    ["a 'b c", ["a", "b c"], "'", false],
    ['a "b \\" c', ["a", 'b " c'], '"', false],
    ['a "b\\', ["a", "b"], '"', false],
    ["a b\\", ["a", "b"], "", false],
    ["a 'b'c", ["a", "bc"], "", false],
    ["a > b", ["a", "b"], "", true],
    ["a 2> b c", ["a", "c"], "", false],
    ["a >", ["a", ""], "", true],
    ["a b&> c d", ["a", "b", "d"], "", false],
  ] satisfies [string, string[], OpenQuote, boolean][])("%j is read as %j", (line, expected, quote, isTarget) => {
    expect(scanBash(line)).toEqual({ words: expected, quote, isTarget });
  });
});
