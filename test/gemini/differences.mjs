// Every way in which our list_directory is meant to answer otherwise than the original, each with a workspace that shows it.
// `what` is the first cell of a row in docs/gemini.md. Leaves what is alike to compare.mjs.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { call } from "./tools.mjs";

/**
 * `make` fills the folder; `ask` may return another path than the folder itself, and more parameters. `lines` are those that each
 * answers with, of a listing without its first line; `texts` are whole answers.
 */
export const DIFFERENCES = [
  {
    what: "a link that leads out of the workspace",
    make: (root) => symlinkSync("..", join(root, "out")),
    lines: { original: ["[DIR] out"], ours: [""] },
  },
  {
    what: "a link from one workspace directory into another",
    make: (root, second) => symlinkSync(second, join(root, "second")),
    lines: { original: ["[DIR] second"], ours: [""] },
  },
  {
    what: "`..` behind a link",
    make(root) {
      mkdirSync(join(root, "a/b"), { recursive: true });
      symlinkSync("a/b", join(root, "link"));
    },
    ask: (root) => ({ path: `${root}/link/..` }),
    lines: { original: [""], ours: ["[DIR] a", "[DIR] link"] },
  },
  {
    what: "a control character in a name",
    make: (root) => writeFileSync(join(root, "a\n[DIR] b"), ""),
    lines: { original: ["a", "[DIR] b"], ours: ["a\\x0a[DIR] b"] },
  },
  {
    what: "a name that is not UTF-8",
    make: (root) => writeFileSync(Buffer.concat([Buffer.from(`${root}/a`), Buffer.of(0xff)]), ""),
    lines: { original: [""], ours: ["a\ufffd"] },
  },
  {
    what: "a denied directory",
    make: (root) => writeFileSync(join(mkdirSync(join(root, ".ssh"), { recursive: true }), "config"), ""),
    ask: (root) => ({ path: join(root, ".ssh") }),
    texts: (root) => ({
      original: `Directory listing for ${root}/.ssh:\nconfig`,
      ours: `Error listing directory: "${root}/.ssh" is denied by the pattern "**/.ssh/**"`,
    }),
  },
  {
    what: "nothing there",
    make: () => {},
    ask: (root) => ({ path: join(root, "x") }),
    texts: (root) => ({
      original: `Error listing directory: ENOENT: no such file or directory, stat '${root}/x'`,
      ours: `Error listing directory: "${root}/x" does not exist`,
    }),
    types: { original: "ls_execution_error", ours: "ls_execution_error" },
  },
  {
    what: "parameters that are not valid, in `validateBuildAndExecute`",
    make: () => {},
    ask: () => ({ path: "x" }),
    texts: () => ({
      original: "Error: Invalid parameters provided. Reason: Path must be absolute: x",
      ours: "Error: invalid parameters: Path must be absolute: x",
    }),
  },
  {
    what: "parameters of the wrong type",
    make: () => {},
    ask: () => ({ path: 5 }),
    texts: () => ({
      original: "Error: Invalid parameters provided. Reason: params/path must be string",
      ours: "Error: invalid parameters: path must be a string, not 5",
    }),
  },
  {
    what: "an `ignore` glob of more than 4,096 characters",
    make: (root) => writeFileSync(join(root, "a"), ""),
    ask: (root) => ({ path: root, ignore: ["x".repeat(4097)] }),
    texts: (root) => ({
      original: `Directory listing for ${root}:\na`,
      ours: "Error: invalid parameters: ignore[0] must not be longer than 4096 characters",
    }),
  },
  {
    what: "`*` and `?` against a line end",
    make: (root) => writeFileSync(join(root, "a\nb"), ""),
    ask: (root) => ({ path: root, ignore: ["*"] }),
    lines: { original: ["a", "b"], ours: [""] },
  },
  {
    what: "`?` against a character beyond U+FFFF",
    make: (root) => writeFileSync(join(root, "😀"), ""),
    ask: (root) => ({ path: root, ignore: ["?"] }),
    lines: { original: ["😀"], ours: [""] },
  },
  {
    what: "ignore rules for a directory that is listed through a link",
    make(root) {
      mkdirSync(join(root, "a"));
      writeFileSync(join(root, "a/b"), "");
      symlinkSync("a", join(root, "link"));
      writeFileSync(join(root, ".geminiignore"), "/a/b\n");
    },
    ask: (root) => ({ path: join(root, "link") }),
    lines: { original: ["b"], ours: ["", "", "(1 gemini-ignored)"] },
  },
  {
    what: "a cancelled call",
    make: (root) => writeFileSync(join(root, "a"), ""),
    signal: AbortSignal.abort(),
    texts: (root) => ({
      original: `Directory listing for ${root}:\na`,
      ours: "Error listing directory: Cancelled by user",
    }),
  },
  {
    what: "a rule for directories only (`dist/`)",
    ownService: true,
    make(root) {
      for (const folder of [".git", "dist"]) mkdirSync(join(root, folder));
      writeFileSync(join(root, ".gitignore"), "dist/\n");
    },
    lines: {
      original: ["[DIR] dist", ".gitignore", "", "(1 git-ignored)"],
      ours: [".gitignore", "", "(2 git-ignored)"],
    },
  },
  {
    what: "upper and lower case in rules",
    ownService: true,
    make(root) {
      mkdirSync(join(root, ".git"));
      writeFileSync(join(root, "A"), "");
      writeFileSync(join(root, ".gitignore"), "a\n");
    },
    lines: { original: [".gitignore", "", "(2 git-ignored)"], ours: [".gitignore", "A", "", "(1 git-ignored)"] },
  },
  {
    what: "the user's own excludes file",
    ownService: true,
    make(root, _second, home) {
      mkdirSync(join(root, ".git"));
      writeFileSync(join(root, "a"), "");
      mkdirSync(join(home, "config/git"), { recursive: true });
      writeFileSync(join(home, "config/git/ignore"), "a\n");
    },
    lines: { original: ["a", "", "(1 git-ignored)"], ours: ["", "", "(2 git-ignored)"] },
  },
  {
    what: "an ignore file that changes while the host runs",
    ownService: true,
    make: (root) => writeFileSync(join(root, "a"), ""),
    between: (root) => writeFileSync(join(root, ".geminiignore"), "a\n"),
    lines: { original: [".geminiignore", "a"], ours: [".geminiignore", "", "(1 gemini-ignored)"] },
  },
];

/** What both answer, in the shape that the difference is written down in. */
export async function show(difference, { root, tools }) {
  const params = difference.ask?.(root) ?? { path: root };
  const ask = (tool) =>
    difference.signal ? tool.validateBuildAndExecute(params, difference.signal) : call(tool, params);
  if (difference.between) {
    for (const tool of Object.values(tools)) await ask(tool);
    difference.between(root);
  }
  const answers = { original: await ask(tools.original), ours: await ask(tools.ours) };
  const map = (view) => ({ original: view(answers.original), ours: view(answers.ours) });
  return {
    ...(difference.lines && { lines: map(({ llmContent }) => llmContent.split("\n").slice(1)) }),
    ...(difference.texts && { texts: map(({ llmContent }) => llmContent) }),
    ...(difference.types && { types: map(({ error }) => error?.type) }),
  };
}

export function expectationOf(difference, root) {
  return {
    ...(difference.lines && { lines: difference.lines }),
    ...(difference.texts && { texts: difference.texts(root) }),
    ...(difference.types && { types: difference.types }),
  };
}
