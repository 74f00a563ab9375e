// toolkit.marks.list: every entry of a folder, with what an agent can see of it. The agreement with `explain` is in agreement.test.ts.

import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { MarkedEntry, ToolkitMarks } from "../../../src/lib.ts";
import { type AgentToolkitOptions, createAgentToolkit } from "../../../src/toolkit.ts";
import { cannotRecordFs, recordFsCalls } from "../../support/fs_calls.ts";
import { makeTree } from "../../support/tree.ts";
import { STRATEGIES } from "../../support/workspaces.ts";

const ENTRIES = [
  "file .git/HEAD ref: refs/heads/main",
  "dir .git/objects",
  "dir .git/refs",
  "file .gitignore *.log\n/out/\n",
  "file .portholeignore /customers/\n",
  "file .env X=1",
  "file a.log x",
  "file a.txt hello",
  "file customers/list x",
  "file dist/d.js x",
  "file key.pem x",
  "file out/o x",
  "fifo pipe",
  "file sub/.hidden/h x",
  "file sub/b.log x",
  "symlink circle circle",
  "symlink gone nothing",
  "symlink in a.txt",
  "symlink to-key key.pem",
  "symlink to-out ..",
];

type Options = Omit<AgentToolkitOptions, "workspaceRoot" | "dialect">;
type Asked = Omit<Parameters<ToolkitMarks["list"]>[0], "id">;

/** Nobody writes there. */
const planted = makeTree(ENTRIES);

async function list(options: Options, asked: Asked, lines: readonly string[] = ENTRIES) {
  const workspaceRoot = lines === ENTRIES ? planted : makeTree(lines);
  using toolkit = createAgentToolkit({ workspaceRoot, defaults: "agent", ...options });
  const outcome = await toolkit.marks.list({ id: "1", ...asked });
  if (outcome.status === "failure") throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome.data;
}

const show = ({ name, mark, rule }: MarkedEntry) => `${name}: ${mark}${rule === null ? "" : `, ${rule}`}`;

describe.each(STRATEGIES)("marks.list in a workspace kept by %s", (strategy) => {
  test("marks every entry of a folder, and says by which rule", async () => {
    const { path, entries, more } = await list({ strategy }, { path: "." });
    expect({ path, more }).toEqual({ path: ".", more: false });
    expect(entries.map(show)).toEqual([
      ".env: denied, denied by the built-in pattern for secrets **/.env",
      ".git: hidden, starts with a dot",
      ".gitignore: hidden, starts with a dot",
      ".portholeignore: hidden, starts with a dot",
      "a.log: hidden, ignored by .gitignore:1 (*.log)",
      "a.txt: visible",
      "circle: nowhere, leads nowhere",
      "customers: denied, denied by .portholeignore:1 (/customers/)",
      "dist: visible",
      "gone: nowhere, leads nowhere",
      "in: visible",
      "key.pem: denied, denied by the built-in pattern **/*.pem",
      "out: hidden, ignored by .gitignore:2 (/out/)",
      "pipe: visible",
      "sub: visible",
      "to-key: denied, denied by the built-in pattern **/*.pem",
      "to-out: outside, leads out of the workspace",
    ]);
  });

  test("names the folder whose rule hides what lies in it", async () => {
    const hidden = await list({ strategy }, { path: "sub/.hidden" });
    expect(hidden.entries.map(show)).toEqual(["h: hidden, .hidden: starts with a dot"]);
    const ignored = await list({ strategy }, { path: "out" });
    expect(ignored.entries.map(show)).toEqual(["o: hidden, ignored by .gitignore:2 (/out/)"]);
  });

  test("tells which tools leave out an entry, though others show it", async () => {
    const { entries } = await list({ strategy }, { path: "." });
    const leftOut = Object.fromEntries(entries.map(({ name, left_out }) => [name, left_out]));
    expect(leftOut.dist).toEqual({ list_files: "left out by default", tree: "always left out" });
    expect(leftOut.pipe).toEqual({
      list_directory: "it is neither file, directory nor link",
      tree: "it is neither file, directory nor link",
    });
    expect(leftOut["a.txt"]).toEqual({});
    expect(leftOut[".env"]).toEqual({
      list_directory: "starts with a dot",
      list_files: "starts with a dot",
      tree: "starts with a dot",
    });
  });

  test("judges as in a walk from `start`, and with hidden names if asked", async () => {
    const named = await list({ strategy }, { path: "out", start: "out" });
    expect(named.entries.map(show)).toEqual(["o: visible"]);
    const deep = { path: "sub/.hidden/deep", start: "sub/.hidden" };
    const below = await list({ strategy }, deep, [...ENTRIES, "file sub/.hidden/deep/e x"]);
    expect(below.entries.map(show)).toEqual(["e: visible"]);
    const dots = await list({ strategy }, { path: "sub", start: ".", include_hidden: true });
    expect(dots.entries.map(show)).toEqual([".hidden: visible", "b.log: hidden, ignored by .gitignore:1 (*.log)"]);
  });

  test("refuses a start that the folder does not lie in", async () => {
    for (const start of ["out", "sub/.hidden", "su"])
      await expect(list({ strategy }, { path: "sub", start })).rejects.toThrow(
        /start must be path or a folder above it/,
      );
    await expect(list({ strategy }, { path: "sub", start: ".." })).rejects.toThrow(/SANDBOX_VIOLATION/);
  });

  test("does not open a denied folder", async () => {
    await expect(list({ strategy }, { path: "customers" })).rejects.toThrow(/customers.* is denied/);
  });

  test("a folder behind a link is judged where it lies", async () => {
    const lines = [...ENTRIES, "file a/x.txt x", "file a/key.txt x", "file a/named.txt x", "symlink link a"];
    const deniedPatterns = ["a/key.txt", "link/named.txt"];
    const { entries } = await list({ strategy, deniedPatterns }, { path: "link" }, lines);
    expect(entries.map(({ path, mark }) => [path, mark])).toEqual([
      ["link/key.txt", "denied"],
      ["link/named.txt", "denied"],
      ["link/x.txt", "visible"],
    ]);
  });
});

