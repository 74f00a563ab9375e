import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadConfig, TOOL_DEFINITIONS, ToolCatalog } from "../src/lib.ts";
import { type AgentToolkitOptions, createAgentToolkit } from "../src/toolkit.ts";
import { isThorough } from "./support/scale.ts";
import { makeTempFolder, makeTree } from "./support/tree.ts";
import { countDescriptors } from "./support/workspaces.ts";

const TREE = [
  "file src/main.ts one\ntwo\nthree\n",
  "file src/lib/deep/x.ts x",
  "file README.md hello",
  "file node_modules/a/b x",
  "symlink link src",
];

function makeToolkit(options: Partial<Omit<AgentToolkitOptions, "dialect">> = {}, entries: readonly string[] = TREE) {
  return createAgentToolkit({ workspaceRoot: makeTree(entries), ...options });
}

const NAMES = ["list_directory", "list_files", "read_file", "read_files", "search_text", "tree"];

const call = (name: string, args: Record<string, unknown>) => ({ id: "1", name, arguments: args });

describe("createAgentToolkit", () => {
  test.each([[], ["my_tool"]])("works with own tools declared: %j", async (...ownTools) => {
    using toolkit = makeToolkit({ ownTools, policy: { denylist: ownTools } });
    expect((await toolkit.tree(".")).status).toBe("success");
    expect((await toolkit.resources.list({ id: "1" })).status).toBe("success");
  });

  test("TR-19 RF-17 the catalogue, the definitions and the toolkit have the tools, path first", async () => {
    expect(Object.keys(ToolCatalog).sort()).toEqual(NAMES);
    expect(Object.keys(TOOL_DEFINITIONS).sort()).toEqual(NAMES);
    for (const [name, spec] of Object.entries(ToolCatalog)) expect(spec.definition.name).toBe(name);
    using toolkit = makeToolkit();
    const tree = await toolkit.tree("src", { max_depth: 1 });
    expect(tree.status === "success" && tree.data.root.children).toEqual([
      { name: "lib", path: "src/lib", depth: 1, kind: "directory", truncated: true },
    ]);
    const file = await toolkit.readFile("src/main.ts", { start_line: 2, max_lines: 1 });
    expect(file.status === "success" && [file.data.content, file.data.next_start_line]).toEqual(["two", 3]);
    const list = await toolkit.listDirectory("src");
    expect(list.status === "success" && list.data.entries.map((entry) => entry.path)).toEqual(["lib", "main.ts"]);
  });

  test.each(["forge", "gemini"] as const)(
    "is an object of plain properties, which can be frozen and inherited: %s",
    (dialect) => {
      using toolkit = createAgentToolkit({ workspaceRoot: makeTree(TREE), dialect });
      const properties = Object.getOwnPropertyDescriptors(toolkit);
      expect(Object.entries(properties).filter(([, { get }]) => get !== undefined)).toEqual([]);
      const tree = async () => {
        throw new Error("another");
      };
      expect(Reflect.set(Object.freeze(toolkit), "tree", tree)).toBe(false);
      expect([toolkit.tree.definition.name, toolkit.tree.traits.isSideEffecting]).toEqual(["tree", false]);
    },
  );

  test("invokes by name, and answers a name that is unknown", async () => {
    using toolkit = makeToolkit();
    const read = await toolkit.invoke("read_file", { path: "README.md" });
    expect(read).toMatchObject({ status: "success", data: { content: "hello" } });
    expect(await toolkit.invoke("write_file", {})).toMatchObject({
      status: "failure",
      error: { kind: "UnknownTool", code: "UNKNOWN_TOOL" },
    });
    expect(await toolkit.invoke("tree", "src")).toMatchObject({
      status: "failure",
      error: { code: "INVALID_ARGUMENT" },
    });
  });

  test("EX-06 FR-LD-OUT-03 every JSON answer fits every budget, or says that it cannot", async () => {
    const entries = Array.from({ length: 40 }, (_, i) => `file d${i % 7}/f${i}-é😀 line ${i}\n${"x".repeat(i)}\n`);
    using toolkit = makeToolkit({}, [...entries, `file big ${"some line\n".repeat(300)}`]);
    const calls = [
      call("tree", { path: ".", entry_kind: "all" }),
      call("read_file", { path: "big" }),
      call("list_directory", { path: ".", recursive: true }),
    ];
    for (const [index, one] of calls.entries()) {
      const whole = (await toolkit.execute(one)).content;
      let fitted = 0;
      for (let max = 0; max <= whole.length + 50; max += isThorough ? 37 : 149) {
        const { content, is_error } = await toolkit.execute(one, { max_output_bytes: max });
        expect(Buffer.byteLength(content)).toBeLessThanOrEqual(max);
        if (content !== "") expect(JSON.parse(content)).toBeTypeOf("object");
        if (is_error && content !== "") expect(JSON.parse(content).error.code).toBe("OUTPUT_BUDGET_TOO_SMALL");
        if (!is_error) fitted++;
      }
      expect([index, fitted > 5]).toEqual([index, true]);
    }
    const tree = JSON.parse((await toolkit.execute(call("tree", { path: "." }), { max_output_bytes: 400 })).content);
    expect(tree.limit_reached).toBe(true);
    const file = JSON.parse(
      (await toolkit.execute(call("read_file", { path: "big" }), { max_output_bytes: 400 })).content,
    );
    expect(file).toMatchObject({ truncated: true, next_start_line: file.meta.returned_line_count + 1 });
  });

  test("EX-02 arguments are checked against the schema before anything runs", async () => {
    using toolkit = makeToolkit();
    for (const [name, args, message] of [
      ["tree", {}, "path is required"],
      ["tree", { path: ".", max_depth: "3" }, 'max_depth must be a number, not "3"'],
      ["tree", { path: ".", exclude: ["a", 5] }, "exclude[1] must be a string, not 5"],
      ["tree", { path: ".", entry_kind: "file" }, 'entry_kind must be one of "directory", "all", not "file"'],
      ["read_file", { path: "README.md", start_line: 0 }, "start_line must be a whole number of at least 1, not 0"],
      ["list_directory", { path: ".", recursive: "yes" }, 'recursive must be a boolean, not "yes"'],
      ["list_directory", { path: ".", max_entries: 1.5 }, "max_entries must be an integer, not 1.5"],
      ["list_directory", { path: ".", max_entries: 0 }, "max_entries must be at least 1, not 0"],
    ] as const) {
      const { content } = await toolkit.execute(call(name, args));
      expect(JSON.parse(content).error).toEqual({ kind: "BadArgs", code: "INVALID_ARGUMENT", message });
    }
  });

  test("EX-03 EX-04 reports every tool by name", () => {
    using toolkit = makeToolkit({ config: { tools: { timeouts: { file_operations_seconds: 2 } } } });
    expect(toolkit.tools().map(({ name, risk_level, timeout_ms }) => [name, risk_level, timeout_ms])).toEqual(
      NAMES.map((name) => [name, "low", 2000]),
    );
  });

  test("EX-04 takes a tool of one's own, and refuses a name that is taken", async () => {
    using toolkit = makeToolkit();
    const size = { ...ToolCatalog.read_file, definition: { ...TOOL_DEFINITIONS.read_file, name: "size_of" } };
    toolkit.register({ ...size, run: (_request, node) => node.metadata().sizeBytes, toText: String });
    expect((await toolkit.execute(call("size_of", { path: "README.md" }))).content).toBe("5");
    expect(() => toolkit.register(size)).toThrow(expect.objectContaining({ code: "DUPLICATE_TOOL" }));
  });

  test("EX-24 what is passed wins over the configuration, and that over what is built in", async () => {
    const config = {
      tools: {
        approval: { mode: "deny" },
        list_directory: { max_entries: 1, include_hidden_default: true },
        sandbox: { allow_absolute: false },
      },
    } as const;
    const root = makeTree([...TREE, "file .hidden x"]);
    using configured = createAgentToolkit({ workspaceRoot: root, config });
    expect(await configured.tree(".")).toMatchObject({ status: "denied", error: { code: "POLICY_DENIED" } });
    using passed = createAgentToolkit({ workspaceRoot: root, config, policy: { mode: "auto" }, allowAbsolute: true });
    expect((await passed.tree(root)).status).toBe("success");
    const names = async (options: object) => {
      const outcome = await passed.listDirectory(".", options);
      return outcome.status === "success" ? outcome.data.entries.map((entry) => entry.name) : outcome.error.message;
    };
    expect(await names({})).toEqual([".hidden"]);
    expect(await names({ include_hidden: false })).toEqual(["README.md"]);
    expect(await names({ max_entries: 2 })).toContain("max_entries");
    using builtIn = createAgentToolkit({ workspaceRoot: root });
    const plain = await builtIn.listDirectory(".");
    expect(plain.status === "success" && [plain.data.max_entries, plain.data.entries.length]).toEqual([200, 4]);
  });

  test("lowers the limits of tree and read_file by configuration, and their defaults with them", async () => {
    const config = {
      tools: { tree: { max_depth: 1, max_entries: 2 }, read_file: { max_lines: 1, max_file_bytes: 5 } },
    };
    using toolkit = makeToolkit({ config });
    const tree = await toolkit.tree(".");
    expect(tree.status === "success" && [tree.data.scanned_entries, tree.data.limit_reached]).toEqual([2, true]);
    expect(await toolkit.tree(".", { max_depth: 2 })).toMatchObject({
      error: { message: "max_depth must be a whole number from 0 to 1, not 2" },
    });
    expect(await toolkit.readFile("README.md")).toMatchObject({ status: "success", data: { content: "hello" } });
    expect(await toolkit.readFile("src/main.ts")).toMatchObject({ error: { code: "SIZE_LIMIT_EXCEEDED" } });
  });

  test("EX-23 CFG-LD-01 takes what loadConfig reads from a file", async () => {
    const file = join(makeTempFolder(), "config.toml");
    writeFileSync(file, "[tools.list_directory]\nmax_entries = 1\n[tools.sandbox]\nallowed_roots = ['src']\n");
    using toolkit = makeToolkit({ config: loadConfig(file) });
    const listed = await toolkit.listDirectory("src");
    expect(listed).toMatchObject({ status: "success", data: { returned: 1, max_entries: 1, truncated: true } });
    expect(await toolkit.listDirectory(".")).toMatchObject({ status: "denied", error: { code: "SANDBOX_VIOLATION" } });
  });

  test("a configuration in the workspace changes nothing by itself", async () => {
    const inside = "[tools.sandbox]\ninclude_default_denies = false\n";
    const places = [".porthole.toml", "porthole.toml", "config.toml", ".config/porthole/config.toml"];
    using toolkit = makeToolkit({}, [...places.map((place) => `file ${place} ${inside}`), "file a.pem x"]);
    expect(await toolkit.readFile("a.pem")).toMatchObject({ status: "denied" });
  });

  test("throws for what the program got wrong, and holds nothing open then", () => {
    const before = countDescriptors();
    const workspaceRoot = makeTree([]);
    expect(() => createAgentToolkit({ workspaceRoot: join(workspaceRoot, "none") })).toThrow("does not exist");
    expect(() => createAgentToolkit({ workspaceRoot, config: { tools: { tres: {} } } as object })).toThrow("tres");
    expect(() => createAgentToolkit({ workspaceRoot, deniedPatterns: ["["] })).toThrow("not a valid glob");
    expect(countDescriptors()).toBe(before);
  });

  test("after close, calls fail cleanly", async () => {
    const toolkit = makeToolkit();
    toolkit.close();
    expect(await toolkit.tree(".")).toMatchObject({ status: "failure", error: { code: "INTERNAL" } });
    expect((await toolkit.execute(call("tree", { path: "." }))).is_error).toBe(true);
  });
});

