// explain through a toolkit: the words, the facts, the configuration, and the text for a person.
// Leaves agreement with the tools over whole trees to agreement.test.ts.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { showExplanation } from "../../src/explain/show.ts";
import type { Explanation } from "../../src/explain/types.ts";
import { type AgentToolkitOptions, createAgentToolkit, type Toolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";
import { countDescriptors } from "../support/workspaces.ts";

const ENTRIES = [
  "dir .git",
  "file .gitignore *.log\n!keep.log\ndist/\n",
  "file src/main.ts x",
  "file src/a.log x",
  "file keep.log x",
  "file dist/x x",
  "file .env x",
  "file .ssh/config x",
  "file a.pem x",
  "file .geminiignore secret.md\n",
  "file secret.md x",
  "symlink link src",
  "symlink out ..",
  "symlink gone missing",
];

function withToolkit<T>(options: Partial<AgentToolkitOptions>, use: (toolkit: Toolkit, root: string) => T): T {
  const workspaceRoot = makeTree(ENTRIES);
  const toolkit = createAgentToolkit({ workspaceRoot, ...options });
  try {
    return use(toolkit, workspaceRoot);
  } finally {
    toolkit.close();
  }
}

function wordsFor(toolkit: Toolkit, path: string): string {
  return Object.values(toolkit.explain(path).tools)
    .map(({ word }) => word)
    .join(" ");
}

describe("explain", () => {
  test("says in one word what tree, list_directory and read_file make of a path", () => {
    withToolkit({}, (toolkit) => {
      const words = (path: string) => wordsFor(toolkit, path);
      expect(words(".")).toBe("shown shown refused");
      expect(words("src/main.ts")).toBe("shown shown readable");
      expect(words("src")).toBe("shown shown refused");
      expect(words("src/a.log")).toBe("shown shown readable");
      expect(words("dist/x")).toBe("hidden shown readable");
      expect(words(".env")).toBe("hidden hidden readable");
      expect(words("a.pem")).toBe("shown shown refused");
      expect(words(".ssh/config")).toBe("hidden hidden refused");
      expect(words("link")).toBe("shown shown refused");
      expect(words("link/main.ts")).toBe("hidden hidden readable");
      for (const path of ["out", "out/x", "gone", "none", "../x", "/etc/passwd", "", "a\0b"]) {
        expect([path, words(path)]).toEqual([path, "refused refused refused"]);
      }
    });
  });

  test("agrees with what the tools do", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: makeTree(ENTRIES) });
    for (const path of ["src/main.ts", "a.pem", ".env", "dist/x", "link/main.ts", "gone", "out", "src"]) {
      const { status } = await toolkit.readFile(path);
      const word = status === "success" ? "readable" : "refused";
      expect([path, toolkit.explain(path).tools.read_file?.word]).toEqual([path, word]);
    }
  });

  test("is pure data: place, links, kind and every rule that speaks of the path", () => {
    withToolkit({}, (toolkit) => {
      expect(toolkit.explain("link/a.log")).toEqual({
        path: "link/a.log",
        place: "inside",
        location: "src/a.log",
        links: ["link"],
        kind: "file",
        denied_by: null,
        outside_allowed_roots: null,
        hidden_by: null,
        excluded_by: null,
        git: { ignored: true, source: "gitignore", file: ".gitignore", line: 1, pattern: "*.log" },
        gemini: null,
        problems: [],
        tools: {
          tree: { word: "hidden", reason: "it is shown at src/a.log, not through the link link" },
          list_directory: { word: "hidden", reason: "it is shown at src/a.log, not through the link link" },
          read_file: { word: "readable", reason: "" },
        },
      });
      expect(toolkit.explain("keep.log").git).toMatchObject({ ignored: false, line: 2, pattern: "!keep.log" });
      expect(toolkit.explain("secret.md").gemini).toMatchObject({ ignored: true, file: ".geminiignore", line: 1 });
      expect(toolkit.explain("out/x")).toMatchObject({ place: "outside", links: ["out"], location: null });
      expect(toolkit.explain("gone")).toMatchObject({ place: "missing", links: ["gone"] });
      expect(toolkit.explain("")).toMatchObject({ place: "invalid", path: null });
      expect(JSON.parse(JSON.stringify(toolkit.explain("src")))).toEqual(toolkit.explain("src"));
    });
  });

  test("knows the configuration: ignore rules, allowed roots, policy, dialect", () => {
    const config = { tools: { tree: { respect_gitignore: true }, list_directory: { respect_gitignore: true } } };
    withToolkit({ config }, (toolkit) => expect(wordsFor(toolkit, "src/a.log")).toBe("hidden hidden readable"));
    withToolkit({ allowedRoots: ["src"] }, (toolkit) => {
      expect(wordsFor(toolkit, "keep.log")).toBe("refused refused refused");
      expect(toolkit.explain("keep.log").outside_allowed_roots).toEqual(["src"]);
    });
    withToolkit({ policy: { denylist: ["tree"] } }, (toolkit) => {
      expect(toolkit.explain("src").tools.tree).toMatchObject({
        word: "refused",
        reason: expect.stringContaining("denylist"),
      });
    });
    withToolkit({ dialect: "gemini" }, (toolkit) => {
      expect(toolkit.explain(".env").tools.list_directory?.word).toBe("shown");
      expect(toolkit.explain("secret.md").tools.list_directory?.word).toBe("hidden");
    });
  });

  test("tells of ignore files that are not obeyed", () => {
    withToolkit({}, (toolkit, root) => {
      execFileSync("ln", ["-s", "/etc/hostname", join(root, "src/.gitignore")]);
      const { problems } = toolkit.explain("src/main.ts");
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^src\/\.gitignore is not obeyed: /);
    });
  });

  test("shows a short text without anything a terminal would act on, and never a path outside", () => {
    withToolkit({}, (toolkit) => {
      expect(showExplanation(toolkit.explain("src/a.log"))).toBe(
        [
          "src/a.log: file",
          "  ignored by .gitignore:1 (*.log)",
          '  tree            shown: with entry_kind "all"',
          "  list_directory  shown",
          "  read_file       readable",
          "",
        ].join("\n"),
      );
      expect(showExplanation(toolkit.explain("out/\u001b[2J"))).not.toContain("\u001b");
      expect(showExplanation(toolkit.explain("out/x")).split("\n")[0]).toBe(
        "out/x: outside the workspace, through the link out",
      );
      expect(showExplanation(toolkit.explain("/etc/passwd"))).not.toContain("/etc");
    });
  });

  test("tells every fact in a line of its own, and none that does not hold", () => {
    const explanation: Explanation = {
      path: "link/.ssh/dist",
      place: "inside",
      location: "src/x",
      links: ["link", "a\nb"],
      kind: "file",
      denied_by: "**/.ssh/**",
      outside_allowed_roots: ["a", "b"],
      hidden_by: ".ssh",
      excluded_by: "dist",
      git: { ignored: false, source: "gitignore", file: "src/.gitignore", line: 3, pattern: "!x\u001b" },
      gemini: { ignored: true, source: "info_exclude", file: null, line: 7, pattern: null },
      problems: [".gitignore is not obeyed: too large"],
      tools: { tree: { word: "hidden", reason: "a\nb" }, read: { word: "readable", reason: "" } },
    };
    expect(showExplanation(explanation).split("\n")).toEqual([
      "link/.ssh/dist: file, through the link link → a\\x0ab, lies at src/x",
      "  not in the allowed folders: a, b",
      "  content denied by the pattern **/.ssh/**",
      "  hidden: .ssh starts with a dot",
      "  left out of trees: dist",
      "  kept by src/.gitignore:3 (!x\\x1b)",
      "  ignored by info_exclude:7",
      "  .gitignore is not obeyed: too large",
      "  tree  hidden: a\\x0ab",
      "  read  readable",
      "",
    ]);
    const bare: Explanation = {
      ...explanation,
      ...{ path: "src/x", links: [], denied_by: null, outside_allowed_roots: null, hidden_by: null },
      ...{ excluded_by: null, git: null, gemini: null, problems: [], tools: {} },
    };
    expect(showExplanation(bare)).toBe("src/x: file\n");
    expect(showExplanation({ ...bare, place: "missing", links: ["l"] })).toBe("src/x: not there, through the link l\n");
    expect(showExplanation({ ...bare, place: "outside", path: null })).toBe("the path: outside the workspace\n");
    expect(showExplanation({ ...bare, place: "invalid", path: null })).toBe("the path: not a path\n");
  });

  test("knows a denied file by where it lies, under whatever name it is asked for", () => {
    withToolkit({}, (toolkit, root) => {
      execFileSync("ln", ["-s", "a.pem", join(root, "harmless")]);
      expect(toolkit.explain("harmless").denied_by).toBe(toolkit.explain("a.pem").denied_by);
      expect(toolkit.explain("a.pem").denied_by).toMatch(/pem/);
      expect(wordsFor(toolkit, "harmless")).toBe("shown shown refused");
    });
  });

  test("holds nothing open", () => {
    withToolkit({}, (toolkit) => {
      const before = countDescriptors();
      for (const path of ["src/main.ts", "src", "link/main.ts", "out", "gone", "a.pem", ""]) toolkit.explain(path);
      expect(countDescriptors()).toBe(before);
    });
  });
});
