// toolkit.marks.of: marks of entries that a tool has shown.

import { describe, expect, test } from "vitest";
import type { ShownEntry, Strategy } from "../../../src/lib.ts";
import { createAgentToolkit } from "../../../src/toolkit.ts";
import { makeTree } from "../../support/tree.ts";
import { STRATEGIES } from "../../support/workspaces.ts";

const ROOT = makeTree([
  "file .portholeignore only-folders/\n",
  "file a/key.pem x",
  "file a/b x",
  "file a/only-folders x",
  "dir only-folders",
  "symlink a/out ../..",
  "symlink a/gone nothing",
  "symlink a/to-key key.pem",
  "symlink link a",
]);

async function markOf(path: string, entries: readonly ShownEntry[], strategy: Strategy = "verify") {
  using toolkit = createAgentToolkit({ workspaceRoot: ROOT, defaults: "agent", strategy });
  return await toolkit.marks.of({ id: "1", path, entries });
}

const file = (path: string): ShownEntry => ({ path, kind: "file" });
const link = (path: string): ShownEntry => ({ path, kind: "symlink" });

describe.each(STRATEGIES)("marks.of in a workspace kept by %s", (strategy) => {
  test.each(["a", "link"])("marks what is denied, leads out or nowhere, below %s", async (path) => {
    const entries = [file("key.pem"), file("b"), link("out"), link("gone"), link("to-key")];
    expect(await markOf(path, entries, strategy)).toEqual({
      status: "success",
      data: [
        { path: "key.pem", mark: "denied", rule: "denied by the built-in pattern **/*.pem" },
        { path: "b", mark: "visible", rule: null },
        { path: "out", mark: "outside", rule: "leads out of the workspace" },
        { path: "gone", mark: "nowhere", rule: "leads nowhere" },
        { path: "to-key", mark: "denied", rule: "denied by the built-in pattern **/*.pem" },
      ],
    });
  });

  test("matches rules for directories by the kind that was shown", async () => {
    const entries: ShownEntry[] = [{ path: "only-folders", kind: "directory" }, file("a/only-folders")];
    const marks = await markOf(".", entries, strategy);
    expect(marks.status === "success" && marks.data.map(({ mark }) => mark)).toEqual(["denied", "visible"]);
  });
});

test.each([
  ["a way up", [{ path: "../x", kind: "file" }]],
  ["an unknown kind", [{ path: "a", kind: "disk" }]],
  ["no object", [null]],
  ["too many", Array(1001).fill(file("a"))],
])("refuses entries that no tool shows: %s", async (_what, entries) => {
  const outcome = await markOf(".", entries as ShownEntry[]);
  expect(outcome).toMatchObject({ status: "failure", error: { code: "INVALID_ARGUMENT" } });
});