describe("the Gemini dialect", () => {
  test("LS-08 serves its list_directory in place of the other, as text that may be cut", async () => {
    const root = makeTree([
      "dir .git",
      "file .gitignore *.log\n",
      "file b.log x",
      "file a.txt x",
      "dir z",
      "file .geminiignore a.txt\n",
    ]);
    using toolkit = createAgentToolkit({ workspaceRoot: root, dialect: "gemini" });
    expect(["marks" in toolkit, "explain" in toolkit]).toEqual([false, false]);
    expect(toolkit.tools().map(({ name }) => name)).toEqual(NAMES);
    const { content, is_error } = await toolkit.execute(call("list_directory", { path: root }));
    expect([is_error, content]).toEqual([
      false,
      `Directory listing for ${root}:\n[DIR] z\n.geminiignore\n.gitignore\n\n(2 git-ignored, 1 gemini-ignored)`,
    ]);
    const cut = await toolkit.execute(call("list_directory", { path: root }), { max_output_bytes: 60 });
    expect(Buffer.byteLength(cut.content)).toBeLessThanOrEqual(60);
    expect(cut.content.endsWith("\n\n... [output truncated]")).toBe(true);
    const refused = await toolkit.execute(call("list_directory", { path: "z" }));
    expect(JSON.parse(refused.content).error).toMatchObject({
      kind: "BadArgs",
      message: expect.stringContaining("absolute"),
    });
    const direct = await toolkit.listDirectory(root, { ignore: ["*"] });
    expect(direct.status === "success" && direct.data.llmContent).toContain("git-ignored");
  });
});

