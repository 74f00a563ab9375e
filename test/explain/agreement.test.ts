// explain against the tools themselves, over one tree with every kind of entry, in several configurations. Leaves random trees to
// random_agreement.test.ts, the reasons and the texts to explain.test.ts.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Explanation } from "../../src/explain/types.ts";
import * as library from "../../src/lib.ts";
import { type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";
import { REPOSITORY, serve } from "../git/services.ts";
import { findContradictions } from "../support/explained.mjs";
import { isThorough } from "../support/scale.ts";
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
  "symlink to-out ..",
  "symlink to-gone missing",
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
  ...["to-out", "to-gone"],
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
];

/** A short run has each setting with one of the strategies, and asks about each path with one of the settings. */
const LEGS = SETTINGS.map(
  ([what, given], at) =>
    [
      what,
      given,
      isThorough ? STRATEGIES : STRATEGIES.filter((_, nth) => nth === at % STRATEGIES.length),
      PATHS.filter((_, nth) => isThorough || (nth + at) % SETTINGS.length === 0),
    ] as const,
);

test.each(LEGS)("explain agrees with what the tools do: %s", async (_what, given, strategies, paths) => {
  const root = makeRoot();
  for (const strategy of strategies) {
    const options = { workspaceRoot: root, discovery: serve(root), strategy, ...given };
    const refused: string[] = [];
    const onExplained = (path: string, { tools: { tree, list_directory } }: Explanation) => {
      if (tree?.word === "refused" || list_directory?.word === "refused") refused.push(path);
    };
    expect(await findContradictions(library, { options, paths, onExplained })).toEqual([]);
    expect(refused).toEqual([]);
  }
});

const OUTSIDE = '"to-out" is outside the workspace; use a path inside it, relative to its root';
const GONE = '"to-gone" does not exist; the nearest existing folder is "."';
const AS_LINK = 'with entry_kind "all"';
const TOOLS = ["tree", "list_directory", "list_files", "search_text", "read_file", "read_files"] as const;

test.each(STRATEGIES)(
  "a link that leads out or nowhere is shown as a link, and never answered by name: %s",
  async (strategy) => {
    const root = makeRoot();
    using toolkit = createAgentToolkit({ workspaceRoot: root, discovery: serve(root), strategy });
    const see = async (path: string) => {
      const { kind, place, location, tools } = await toolkit.explain(path);
      const inWalks = Object.fromEntries(TOOLS.map((name) => [name, `${tools[name]?.word}: ${tools[name]?.reason}`]));
      return { kind, place, location, ...inWalks, byName: new Set(TOOLS.map((name) => tools[name]?.by_name.word)) };
    };
    const common = { kind: "symlink", location: null, byName: new Set(["refused"]) };
    const shown = { tree: `shown: ${AS_LINK}`, list_files: `shown: ${AS_LINK}` };
    expect(await see("to-out")).toEqual({
      ...{ ...common, ...shown, place: "outside", list_directory: "shown: " },
      ...{
        search_text: `not searched: ${OUTSIDE}`,
        read_file: `refused: ${OUTSIDE}`,
        read_files: `refused: ${OUTSIDE}`,
      },
    });
    expect(await see("to-gone")).toEqual({
      ...{ ...common, ...shown, place: "missing", list_directory: "shown: " },
      ...{ search_text: "not searched: it is a link", read_file: `refused: ${GONE}`, read_files: `refused: ${GONE}` },
    });
  },
);

test("what is told of a link is of the link itself, what it leads to aside", async () => {
  const root = makeRoot();
  using toolkit = createAgentToolkit({ workspaceRoot: root, discovery: serve(root) });
  const view = async (path: string) => {
    const { kind, location, links, git, gemini } = await toolkit.explain(path);
    return { kind, location, links, git: git?.pattern ?? null, gemini: gemini?.pattern ?? null };
  };
  expect(await view("named")).toEqual({
    kind: "symlink",
    location: "src",
    links: ["named"],
    git: "named",
    gemini: null,
  });
  expect(await view("to-ignored")).toEqual({
    ...{ kind: "symlink", location: "out", links: ["to-ignored"] },
    ...{ git: null, gemini: null },
  });
  expect(await view("named/inner")).toEqual({
    ...{ kind: "symlink", location: "src/f", links: ["named", "src/inner"] },
    ...{ git: null, gemini: null },
  });
  expect((await toolkit.explain("named/inner")).tools.tree).toMatchObject({
    word: "hidden",
    reason: "it is at src/inner, and walks do not follow the link named",
  });
});
