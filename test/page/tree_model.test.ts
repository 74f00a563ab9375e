// The tree of the page without a screen.

import { expect, test } from "vitest";
import type { MarkedEntry } from "../../src/explain/marks/types.ts";
import { empty, fill, isNote, makeTree, type Row, setNote, toRows } from "../../src/page/assets/tree_model.ts";

function makeEntry(path: string, kind: MarkedEntry["kind"] = "file"): MarkedEntry {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { name, path, kind, mark: "visible", rule: null, size_bytes: 0, modified_epoch_ms: 0, left_out: {} };
}

function open(starts: readonly string[]) {
  const ground = makeTree("ws", starts);
  const [top] = ground.children ?? [];
  if (top === undefined) throw new Error("no top");
  top.isOpen = true;
  return { ground, top };
}

const show = (row: Row) => (isNote(row) ? `(${row.text})` : `${row.level} ${row.position} ${row.entry.name}`);

test("begins with the folder, or with each folder where agents can start", () => {
  expect(toRows(makeTree("ws", ["."])).map(show)).toEqual(["1 1 ws"]);
  const { ground, top } = open(["docs/api", "src"]);
  fill(top, { path: "docs/api", entries: [makeEntry("docs/api/a.md")], more: false });
  expect(toRows(ground).map(show)).toEqual(["1 1 docs/api", "2 1 a.md", "1 2 src"]);
});

test("entries whose names look the same stay rows of their own when the folder is listed again", () => {
  const { ground, top } = open(["."]);
  const same = ["bad\ufffd", "bad\ufffd", "bad\ufffd"].map((name) => makeEntry(name));
  for (const _ of [1, 2]) {
    fill(top, { path: ".", entries: same, more: false });
    expect(new Set(toRows(ground)).size).toBe(4);
  }
});

test("what was open inside stays so when the folder is listed again", () => {
  const { ground, top } = open(["."]);
  const entries = [makeEntry("src", "directory"), makeEntry("a.txt")];
  fill(top, { path: ".", entries, more: false });
  const src = top.children?.[0];
  if (src === undefined) throw new Error("no folder");
  src.isOpen = true;
  setNote(src, "looking…");
  fill(top, { path: ".", entries: [...entries, makeEntry("b.txt")], more: true });
  expect(toRows(ground).map(show)).toEqual([
    ...["1 1 ws", "2 1 src", "(looking…)", "2 2 a.txt", "2 3 b.txt", "(more entries, not shown)"],
  ]);
});

test("a folder that is gone has no entries any more, only the reason", () => {
  const { ground, top } = open(["."]);
  fill(top, { path: ".", entries: [makeEntry("a.txt")], more: false });
  empty(top, "there is no such folder");
  expect(toRows(ground).map(show)).toEqual(["1 1 ws", "(there is no such folder)"]);
});
