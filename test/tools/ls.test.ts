// list_directory of the Gemini dialect, called as a host calls it, on both ways of keeping the seal.
// Leaves failures, several directories and the parts to the tests in ls/, and the comparison with the original to test/gemini.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BaseDeclarativeTool, BaseToolInvocation } from "../../src/tools/base.ts";
import { LSTool, LSToolInvocation } from "../../src/tools/ls.ts";
import { addEntries, makeTree } from "../support/tree.ts";
import { letSettle, STRATEGIES } from "../support/workspaces.ts";
import { linesOf, list, makeHost, refusalOf } from "./ls/host.ts";

const signal = new AbortController().signal;
const OUTSIDE = "Path must be within one of the workspace directories:";

describe("the declaration", () => {
  test("LS-01 is that of the original, to the letter", () => {
    const tool = new LSTool(makeHost("/ws"));
    expect(tool).toBeInstanceOf(BaseDeclarativeTool);
    const { name, displayName, kind, isOutputMarkdown, canUpdateOutput } = tool;
    expect([LSTool.Name, name, displayName, kind, isOutputMarkdown, canUpdateOutput]).toEqual([
      "list_directory",
      "list_directory",
      "ReadFolder",
      "search",
      true,
      false,
    ]);
    expect(tool.schema).toEqual({
      name: "list_directory",
      description:
        "Lists the names of files and subdirectories directly within a specified directory path. Can optionally ignore entries matching provided glob patterns.",
      parametersJsonSchema: {
        type: "object",
        properties: {
          path: {
            type: "string",
            description: "The absolute path to the directory to list (must be absolute, not relative)",
          },
          ignore: { type: "array", items: { type: "string" }, description: "List of glob patterns to ignore" },
          file_filtering_options: {
            type: "object",
            description: "Optional: Whether to respect ignore patterns from .gitignore or .geminiignore",
            properties: {
              respect_git_ignore: {
                type: "boolean",
                description:
                  "Optional: Whether to respect .gitignore patterns when listing files. Only available in git repositories. Defaults to true.",
              },
              respect_gemini_ignore: {
                type: "boolean",
                description:
                  "Optional: Whether to respect .geminiignore patterns when listing files. Defaults to true.",
              },
            },
          },
        },
        required: ["path"],
      },
    });
  });
});

