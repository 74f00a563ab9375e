// What `.portholeignore` denies is denied in every tool: listed by name, never read, searched or entered, whichever way a call comes to it. Which
// paths it denies is in test/view/portholeignore.test.ts.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";
import type { CallScope } from "../../src/tools/tool.ts";
import { makePeek } from "../support/peek_tool.ts";
import { makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";

const ENTRIES = [
  "file .portholeignore # of the house\nconfig/prod.yml\nprivate/\n*.dump\n!keep.dump\nnotes\n!notes/\n",
  "file config/prod.yml needle",
  "file config/dev.yml needle",
  "file private/deep/a.txt needle",
  "file a.dump needle",
  "file keep.dump needle",
  "file b/private needle",
  "symlink in config/prod.yml",
  "symlink door private/deep",
  "symlink way config",
  "symlink gate private",
  "file via/notes needle",
  "file via/x needle",
  "file notes/x needle",
];

type Options = Partial<Omit<AgentToolkitOptions, "dialect" | "workspaceRoot">>;

function open(options: Options = {}, entries: readonly string[] = ENTRIES) {
  return createAgentToolkit({
    workspaceRoot: makeTree(entries),
    obeyPortholeignore: true,
    ...options,
    dialect: "forge",
  });
}

async function answer(toolkit: ReturnType<typeof open>, name: string, args: Record<string, unknown>) {
  const { content } = await toolkit.execute({ id: "1", name, arguments: args });
  return JSON.parse(content);
}

describe.each(STRATEGIES)("with the seal %s, what .portholeignore hides", (strategy) => {
  test("is refused by name, and the refusal names the line [promise portholeignore-denies]", async () => {
    using toolkit = open({ strategy });
    const refusals: Record<string, string> = {
      "config/prod.yml": '"config/prod.yml" is denied by .portholeignore line 2',
      "CONFIG/PROD.YML": '"CONFIG/PROD.YML" is denied by .portholeignore line 2',
      private: '"private" is denied by .portholeignore line 3',
      "private/deep": '"private/deep" is denied by .portholeignore line 3',
      "private/none": '"private/none" is denied by .portholeignore line 3',
      "a.dump": '"a.dump" is denied by .portholeignore line 4',
      "none.dump": '"none.dump" is denied by .portholeignore line 4',
      in: '"in" is denied by .portholeignore line 2',
      door: '"door" is denied by .portholeignore line 3',
      gate: '"gate" is denied by .portholeignore line 3',
      "via/notes": '"via/notes" is denied by .portholeignore line 6',
      "door/a.txt": '"door/a.txt" is denied by .portholeignore line 3',
      "way/prod.yml": '"way/prod.yml" is denied by .portholeignore line 2',
    };
    for (const [path, message] of Object.entries(refusals)) {
      for (const name of ["read_file", "tree", "list_directory", "list_files", "search_text"]) {
        const { error } = await answer(toolkit, name, {
          path,
          ...(name === "search_text" ? { pattern: "needle" } : {}),
        });
        expect([name, path, error]).toMatchObject([name, path, { code: "SANDBOX_VIOLATION", message }]);
      }
      const several = await answer(toolkit, "read_files", { paths: [path] });
      expect(several.files[0].error).toMatchObject({ code: "SANDBOX_VIOLATION", message });
    }
    for (const path of ["config/dev.yml", "keep.dump", "notes/x", "b/private", ".portholeignore", "way/dev.yml"])
      expect(await toolkit.readFile(path)).toMatchObject({ status: "success" });
  });

  test("is listed by name, and neither read nor entered in a walk [promise owner-denied] [promise portholeignore-denies]", async () => {
    using toolkit = open({ strategy });
    const files = await answer(toolkit, "list_files", { path: "." });
    expect(files.paths).toEqual([
      "a.dump",
      "b/private",
      "config/dev.yml",
      "config/prod.yml",
      "keep.dump",
      "notes/x",
      "via/notes",
      "via/x",
    ]);
    const found = await answer(toolkit, "search_text", { path: ".", pattern: "needle" });
    expect(found.files.map(({ path }: { path: string }) => path)).toEqual([
      "b/private",
      "config/dev.yml",
      "keep.dump",
      "notes/x",
      "via/x",
    ]);
    expect(found.left_out.denied).toBe(4);
    const list = await answer(toolkit, "list_directory", { path: ".", recursive: true });
    const listed = list.entries.map(({ path }: { path: string }) => path);
    expect(listed).toContain("private");
    expect(listed).toContain("config/prod.yml");
    expect(listed).not.toContain("private/deep");
    const tree = JSON.stringify(await answer(toolkit, "tree", { path: ".", entry_kind: "all" }));
    expect([tree.includes('"private"'), tree.includes("deep")]).toEqual([true, false]);
    const through = await answer(toolkit, "search_text", { path: "way", pattern: "needle" });
    expect(through.files.map(({ path }: { path: string }) => path)).toEqual(["way/dev.yml"]);
  });
});

test("holds in the Gemini dialect", async () => {
  const workspaceRoot = makeTree(ENTRIES);
  using toolkit = createAgentToolkit({ workspaceRoot, obeyPortholeignore: true, dialect: "gemini" });
  for (const path of ["private", "door", "private/deep"])
    expect(await toolkit.listDirectory(join(workspaceRoot, path))).toMatchObject({
      status: "denied",
      error: { message: expect.stringContaining(".portholeignore line 3") },
    });
  const root = await toolkit.listDirectory(workspaceRoot);
  expect(root.status === "success" && root.data.llmContent).toContain("private");
});

test("holds in a tool of the owner's, for its path, further paths and its own questions [promise portholeignore-denies]", async () => {
  using toolkit = open();
  const asked: unknown[] = [];
  const run = async (_request: unknown, _node: unknown, scope: CallScope) => {
    const opened = await scope.open("config/prod.yml").catch((error: Error) => error.message);
    asked.push(opened, scope.denied.find("private", true), scope.denied.find("private", false));
    return "ran";
  };
  const { definition, traits, summarize } = makePeek([]);
  toolkit.register({ definition, traits, summarize, target: "root", parse: () => ({ path: "." }), run });
  await toolkit.invoke("peek", { path: "." });
  const denial = { source: "portholeignore", file: ".portholeignore", line: 3, pattern: "private/", problem: null };
  expect(asked).toEqual(['"config/prod.yml" is denied by .portholeignore line 2', denial, null]);
});

describe(".portholeignore", () => {
  const read = async (options: Options, path: string, entries: readonly string[] = ENTRIES) => {
    using toolkit = open(options, entries);
    const outcome = await toolkit.readFile(path);
    return outcome.status === "success" ? outcome.data.content : outcome.error.message;
  };

  test("is obeyed where that is asked for, and with the defaults for agents", async () => {
    const refusal = '"a.dump" is denied by .portholeignore line 4';
    expect(await read({ obeyPortholeignore: false }, "a.dump")).toBe("needle");
    expect(await read({ obeyPortholeignore: undefined as never }, "a.dump")).toBe("needle");
    expect(await read({ obeyPortholeignore: undefined as never, defaults: "agent" }, "a.dump")).toBe(refusal);
    const config = { tools: { sandbox: { obey_portholeignore: true } } };
    expect(await read({ obeyPortholeignore: undefined as never, config }, "a.dump")).toBe(refusal);
  });

  test("lifts nothing: no denied pattern, no secret, no ignore rule [promise owner-denied] [promise portholeignore-denies]", async () => {
    const entries = [
      "file .portholeignore !*\n!.env\n!a.pem\n!own\n!out.log\n.gitignore\n",
      ...["dir .git/objects", "dir .git/refs", "file .git/HEAD ref: refs/heads/main", "file .gitignore *.log\n"],
      ...["file .env x", "file a.pem x", "file own x", "file out.log needle"],
    ];
    const options: Options = { defaults: "agent", deniedPatterns: ["own"] };
    expect(await read(options, ".env", entries)).toBe('".env" is denied by the pattern "**/.env"');
    expect(await read(options, "a.pem", entries)).toBe('"a.pem" is denied by the pattern "**/*.pem"');
    expect(await read(options, "own", entries)).toBe('"own" is denied by the pattern "own"');
    using toolkit = open(options, entries);
    // Hidden itself, the ignore file is obeyed all the same, and its lines are not told.
    expect(await answer(toolkit, "list_files", { path: ".", pattern: "*.log" })).toMatchObject({ paths: [] });
    expect((await toolkit.explain("out.log")).git).toMatchObject({ ignored: true, file: ".gitignore", pattern: null });
  });

  test("is not lifted by an allowed pattern [promise portholeignore-denies]", async () => {
    expect(await read({ allowedPatterns: ["**"] }, "a.dump")).toBe('"a.dump" is denied by .portholeignore line 4');
  });

  test("is obeyed from outside the allowed folders", async () => {
    expect(await read({ allowedRoots: ["config"] }, "config/prod.yml")).toContain(".portholeignore line 2");
    expect(await read({ allowedRoots: ["config"] }, "config/dev.yml")).toBe("needle");
  });

  test("denies everything if it cannot be obeyed, and the root can still be listed", async () => {
    using toolkit = open({}, ["symlink .portholeignore ../x", "file a x", "file d/b x"]);
    const why = ".portholeignore cannot be applied, because it is a link that leads outside";
    expect(await toolkit.readFile("a")).toMatchObject({ error: { message: `"a" is denied: ${why}` } });
    expect(await answer(toolkit, "list_files", { path: "." })).toMatchObject({ paths: ["a"], left_out: { denied: 1 } });
    expect((await toolkit.explain("d/b")).denied_by).toMatchObject({ problem: "is a link that leads outside" });
  });

  test("is read anew for each call", async () => {
    const workspaceRoot = makeTree(["file a x"]);
    using toolkit = createAgentToolkit({ workspaceRoot, obeyPortholeignore: true });
    expect(await toolkit.readFile("a")).toMatchObject({ status: "success" });
    writeFileSync(join(workspaceRoot, ".portholeignore"), "a\n");
    expect(await toolkit.readFile("a")).toMatchObject({ status: "denied" });
    writeFileSync(join(workspaceRoot, ".portholeignore"), "");
    expect(await toolkit.readFile("a")).toMatchObject({ status: "success" });
  });
});