describe("respect_gitignore", () => {
  const ENTRIES = [
    "dir .git",
    "file .gitignore *.log\n/out\n",
    "file src/.gitignore !keep.log\n",
    "file src/a.ts x",
    "file src/b.log x",
    "file src/keep.log x",
    "file out/x x",
    "file c.log x",
  ];
  const config = { tools: { tree: { respect_gitignore: true }, list_directory: { respect_gitignore: true } } };

  test("leaves out of tree and list_directory what git ignores, only where it is set", async () => {
    const workspaceRoot = makeTree(ENTRIES);
    const see = async (options: object) => {
      using toolkit = createAgentToolkit({ workspaceRoot, ...options, dialect: "forge" });
      const tree = await toolkit.tree(".", { entry_kind: "all" });
      const list = await toolkit.listDirectory(".", { recursive: true });
      const paths = (node: { path: string; children?: readonly { path: string }[] }): string[] => [
        node.path,
        ...(node.children ?? []).flatMap(paths),
      ];
      return {
        tree: tree.status === "success" && paths(tree.data.root),
        list: list.status === "success" && list.data.entries.map((entry) => entry.path),
      };
    };
    expect(await see({ config })).toEqual({
      tree: [".", "src", "src/a.ts", "src/keep.log"],
      list: ["src", "src/a.ts", "src/keep.log"],
    });
    expect(await see({})).toEqual({
      tree: [".", "out", "out/x", "src", "src/a.ts", "src/b.log", "src/keep.log", "c.log"],
      list: ["c.log", "out", "out/x", "src", "src/a.ts", "src/b.log", "src/keep.log"],
    });
  });

  test("starts with the rules above the directory that is asked for", async () => {
    using toolkit = makeToolkit({ config }, ENTRIES);
    const tree = await toolkit.tree("src", { entry_kind: "all" });
    expect(tree.status === "success" && tree.data.root.children?.map(({ path }) => path)).toEqual([
      "src/a.ts",
      "src/keep.log",
    ]);
  });

  test("looks at an ignored directory that is named", async () => {
    using toolkit = makeToolkit({ config }, ENTRIES);
    const list = await toolkit.listDirectory("out");
    expect(list.status === "success" && list.data.entries.map(({ path }) => path)).toEqual(["x"]);
    const tree = await toolkit.tree("out", { entry_kind: "all" });
    expect(tree.status === "success" && tree.data.root.children?.map(({ path }) => path)).toEqual(["out/x"]);
    expect(await toolkit.readFile("out/x")).toMatchObject({ status: "success", data: { content: "x" } });
  });

  test("is on in all tools with the defaults for agents, and one option switches all of them", async () => {
    const see = async (options: object) => {
      using toolkit = makeToolkit(options, ENTRIES);
      const [tree, list, files, lines] = await Promise.all([
        toolkit.execute({ id: "1", name: "tree", arguments: { path: ".", entry_kind: "all" } }),
        toolkit.execute({ id: "2", name: "list_directory", arguments: { path: "." } }),
        toolkit.execute({ id: "3", name: "list_files", arguments: { path: "." } }),
        toolkit.execute({ id: "4", name: "search_text", arguments: { path: ".", pattern: "x" } }),
      ]);
      return [tree, list, files, lines].map(({ content }) => content.includes("c.log"));
    };
    expect(await see({})).toEqual([true, true, false, false]);
    expect(await see({ defaults: "specified" })).toEqual([true, true, false, false]);
    expect(await see({ defaults: "agent" })).toEqual([false, false, false, false]);
    const off = { tools: { tree: { respect_gitignore: false } } };
    expect(await see({ defaults: "agent", config: off })).toEqual([true, false, false, false]);
    expect(await see({ defaults: "agent", respectGitignore: false })).toEqual([true, true, true, true]);
    expect(await see({ config: off, respectGitignore: true })).toEqual([false, false, false, false]);
  });

  test("leaves the Gemini list_directory to its own rules", async () => {
    const workspaceRoot = makeTree(ENTRIES);
    const see = async (options: object) => {
      using toolkit = createAgentToolkit({ workspaceRoot, ...options, dialect: "gemini" });
      return await toolkit.listDirectory(workspaceRoot, { file_filtering_options: { respect_git_ignore: false } });
    };
    expect(await see({ defaults: "agent" })).toEqual(await see({ respectGitignore: false }));
    expect(JSON.stringify(await see({ defaults: "agent" }))).toContain("c.log");
  });

  test("is one of two sets", () => {
    expect(() => makeToolkit({ defaults: "both" } as never, [])).toThrow(
      'options.defaults must be one of specified, agent, not "both"',
    );
  });
});

describe.each(["forge", "gemini"] as const)("the definitions of the %s dialect", (dialect) => {
  test("cannot be changed by a program, at any depth", () => {
    const isFrozen = (value: unknown): boolean =>
      typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen));
    using toolkit = createAgentToolkit({ workspaceRoot: makeTree([]), dialect });
    expect(toolkit.tools().filter(({ parameters }) => !isFrozen(parameters))).toEqual([]);
    const definitions = [toolkit.tree, toolkit.readFile, toolkit.listDirectory].map(({ definition }) => definition);
    expect(definitions.filter((definition) => !isFrozen(definition))).toEqual([]);
    expect(isFrozen(TOOL_DEFINITIONS)).toBe(true);
  });
});
