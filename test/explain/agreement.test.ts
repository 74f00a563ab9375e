// explain against the tools themselves: over a tree with every kind of entry, in several configurations, what it says is shown is what
// a walk from the root shows. Leaves the reasons and the texts to explain.test.ts.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Explanation } from "../../src/explain/types.ts";
import { type AgentToolkitOptions, createAgentToolkit, type GeminiToolkit } from "../../src/toolkit.ts";
import type { TreeEntry } from "../../src/tools/edit/tree/types.ts";
import { REPOSITORY, serve } from "../discovery/services.ts";
import { makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";

const ENTRIES = [
  ...REPOSITORY,
  "file .gitignore named\nout/\n*.log\n!kept.log\n/sub/deep/\n",
  "file .geminiignore sec*\n",
  "file src/f x",
  "symlink src/inner f",
  "symlink named src",
  "file out/g x",
  "symlink to-ignored out",
  "symlink to-log a.log",
  "symlink to-link to-log",
  "symlink to-secret secret",
  "symlink to-ssh .ssh",
  "file a.log x",
  "file kept.log x",
  "file secret x",
  "file sub/deep/x x",
  "file sub/ok/y x",
  "file sub/.git/z x",
  "file .ssh/k x",
  "file .env x",
  "file a.pem x",
  "file node_modules/m x",
  "file dist/d x",
  "file .hidden/h x",
  "dir empty",
  "fifo pipe",
];
const PATHS = [
  ...["src", "src/f", "src/inner", "named", "out", "out/g", "to-ignored", "to-log", "to-link", "to-secret", "to-ssh"],
  ...["a.log", "kept.log", "secret", "sub", "sub/deep", "sub/deep/x", "sub/ok", "sub/ok/y", "sub/.git", "sub/.git/z"],
  ...[".ssh", ".ssh/k", ".env", "a.pem", "node_modules", "node_modules/m", "dist", "dist/d", ".hidden", ".hidden/h"],
  ...["empty", "pipe", "large", "binary", ".git", ".git/HEAD", ".gitignore"],
  // Through a link: a walk does not come by.
  ...["named/f", "named/inner", "to-ignored/g"],
];

function makeRoot(): string {
  const root = makeTree(ENTRIES);
  writeFileSync(join(root, "large"), "x".repeat(1024 * 1024 + 1));
  writeFileSync(join(root, "binary"), "a\0b");
  return root;
}

const LIST = { include_hidden_default: true, include_symlinks_default: false, include_other_default: true };
const SETTINGS: readonly (readonly [string, Partial<AgentToolkitOptions>])[] = [
  ["nothing said", {}],
  [
    "gitignore",
    { config: { tools: { tree: { respect_gitignore: true }, list_directory: { respect_gitignore: true } } } },
  ],
  ["other kinds", { config: { tools: { list_directory: LIST } } }],
  [
    "no files, no folders",
    { config: { tools: { list_directory: { include_files_default: false, include_dirs_default: false } } } },
  ],
  ["gemini", { dialect: "gemini" }],
];

type Walker = (toolkit: ReturnType<typeof createAgentToolkit>, root: string) => Promise<Set<string>>;

const walkTree: Walker = async (toolkit) => {
  const answer = await toolkit.tree(".", { entry_kind: "all", max_depth: 12, max_entries: 1000 });
  if (answer.status !== "success") throw new Error(answer.error.message);
  const found = new Set<string>();
  const visit = (node: TreeEntry) => {
    found.add(node.path);
    if (node.kind === "directory") node.children?.forEach(visit);
  };
  visit(answer.data.root);
  return found;
};

const walkList: Walker = async (toolkit) => {
  const answer = await toolkit.invoke("list_directory", { path: ".", recursive: true });
  if (answer.status !== "success") throw new Error(answer.error.message);
  const { entries } = answer.data as { entries: readonly { path: string }[] };
  return new Set(entries.map(({ path }) => path));
};

/** It lists one folder; we go on into those that are no links. */
const walkGemini: Walker = async (toolkit, root) => {
  const found = new Set<string>();
  const visit = async (folder: string): Promise<void> => {
    const answer = await (toolkit as GeminiToolkit).listDirectory(join(root, folder));
    if (answer.status !== "success") return;
    for (const line of answer.data.llmContent.split("\n").slice(1)) {
      const name = line.replace("[DIR] ", "");
      if (name === "" || name.startsWith("(")) continue;
      const path = folder === "." ? name : `${folder}/${name}`;
      found.add(path);
      if (line.startsWith("[DIR] ") && !/(?:^|\/)(?:named|to-[a-z]+)$/.test(path)) await visit(path);
    }
  };
  await visit(".");
  return found;
};

test.each(SETTINGS)("explain agrees with what the tools do: %s", async (_what, options) => {
  const root = makeRoot();
  for (const strategy of STRATEGIES) {
    using toolkit = createAgentToolkit({ workspaceRoot: root, discovery: serve(root), strategy, ...options });
    const inTree = await walkTree(toolkit, root);
    const inList = await (options.dialect === "gemini" ? walkGemini : walkList)(toolkit, root);
    const seen = [];
    for (const path of PATHS) {
      const read = await toolkit.readFile(path);
      const word = (isShown: boolean) => (isShown ? "shown" : "hidden");
      seen.push([
        path,
        word(inTree.has(path)),
        word(inList.has(path)),
        read.status === "success" ? "readable" : "refused",
      ]);
    }
    const words = ({ tools }: Explanation) => ["tree", "list_directory", "read_file"].map((name) => tools[name]?.word);
    expect(PATHS.map((path) => [path, ...words(toolkit.explain(path))])).toEqual(seen);
  }
});

test("what is told of a link is of the link itself, what it leads to aside", () => {
  const root = makeRoot();
  using toolkit = createAgentToolkit({ workspaceRoot: root, discovery: serve(root) });
  const view = (path: string) => {
    const { kind, location, links, git, gemini } = toolkit.explain(path);
    return { kind, location, links, git: git?.pattern ?? null, gemini: gemini?.pattern ?? null };
  };
  expect(view("named")).toEqual({ kind: "symlink", location: "src", links: ["named"], git: "named", gemini: null });
  expect(view("to-ignored")).toEqual({
    ...{ kind: "symlink", location: "out", links: ["to-ignored"] },
    ...{ git: null, gemini: null },
  });
  expect(view("named/inner")).toEqual({
    ...{ kind: "symlink", location: "src/f", links: ["named", "src/inner"] },
    ...{ git: null, gemini: null },
  });
  expect(toolkit.explain("named/inner").tools.tree).toEqual({
    word: "hidden",
    reason: "it is shown at src/inner, not through the link named",
  });
});