describe("parameters", () => {
  test("LS-02 refuses a relative path", () => {
    const host = makeHost(makeTree([]));
    for (const path of ["src", ".", "./a", "", "~"]) {
      expect(refusalOf(host, { path })).toBe(`Path must be absolute: ${path}`);
    }
  });

  test("LS-02 refuses a path outside every workspace directory, whether anything is there or not", async () => {
    const root = makeTree(["dir a", "symlink out ..", "symlink gone ../nowhere", "symlink far /etc"]);
    mkdirSync(`${root}-other`);
    await letSettle();
    const host = makeHost(root);
    const outside = ["/", "/etc", "/nowhere", `${root}-other`, `${root}/..`, `${root}/../x`, `${root}/a/../..`];
    const led = ["out", "out/nowhere", "gone", "far", "far/passwd"].map((name) => join(root, name));
    for (const path of [...outside, ...led]) {
      expect([path, refusalOf(host, { path })]).toEqual([path, `${OUTSIDE} ${root}`]);
    }
  });

  test("LS-02 does not take the host's word for it", async () => {
    const root = makeTree(["dir a", "symlink out ..", "symlink gone ../nowhere"]);
    const other = makeTree(["dir b"]);
    await letSettle();
    const host = makeHost(root, { directories: [root, other], trusting: true });
    for (const path of ["/etc", `${root}/out`, `${root}/out/x`, `${root}/gone`, `${root}/a/../..`]) {
      expect([path, refusalOf(host, { path })]).toEqual([path, `${OUTSIDE} ${root}, ${other}`]);
    }
    const nowhere = makeHost(root, { directories: [], trusting: true });
    expect(refusalOf(nowhere, { path: root })).toBe(`${OUTSIDE} `);
    expect(refusalOf(nowhere, { path: "/a".repeat(500_000) })).toBe(`${OUTSIDE} `);
  });

  test("LS-02 takes the host's word against a path", () => {
    const root = makeTree(["dir a"]);
    const host = makeHost(root);
    const strict = { getDirectories: () => [root], isPathWithinWorkspace: () => false };
    expect(refusalOf({ ...host, getWorkspaceContext: () => strict }, { path: root })).toBe(`${OUTSIDE} ${root}`);
  });

  test("LS-02 refuses what no path can be, and globs that are too long", () => {
    const root = makeTree([]);
    const host = makeHost(root, { trusting: true });
    expect(refusalOf(host, { path: `${root}/a\0b` })).toBe("path must not contain a NUL character");
    expect(refusalOf(host, { path: `${root}/${"a".repeat(4096)}` })).toBe(
      "path must not be longer than 4096 bytes in UTF-8",
    );
    expect(refusalOf(host, { path: root, ignore: ["*", "a".repeat(4097)] })).toBe(
      "ignore[1] must not be longer than 4096 characters",
    );
    expect(refusalOf(host, { path: root, ignore: "*" })).toBe('ignore must be an array, not "*"');
    expect(new LSTool(host).validateToolParams({ path: root, ignore: ["a".repeat(4096)] })).toBe(null);
  });

  test("LS-03 become an invocation if they are valid, and only then", async () => {
    const root = makeTree(["dir a"]);
    const tool = new LSTool(makeHost(root));
    const params = { path: join(root, "a"), ignore: ["*.log"] };
    const invocation = tool.build(params);
    expect(invocation).toBeInstanceOf(LSToolInvocation);
    expect(invocation).toBeInstanceOf(BaseToolInvocation);
    expect(invocation.params).toBe(params);
    expect(invocation.toolLocations()).toEqual([]);
    expect(await invocation.shouldConfirmExecute(signal)).toBe(false);
    expect(tool.validateToolParams(params)).toBe(null);
    expect(() => tool.build({ path: "a" })).toThrow("Path must be absolute: a");
    await expect(tool.buildAndExecute({ path: "a" }, signal)).rejects.toThrow("Path must be absolute: a");
    expect(await tool.validateBuildAndExecute({ path: "a" }, signal)).toEqual({
      llmContent: "Error: invalid parameters: Path must be absolute: a",
      returnDisplay: "Path must be absolute: a",
      error: { message: "Path must be absolute: a", type: "invalid_tool_params" },
    });
  });

  test("LS-03 are told to a person by the path from the target directory, on one line of at most 35 characters", () => {
    const root = makeTree([]);
    const describeIn = (path: string) => new LSToolInvocation(makeHost(root), { path }).getDescription();
    expect(describeIn(root)).toBe(".");
    expect(describeIn(`${root}/a/./b/`)).toBe("a/b");
    expect(describeIn(join(root, ".."))).toBe("..");
    expect(describeIn(`${root}/a\nb`)).toBe("a\\x0ab");
    expect(describeIn(join(root, "x".repeat(35)))).toBe("x".repeat(35));
    expect(describeIn(join(root, "src/some/very/long/way/to/the/target"))).toBe("src/some/very/lo...ay/to/the/target");
  });
});

