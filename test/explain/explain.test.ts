// explain through a toolkit: the words, the facts, the configuration, and the text for a person.
// Leaves agreement with the tools over whole trees to agreement.test.ts.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { showExplanation } from "../../src/explain/show.ts";
import type { Explanation, NamedAnswer, Word } from "../../src/explain/types.ts";
import { type AgentToolkit, type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";
import { porthole } from "../support/cli.ts";
import { isPaired } from "../support/scale.ts";
import { makeFifo, makeTree } from "../support/tree.ts";
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

async function withToolkit(
  options: Partial<Omit<AgentToolkitOptions, "dialect">>,
  use: (toolkit: AgentToolkit, root: string) => Promise<void>,
): Promise<void> {
  const workspaceRoot = makeTree(ENTRIES);
  using toolkit = createAgentToolkit({ workspaceRoot, ...options, dialect: "forge" });
  await use(toolkit, workspaceRoot);
}

/** search_text has words of its own, and a test of its own. */
async function wordsFor(toolkit: AgentToolkit, path: string): Promise<string> {
  const { search_text: _, read_files: __, ...tools } = (await toolkit.explain(path)).tools;
  return Object.values(tools)
    .map(({ word }) => word)
    .join(" ");
}

/** Each tool by name. */
async function namedFor(toolkit: AgentToolkit, path: string): Promise<string> {
  const { search_text: _, read_files: __, ...tools } = (await toolkit.explain(path)).tools;
  return Object.values(tools)
    .map(({ by_name }) => by_name.word)
    .join(" ");
}

describe("explain", () => {
  test("says in one word what each tool makes of a path", async () => {
    await withToolkit({}, async (toolkit) => {
      const words = (path: string) => wordsFor(toolkit, path);
      expect(await words(".")).toBe("shown shown shown refused");
      expect(await words("src/main.ts")).toBe("shown shown shown readable");
      expect(await words("src")).toBe("shown shown shown refused");
      expect(await words("src/a.log")).toBe("shown shown hidden readable");
      expect(await words("dist/x")).toBe("hidden shown hidden readable");
      expect(await words(".env")).toBe("hidden hidden hidden readable");
      expect(await words("a.pem")).toBe("shown shown shown refused");
      expect(await words(".ssh/config")).toBe("hidden hidden hidden refused");
      expect(await words("link")).toBe("shown shown shown refused");
      expect(await words("link/main.ts")).toBe("hidden hidden hidden readable");
      expect(await words("out")).toBe("shown shown shown refused");
      expect(await words("gone")).toBe("shown shown shown refused");
      for (const path of ["out/x", "none", "", "gone/x", "../x", "/etc/passwd", "a\0b"]) {
        expect([path, await words(path)]).toEqual([path, "refused refused refused refused"]);
      }
    });
  });

  test("LK-01 read_files is refused where only that is denied", async () => {
    await withToolkit({ policy: { denylist: ["read_files"] } }, async (toolkit) => {
      const { read_file, read_files } = (await toolkit.explain("src/main.ts")).tools;
      expect([read_file?.word, read_files?.word]).toEqual(["readable", "refused"]);
      expect(read_files?.by_name.code).toBe("POLICY_DENIED");
    });
  });

  test("is pure data: place, links, kind and every rule that speaks of the path", async () => {
    const reason = "it is at src/a.log, and walks do not follow the link link";
    const besides = { word: "hidden", reason };
    const by_name = { word: "refused", reason: 'path is not a directory: "link/a.log"', code: "NOT_DIRECTORY" };
    await withToolkit({}, async (toolkit) => {
      expect(await toolkit.explain("link/a.log")).toEqual({
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
          tree: { ...besides, by_name },
          list_directory: { ...besides, by_name },
          list_files: { ...besides, by_name },
          search_text: { ...besides, word: "not searched", by_name: { word: "answered", reason: "", code: null } },
          read_file: { word: "readable", reason: "", by_name: { word: "answered", reason: "", code: null } },
          read_files: { word: "readable", reason: "", by_name: { word: "answered", reason: "", code: null } },
        },
      });
      expect((await toolkit.explain("keep.log")).git).toMatchObject({ ignored: false, line: 2, pattern: "!keep.log" });
      expect((await toolkit.explain("secret.md")).gemini).toMatchObject({
        ignored: true,
        file: ".geminiignore",
        line: 1,
      });
      expect(await toolkit.explain("out/x")).toMatchObject({ place: "outside", links: ["out"], location: null });
      expect(await toolkit.explain("gone")).toMatchObject({ place: "missing", links: ["gone"], kind: "symlink" });
      expect(await toolkit.explain("out")).toMatchObject({ place: "outside", links: ["out"], kind: "symlink" });
      expect(await toolkit.explain("")).toMatchObject({ place: "invalid", path: null });
      expect(JSON.parse(JSON.stringify(await toolkit.explain("src")))).toEqual(await toolkit.explain("src"));
    });
  });

  test("knows the configuration: ignore rules, allowed roots, policy", async () => {
    const config = { tools: { tree: { respect_gitignore: true }, list_directory: { respect_gitignore: true } } };
    await withToolkit({ config }, async (toolkit) =>
      expect(await wordsFor(toolkit, "src/a.log")).toBe("hidden hidden hidden readable"),
    );
    await withToolkit({ allowedRoots: ["src"] }, async (toolkit) => {
      expect(await wordsFor(toolkit, "keep.log")).toBe("refused refused refused refused");
      expect((await toolkit.explain("keep.log")).outside_allowed_roots).toEqual(["src"]);
    });
    await withToolkit({ allowAbsolute: false }, async (toolkit, root) => {
      const { path, place, tools } = await toolkit.explain(join(root, "src"));
      expect({ path, place, word: tools.tree?.word }).toEqual({ path: "src", place: "inside", word: "shown" });
      expect(tools.tree?.by_name.reason).toMatch(/^absolute paths are not allowed here/);
    });
    await withToolkit({ policy: { denylist: ["tree"] } }, async (toolkit) => {
      expect((await toolkit.explain("src")).tools.tree).toMatchObject({
        word: "refused",
        reason: expect.stringContaining("denylist"),
      });
    });
  });

  test("speaks of walks from the allowed folders where one from the root is refused", async () => {
    await withToolkit({ allowedRoots: ["src", "dist"] }, async (toolkit, root) => {
      const reasonsFor = async (path: string) => {
        const { tools } = await toolkit.explain(path);
        return [tools.tree?.word, tools.tree?.reason];
      };
      expect(await reasonsFor("src/main.ts")).toEqual(["shown", 'with entry_kind "all", in a walk from src']);
      // That tree leaves out such a name counts below the start of a walk, not for the start itself.
      expect(await reasonsFor("dist/x")).toEqual(["shown", 'with entry_kind "all", in a walk from dist']);
      expect(await reasonsFor("src")).toEqual(["shown", "walks start here"]);
      const refusal = 'is outside the allowed folders: "src", "dist"';
      for (const path of [".", "keep.log", "link", "link/main.ts"])
        expect(await reasonsFor(path)).toEqual(["refused", `"${path}" ${refusal}`]);
      symlinkSync("../keep.log", join(root, "src/away"));
      expect(await wordsFor(toolkit, "src/away")).toBe("shown shown shown refused");
      for (const path of ["src/away", "link/main.ts", "."])
        expect((await toolkit.explain(path)).outside_allowed_roots).toEqual(["src", "dist"]);
    });
  });

  test("names the fewest parameters that show what is hidden, and none that do not", async () => {
    const config = { tools: { list_directory: { include_symlinks_default: false } } };
    await withToolkit({ config }, async (toolkit, root) => {
      symlinkSync("src", join(root, ".link"));
      const reasonFor = async (path: string) => (await toolkit.explain(path)).tools.list_directory?.reason;
      expect(await reasonFor(".env")).toBe(".env starts with a dot; include_hidden shows it");
      expect(await reasonFor("gone")).toBe("it is a link; include_symlinks shows it");
      expect(await reasonFor(".link")).toBe(
        ".link starts with a dot, it is a link; include_hidden and include_symlinks show it",
      );
      expect(await reasonFor(".ssh/config")).toMatch(/^".ssh" is denied by the pattern/);
    });
  });

  test("says of list_files what hides an entry and what shows it", async () => {
    await withToolkit({}, async (toolkit, root) => {
      mkdirSync(join(root, ".cache/node_modules/.git"), { recursive: true });
      const answerFor = async (path: string) => {
        const { word, reason } = (await toolkit.explain(path)).tools.list_files ?? {};
        return `${word}: ${reason}`;
      };
      expect(await answerFor("src/main.ts")).toBe("shown: ");
      expect(await answerFor("src")).toBe('shown: with entry_kind "all"');
      expect(await answerFor("link")).toBe('shown: with entry_kind "all"');
      expect(await answerFor(".env")).toBe("hidden: .env starts with a dot; include_hidden shows it");
      expect(await answerFor("src/a.log")).toBe("hidden: ignored by .gitignore:1 (*.log); include_ignored shows it");
      expect(await answerFor("dist/x")).toBe("hidden: dist is left out by default; include_ignored shows it");
      expect(await answerFor(".cache/node_modules")).toBe(
        "hidden: .cache starts with a dot, node_modules is left out by default; include_hidden and include_ignored show it",
      );
      expect(await answerFor(".cache/node_modules/.git")).toBe("hidden: .git is always left out");
      expect(await answerFor(".ssh/config")).toMatch(/^hidden: ".ssh" is denied by the pattern/);
    });
  });

  test("says of search_text what is searched, and why not", async () => {
    const config = { tools: { search_text: { max_file_bytes: 2_097_152 } } };
    await withToolkit({ config }, async (toolkit, root) => {
      writeFileSync(join(root, "large"), "x".repeat(2_100_000));
      writeFileSync(join(root, "empty"), "");
      writeFileSync(join(root, "binary"), "x\0");
      makeFifo(join(root, "pipe"));
      const lineFor = async (path: string) => {
        const lines = showExplanation(await toolkit.explain(path)).split("\n");
        return lines.find((line) => line.startsWith("  search_text"))?.replace("  search_text     ", "");
      };
      expect(await lineFor("src/main.ts")).toBe("searched");
      expect(await lineFor("empty")).toBe("searched");
      expect(await lineFor("src")).toBe("searched");
      expect(await lineFor("large")).toBe("not searched: 2.1 MB, over the limit of 2 MiB");
      expect(await lineFor("binary")).toBe("not searched: it is a binary file");
      expect(await lineFor("pipe")).toBe(
        "not searched: it cannot be read, or is neither file, directory nor link; refused by name",
      );
      expect(await lineFor("link")).toBe("not searched: it is a link; available by name");
      expect(await lineFor(".env")).toBe(
        "not searched: .env starts with a dot; include_hidden shows it; available by name",
      );
      expect(await lineFor("dist/x")).toBe(
        "not searched: dist is left out by default; include_ignored shows it; available by name",
      );
      expect(await lineFor("a.pem")).toMatch(/^not searched: "a.pem" is denied by the pattern ".*"; refused by name$/);
      // No option shows what is denied or too large besides being hidden.
      expect(await lineFor(".ssh")).toMatch(/^not searched: ".ssh" is denied by the pattern ".*"; refused by name$/);
      writeFileSync(join(root, ".large"), "x".repeat(2_100_000));
      expect(await lineFor(".large")).toBe("not searched: 2.1 MB, over the limit of 2 MiB");
      expect(await lineFor("none")).toBe('refused: "none" does not exist; the nearest existing folder is "."');
    });
  });

  test("answers for a workspace that is gone or closed as well", async () => {
    await withToolkit({}, async (toolkit, root) => {
      rmSync(root, { recursive: true });
      expect(await wordsFor(toolkit, "src/main.ts")).toBe("refused refused refused refused");
      toolkit.close();
      expect(await toolkit.explain("src")).toMatchObject({ place: "unknown", kind: null });
      expect(await wordsFor(toolkit, ".")).toBe("refused refused refused refused");
    });
  });

  test("tells of ignore files that are not obeyed", async () => {
    await withToolkit({}, async (toolkit, root) => {
      symlinkSync("/etc/hostname", join(root, "src/.gitignore"));
      const { problems } = await toolkit.explain("src/main.ts");
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^src\/\.gitignore is not applied: /);
    });
  });

  test("tells of conditional includes, which are not read", async () => {
    const entry = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "includeIf.onbranch:main.path", GIT_CONFIG_VALUE_0: "/x" };
    const { stdout } = porthole(makeTree(["dir .git", "file a x"]), ["explain", "a"], { env: entry });
    expect(stdout).toContain(
      "  a part of the user's git configuration is not read (includeIf?): git may ignore other paths\n",
    );
  });

  test("says of an ignore file in a denied folder that it was not looked at", async () => {
    await withToolkit({ deniedPatterns: ["src"] }, async (toolkit) => {
      const { problems } = await toolkit.explain("src/main.ts");
      expect(problems).toEqual(["src/.gitignore is denied: if it exists, its rules are not applied"]);
    });
  });

  test("shows a short text without anything a terminal would act on, and never a path outside", async () => {
    await withToolkit({}, async (toolkit) => {
      expect(showExplanation(await toolkit.explain("src/a.log"))).toBe(
        [
          "src/a.log: file",
          "  ignored by .gitignore:1 (*.log)",
          '  tree            shown: with entry_kind "all"',
          "  list_directory  shown",
          "  list_files      hidden: ignored by .gitignore:1 (*.log); include_ignored shows it",
          "  search_text     not searched: ignored by .gitignore:1 (*.log); include_ignored shows it; available by name",
          "  read_file       readable",
          "  read_files      readable",
          "",
        ].join("\n"),
      );
      expect(showExplanation(await toolkit.explain("out/\u001b[2J"))).not.toContain("\u001b");
      expect(showExplanation(await toolkit.explain("out/x")).split("\n")[0]).toBe(
        "out/x: outside the workspace, through the link out",
      );
      expect(showExplanation(await toolkit.explain("/etc/passwd"))).not.toContain("/etc");
    });
  });

  test("tells every fact in a line of its own, and none that does not hold", () => {
    const explanation: Explanation = {
      path: "link/.ssh/dist",
      place: "inside",
      location: "src/x",
      links: ["link", "a\nb"],
      kind: "file",
      denied_by: { source: "built_in", pattern: "**/.ssh/**" },
      outside_allowed_roots: ["a", "b"],
      hidden_by: ".ssh",
      excluded_by: "dist",
      git: { ignored: false, source: "gitignore", file: "src/.gitignore", line: 3, pattern: "!x\u001b" },
      gemini: { ignored: true, source: "info_exclude", file: null, line: 7, pattern: null },
      problems: [".gitignore is not applied: too large"],
      tools: {
        tree: { word: "hidden", reason: "a\nb", by_name: { word: "answered", reason: "", code: null } },
        read: { word: "readable", reason: "", by_name: { word: "answered", reason: "", code: null } },
      },
    };
    expect(showExplanation(explanation).split("\n")).toEqual([
      "link/.ssh/dist: file, through the link link → a\\x0ab, lies at src/x",
      "  is or leads outside the allowed folders: a, b",
      "  content denied by the built-in pattern **/.ssh/**",
      "  hidden name: .ssh",
      "  name that trees leave out: dist",
      "  kept by src/.gitignore:3 (!x\\x1b)",
      "  ignored by info_exclude:7",
      "  .gitignore is not applied: too large",
      "  tree  hidden: a\\x0ab; available by name",
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
    const linked = { ...bare, kind: "symlink" as const, links: ["l"] };
    expect(showExplanation({ ...linked, place: "missing" })).toBe(
      "src/x: symlink, leads nowhere, through the link l\n",
    );
    expect(showExplanation({ ...linked, place: "outside" })).toBe(
      "src/x: symlink, leads outside the workspace, through the link l\n",
    );
    expect(showExplanation({ ...bare, place: "unknown" })).toBe("src/x: file, cannot be looked at\n");
    expect(showExplanation({ ...bare, outside_allowed_roots: [] })).toContain("allowed folders: none\n");
    expect(showExplanation({ ...bare, place: "outside", path: null })).toBe("the path: outside the workspace\n");
    expect(showExplanation({ ...bare, place: "invalid", path: null })).toBe("the path: not a path\n");
  });

  test("tells what happens by name in the text only where it is news", () => {
    const bare: Omit<Explanation, "tools"> = {
      ...{ path: "p", place: "inside", location: "p", links: [], kind: "file", denied_by: null },
      ...{ outside_allowed_roots: null, hidden_by: null, excluded_by: null, git: null, gemini: null, problems: [] },
    };
    const answered = { word: "answered", reason: "", code: null } as const;
    const show = (word: Word, reason: string, by_name: NamedAnswer) =>
      showExplanation({ ...bare, tools: { tree: { word, reason, by_name } } }).split("\n")[1];
    const refused = (code: NamedAnswer["code"]) => ({ word: "refused", reason: "no", code }) as const;
    expect(show("shown", "", answered)).toBe("  tree  shown");
    expect(show("shown", "", refused("NOT_DIRECTORY"))).toBe("  tree  shown");
    expect(show("shown", "", refused("NOT_FOUND"))).toBe("  tree  shown; refused by name: no");
    expect(show("hidden", "why", answered)).toBe("  tree  hidden: why; available by name");
    expect(show("hidden", "why", refused("NOT_DIRECTORY"))).toBe("  tree  hidden: why");
    expect(show("hidden", "why", refused("SANDBOX_VIOLATION"))).toBe("  tree  hidden: why; refused by name");
    expect(show("refused", "no", refused("NOT_FOUND"))).toBe("  tree  refused: no");
    expect(show("readable", "", answered)).toBe("  tree  readable");
  });

  test("knows a denied file by where it lies, under whatever name it is asked for", async () => {
    await withToolkit({}, async (toolkit, root) => {
      symlinkSync("a.pem", join(root, "harmless"));
      expect((await toolkit.explain("harmless")).denied_by).toEqual((await toolkit.explain("a.pem")).denied_by);
      expect((await toolkit.explain("a.pem")).denied_by).toEqual({ source: "built_in", pattern: "**/*.pem" });
      expect(await wordsFor(toolkit, "harmless")).toBe("shown shown shown refused");
    });
  });

  test("holds nothing open", async () => {
    await withToolkit({}, async (toolkit) => {
      // The folders above, which ignore rules are looked for in, are kept as long as the workspace.
      await toolkit.explain("src");
      const before = countDescriptors();
      for (const path of ["src/main.ts", "gone", "a.pem", "src", "link/main.ts", "out", ""])
        await toolkit.explain(path);
      expect(countDescriptors()).toBe(before);
    });
  });

  test("agrees with what the tools do", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: makeTree(ENTRIES) });
    for (const path of ["src/main.ts", "a.pem", ".env", "dist/x", "link/main.ts", "gone", "out", "src"]) {
      const { status } = await toolkit.readFile(path);
      const word = status === "success" ? "readable" : "refused";
      expect([path, (await toolkit.explain(path)).tools.read_file?.word]).toEqual([path, word]);
    }
  });

  const READERS: readonly Partial<Omit<AgentToolkitOptions, "dialect">>[] = [
    {},
    { allowedRoots: ["src"] },
    { allowAbsolute: false },
    { config: { tools: { read_file: { max_file_bytes: 1 } } } },
  ];

  test.each(READERS)("LK-01 read_files makes of a path what read_file makes of it: %j", async (options) => {
    await withToolkit(options, async (toolkit, root) => {
      const odd = [".", "", "..", "/etc/passwd", "a\0b", "none", "out/x", "link/main.ts", join(root, "src/main.ts")];
      const paths = [...ENTRIES.map((entry) => entry.split(" ")[1] ?? ""), ...odd];
      // A short run asks about each path with one of the options.
      for (const path of paths.filter((_, nth) => isPaired(nth, options, READERS))) {
        const { read_file, read_files } = (await toolkit.explain(path)).tools;
        expect([path, read_files]).toEqual([path, read_file]);
      }
    });
  });

  test("says what happens by name as well", async () => {
    await withToolkit({}, async (toolkit) => {
      expect(await namedFor(toolkit, "src")).toBe("answered answered answered refused");
      expect(await namedFor(toolkit, "src/main.ts")).toBe("refused refused refused answered");
      expect(await namedFor(toolkit, ".git")).toBe("answered answered answered refused");
      for (const path of [".ssh", "out", "gone", "none", ""])
        expect([path, await namedFor(toolkit, path)]).toEqual([path, "refused refused refused refused"]);
    });
  });

  test("ends when its signal does", async () => {
    await withToolkit({}, async (toolkit) => {
      await expect(toolkit.explain("src", { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: "CANCELLED",
      });
    });
  });
});
