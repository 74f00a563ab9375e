// Rules made to waste time or memory: globs that cause backtracking elsewhere, TOML bombs, ignore files of a million lines. No clock is
// needed: an exhaustive search would not end, and a slow tool would answer with a timeout.

import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { ConfigFile, makeFolder } from "../config/files.ts";
import { porthole } from "../support/cli.ts";
import { isThorough } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";

const LONGEST_NAME = "a".repeat(255);

describe("globs made to backtrack", () => {
  const deep = Array(60).fill("a").join("/");
  const root = makeTree([`file ${LONGEST_NAME} x`, `file d/${LONGEST_NAME} x`, `file ${deep}/f x`, "file b x"]);
  // None of them matches; to find out, other engines try every way to divide the letters among the stars.
  const GLOBS = [
    `${"*a".repeat(100)}*b`,
    `${"**/a/".repeat(200)}b`,
    `${"?*".repeat(120)}[!a]`,
    `${"[ab]*".repeat(50)}c`,
    `**/${"*a*".repeat(80)}/**/x`,
    `{${"a*,".repeat(60)}a*}${"*a".repeat(20)}z`,
  ];

  test.each(GLOBS)("tree: exclude %#", async (glob) => {
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const outcome = await toolkit.tree(".", { entry_kind: "all", max_depth: 12, exclude: [glob, glob] });
    const names = outcome.status === "success" ? outcome.data.root.children?.map(({ name }) => name) : outcome.error;
    expect(names).toEqual(["a", "d", LONGEST_NAME, "b"]);
  });

  test.each(GLOBS)("list_directory of the Gemini dialect: ignore %#", async (glob) => {
    using toolkit = createAgentToolkit({ workspaceRoot: root, dialect: "gemini" });
    const args = { path: root, ignore: Array(20).fill(glob) };
    const { content } = await toolkit.execute({ id: "1", name: "list_directory", arguments: args });
    expect(content.split("\n").slice(1)).toEqual(["[DIR] a", "[DIR] d", LONGEST_NAME, "b"]);
  });

  test("denied patterns, all of them at every file", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: root, deniedPatterns: GLOBS });
    const paths = [LONGEST_NAME, `d/${LONGEST_NAME}`, `${deep}/f`, "b"];
    const outcomes = await Promise.all(paths.map((path) => toolkit.readFile(path)));
    expect(outcomes.map(({ status }) => status)).toEqual(paths.map(() => "success"));
  });
});

describe("TOML bombs", () => {
  const file = new ConfigFile(makeFolder());
  const KEY = "k".repeat(200_000);
  const [PARTS, TABLES, REPEATED] = isThorough ? [100_000, 30_000, 40_000] : [20_000, 5000, 5000];
  const BOMBS: readonly (readonly [what: string, text: string])[] = [
    ["arrays nested 100,000 deep", `a = ${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["arrays that never close", `a = ${"[".repeat(200_000)}`],
    ["inline tables nested 40,000 deep", `a = ${"{a=".repeat(40_000)}1${"}".repeat(40_000)}`],
    [`a dotted key of ${PARTS} parts`, `${Array(PARTS).fill("a").join(".")} = 1`],
    [`a header of ${PARTS} parts`, `[${Array(PARTS).fill("a").join(".")}]`],
    ["a key of 200,000 characters", `${KEY} = 1`],
    ["a header of 200,000 characters", `[${KEY}]`],
    [`${TABLES} keys`, Array.from({ length: TABLES }, (_, i) => `k${i}=1`).join("\n")],
    [`${TABLES} tables`, Array.from({ length: TABLES }, (_, i) => `[k${i}]`).join("\n")],
    [`${REPEATED} tables in an array`, "[[a]]\n".repeat(REPEATED)],
    ["a string that never closes", `a = "${"x".repeat(250_000)}`],
    ["escapes that never end", `a = "${"\\u0041".repeat(40_000)}`],
    ["keys of the prototype", "[__proto__]\npolluted = 1\n[constructor.prototype]\npolluted = 1"],
    ["a number of 200,000 digits", `a = ${"9".repeat(200_000)}`],
  ];

  test.each(BOMBS)("%s", (_what, text) => {
    const { message } = file.refusal(text);
    expect(message.length).toBeLessThan(4000);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test("sixty denied patterns at their longest are taken or refused, not chewed on", () => {
    const patterns = Array.from({ length: 60 }, () => JSON.stringify(`${"*a".repeat(2000)}b`));
    const config = file.load(`[tools.sandbox]\ndenied_patterns = [${patterns.join(",")}]`);
    expect(config.tools?.sandbox?.denied_patterns).toHaveLength(60);
  });

  test("a file of a hundred gigabytes is not read", () => {
    writeFileSync(file.path, "");
    truncateSync(file.path, 100_000_000_000);
    const { status, stdout, stderr } = porthole(makeTree([]), ["tree", "--config", file.path]);
    expect([status, stdout, stderr.split("\n").length]).toEqual([2, "", 2]);
    expect(stderr).toContain("larger than");
  });
});

const LINES = isThorough ? 1_000_000 : 200_000;

describe(`ignore files of ${LINES} lines`, () => {
  const listing = async (root: string, config = {}) => {
    using toolkit = createAgentToolkit({ workspaceRoot: root, config });
    const outcome = await toolkit.tree(".", { entry_kind: "all" });
    return outcome.status === "success" ? outcome.data.root.children?.map(({ name }) => name) : outcome.error.code;
  };
  const RESPECTFUL = { tools: { tree: { respect_gitignore: true } } };
  const gemini = async (root: string) => {
    using toolkit = createAgentToolkit({ workspaceRoot: root, dialect: "gemini" });
    const call = { id: "1", name: "list_directory", arguments: { path: root } };
    return (await toolkit.execute(call)).content.split("\n").slice(1);
  };
  const plant = (rules: string) => {
    const root = makeTree(["file .git/HEAD ref:\\ x", "file a.log x", "file b x"]);
    for (const name of [".gitignore", ".geminiignore"]) writeFileSync(join(root, name), rules);
    return root;
  };

  test("within the limit of one mebibyte, the last line counts", async () => {
    const root = plant(`${"\n".repeat(LINES)}*.log\n`);
    expect([await listing(root), await listing(root, RESPECTFUL)]).toEqual([["a.log", "b"], ["b"]]);
    expect(await gemini(root)).toEqual([".geminiignore", ".gitignore", "b", "", "(2 git-ignored)"]);
  });

  test("beyond it, everything is hidden, and every tool answers", async () => {
    const root = plant("*.log\n".repeat(LINES));
    expect([await listing(root), await listing(root, RESPECTFUL)]).toEqual([["a.log", "b"], []]);
    expect(await gemini(root)).toEqual(["", "", "(5 git-ignored)"]);
  });
});