describe.each(STRATEGIES)("a call, in workspaces kept by %s", (strategy) => {
  test("LS-05 leaves out what git and gemini ignore, and counts it before the globs apply", async () => {
    const root = makeTree(["dir .git", "file a.log x", "file b.log x", "file secret x", "file kept x", "dir dist"]);
    const host = makeHost(root, { git: [".git/", "a.log", "dist/", "secret"], gemini: ["secret", "b.log"] });
    expect(await list(host, root, { strategy, ignore: ["*.log", "di?t"] })).toEqual({
      llmContent: `Directory listing for ${root}:\nkept\n\n(4 git-ignored, 1 gemini-ignored)`,
      returnDisplay: "Listed 1 item(s). (4 git-ignored, 1 gemini-ignored)",
    });
    expect(await list(host, root, { strategy, ignore: ["k*"] })).toEqual({
      llmContent: `Directory listing for ${root}:\n\n\n(4 git-ignored, 1 gemini-ignored)`,
      returnDisplay: "Listed 0 item(s). (4 git-ignored, 1 gemini-ignored)",
    });
  });

  test("LS-05 asks the file service by the place in its root, a slash behind directories and not behind links", async () => {
    const root = makeTree([
      "dir sub/dir",
      "file sub/file x",
      "symlink sub/link dir",
      "symlink way sub",
      "fifo sub/pipe",
    ]);
    const asked = ["sub/dir/", "sub/file", "sub/link", "sub/pipe"];
    for (const path of ["sub", "way", "way/../sub/"]) {
      const host = makeHost(root);
      expect(await linesOf(host, `${root}/${path}`, { strategy })).toEqual(["[DIR] dir", "[DIR] link", "file", "pipe"]);
      expect([...host.asked].sort()).toEqual(asked);
    }
  });

  test("LS-05 ignores what the call says, else what the host says, else both", async () => {
    const root = makeTree(["file git x", "file gemini x"]);
    const see = (filtering: object, options?: object) => {
      const host = makeHost(root, { git: ["git"], gemini: ["gemini"], filtering });
      return linesOf(host, root, { strategy, ...(options && { file_filtering_options: options }) });
    };
    const both = ["", "", "(1 git-ignored, 1 gemini-ignored)"];
    expect(await see({})).toEqual(both);
    expect(await see({ respectGitIgnore: undefined, respectGeminiIgnore: undefined })).toEqual(both);
    expect(await see({}, {})).toEqual(both);
    expect(await see({ respectGitIgnore: false })).toEqual(["git", "", "(1 gemini-ignored)"]);
    expect(await see({ respectGeminiIgnore: false })).toEqual(["gemini", "", "(1 git-ignored)"]);
    expect(await see({}, { respect_git_ignore: false })).toEqual(["git", "", "(1 gemini-ignored)"]);
    expect(await see({}, { respect_gemini_ignore: false })).toEqual(["gemini", "", "(1 git-ignored)"]);
    const neither = { respectGitIgnore: false, respectGeminiIgnore: false };
    expect(await see(neither)).toEqual(["gemini", "git"]);
    expect(await see(neither, { respect_git_ignore: true })).toEqual(["gemini", "", "(1 git-ignored)"]);
    expect(await see(neither, { respect_gemini_ignore: true, respect_git_ignore: true })).toEqual(both);
  });

  test("LS-06 follows links that stay inside, and skips what leads out or nowhere", async () => {
    const root = makeTree([
      "dir d/e",
      "file f x",
      "symlink to-d d",
      "symlink to-f d/../f",
      "symlink to-to-d to-d",
      "symlink out ..",
      "symlink far /etc",
      "symlink out-f ../outside",
      "symlink back ../ws/f",
      "symlink gone nowhere",
      "symlink loop loop",
    ]);
    addEntries(join(root, ".."), ["file outside x"]);
    expect(await linesOf(makeHost(root), root, { strategy })).toEqual([
      "[DIR] d",
      "[DIR] to-d",
      "[DIR] to-to-d",
      "f",
      "to-f",
    ]);
  });

  test("LS-07 puts directories first, then sorts by name as English does", async () => {
    const names = ["b", "B", "a", "A", "10", "9", "_x", "-x", ".x", "~x", "é", "e", "f", "ä", "z", "Z", "日", "zz"];
    const root = makeTree(names.flatMap((name) => [`file ${name} x`, `dir ${name}.d`]));
    const order = [..."_-.~"].map((mark) => `${mark}x`);
    order.push("10", "9", "a", "A", "ä", "b", "B", "e", "é", "f", "z", "Z", "zz", "日");
    expect(await linesOf(makeHost(root), root, { strategy })).toEqual([
      ...order.map((name) => `[DIR] ${name}.d`),
      ...order,
    ]);
  });

  test("LS-08 writes the path as the caller did, and one line for each entry", async () => {
    const root = makeTree(["dir src", "file a x", "dir empty"]);
    const host = makeHost(root);
    for (const path of [root, `${root}/`, `${root}/./src/..//`]) {
      expect(await list(host, path, { strategy })).toEqual({
        llmContent: `Directory listing for ${path}:\n[DIR] empty\n[DIR] src\na`,
        returnDisplay: "Listed 3 item(s).",
      });
    }
    expect(await list(host, `${root}/empty/`, { strategy })).toEqual({
      llmContent: `Directory ${root}/empty/ is empty.`,
      returnDisplay: "Directory is empty.",
    });
    expect(await list(host, root, { strategy, ignore: ["*"] })).toEqual({
      llmContent: `Directory listing for ${root}:\n`,
      returnDisplay: "Listed 0 item(s).",
    });
  });

  test("LS-08 shows control characters escaped, so that no name forges a line", async () => {
    const root = makeTree([]);
    for (const name of ["a\nb", "c\r[DIR] d", "e\u001b[2J", "f\u2028g", "h\u202ei", "j\u0085k"])
      mkdirSync(join(root, name));
    expect(await linesOf(makeHost(root), root, { strategy })).toEqual([
      "[DIR] a\\x0ab",
      "[DIR] c\\x0d[DIR] d",
      "[DIR] e\\x1b[2J",
      "[DIR] f\\u2028g",
      "[DIR] h\\u202ei",
      "[DIR] j\\x85k",
    ]);
  });
});