test("an ignore file that .portholeignore denies is obeyed, and its lines are not told", async () => {
  const lines = ENTRIES.map((line) => (line.startsWith("file .portholeignore") ? `${line}.gitignore\n` : line));
  const { entries } = await list({}, { path: "." }, lines);
  expect(entries.filter(({ name }) => name === "a.log").map(show)).toEqual(["a.log: hidden, ignored by .gitignore:1"]);
});

test("a link that leads out of the allowed folders is marked, and only those folders are listed", async () => {
  const lines = ["file src/a x", "file lib/b x", "symlink src/to-lib ../lib", "symlink src/to-a a"];
  const { entries } = await list({ allowedRoots: ["src"] }, { path: "src" }, lines);
  expect(entries.map(show)).toEqual([
    "a: visible",
    "to-a: visible",
    "to-lib: outside, leads out of the allowed folders",
  ]);
  await expect(list({ allowedRoots: ["src"] }, { path: "." }, lines)).rejects.toThrow(/SANDBOX_VIOLATION/);
});

test("a tool that the policy denies shows nothing", async () => {
  const options: Options = { config: { tools: { list_directory: { include_files_default: false } } } };
  const shown = await list(options, { path: "." }, ["file a x"]);
  expect(shown.entries.map(show)).toEqual(["a: visible"]);
  const denylist = ["tree", "list_files"];
  const hidden = await list({ ...options, policy: { denylist } }, { path: "." }, ["file a x"]);
  expect(hidden.entries.map(show)).toEqual(["a: hidden, it is a file"]);
  await expect(list({ policy: { denylist: ["list_directory"] } }, { path: "." })).rejects.toThrow(/POLICY_DENIED/);
});

test("tells sizes and times of the entries themselves", async () => {
  const { entries } = await list({}, { path: "." }, ["file a hello", "dir d", "symlink l a"]);
  expect(entries.map(({ name, kind, size_bytes }) => [name, kind, size_bytes])).toEqual([
    ["a", "file", 5],
    ["d", "directory", null],
    ["l", "symlink", null],
  ]);
  for (const { modified_epoch_ms } of entries)
    expect(Math.abs(Number(modified_epoch_ms) - Date.now())).toBeLessThan(3_600_000);
});

test("the budget of an agent's answers does not cut it, and 20,000 entries are the most", async () => {
  const root = makeTree([]);
  writeFileSync(join(root, "0"), "");
  // Links to a file are made faster than files.
  for (let index = 1; index <= 20_000; index++) linkSync(join(root, "0"), join(root, String(index)));
  using toolkit = createAgentToolkit({ workspaceRoot: root, maxOutputBytes: 1000 });
  const outcome = await toolkit.marks.list({ id: "1", path: "." });
  if (outcome.status === "failure") throw new Error(outcome.error.message);
  expect([outcome.data.entries.length, outcome.data.more]).toEqual([20_000, true]);
});

test.skipIf(process.platform !== "linux")("a folder below one whose name is not UTF-8 is judged too", async () => {
  const root = makeTree(["file .gitignore b\n", "dir .git/objects", "dir .git/refs", "file .git/HEAD x"]);
  const odd = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x78, 0xff])]);
  mkdirSync(Buffer.concat([odd, Buffer.from("/sub")]), { recursive: true });
  for (const name of ["a", "b"]) writeFileSync(Buffer.concat([odd, Buffer.from(`/sub/${name}`)]), "");
  symlinkSync(Buffer.from([0x78, 0xff]), join(root, "link"));
  using toolkit = createAgentToolkit({ workspaceRoot: root, defaults: "agent" });
  const outcome = await toolkit.marks.list({ id: "1", path: "link/sub", start: "link" });
  expect(outcome.status === "success" && outcome.data.entries.map(show)).toEqual([
    "a: visible",
    "b: hidden, ignored by .gitignore:1 (b)",
  ]);
});

test.skipIf(cannotRecordFs)("a deep folder needs no more descriptors than a shallow one", async () => {
  const most = async (depth: number) => {
    const path = Array.from({ length: depth }, () => "d").join("/");
    const root = makeTree([`file ${path}/f x`]);
    let [open, peak] = [0, 0];
    using toolkit = createAgentToolkit({ workspaceRoot: root, defaults: "agent" });
    const calls = await recordFsCalls(root, () => toolkit.marks.list({ id: "1", path }));
    for (const { name, result } of calls) {
      if (name === "openSync" && typeof result === "number") open += 1;
      if (name === "closeSync") open -= 1;
      peak = Math.max(peak, open);
    }
    return peak;
  };
  expect(await most(60)).toBe(await most(6));
});
