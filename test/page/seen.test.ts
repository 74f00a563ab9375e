// What the marks in the tree tell of what agents looked at.

import { expect, test } from "vitest";
import { Seen } from "../../src/page/seen.ts";
import { makeRecord } from "./page_server.ts";

const READERS = ["read_file", "read_files", "resources/read"];

test("tells content that was given from files that a search opened and folders that were listed", () => {
  const seen = new Seen(READERS);
  seen.add(makeRecord({ tool: "read_file", opened: ["src/a.ts"] }));
  seen.add(makeRecord({ tool: "resources/read", opened: ["src/a.ts"] }));
  seen.add(makeRecord({ tool: "search_text", opened: ["src/", "src/a.ts", "src/b.ts"] }));
  seen.add(makeRecord({ tool: "read_file", opened: ["src/c.bin"], success: false, code: "INTERNAL" }));
  seen.add(makeRecord({ tool: "read_file", opened: ["mine.ts"], by: "owner" }));
  expect(seen.usesOf("src/a.ts")).toEqual({ read: 2, searched: 1, listed: 0 });
  expect(seen.usesOf("src/b.ts")).toEqual({ read: 0, searched: 1, listed: 0 });
  expect(seen.usesOf("src/c.bin")).toEqual({ read: 0, searched: 1, listed: 0 });
  expect(seen.usesOf("src")).toEqual({ read: 0, searched: 0, listed: 1 });
  expect([seen.usesOf("mine.ts"), seen.isAbove("."), seen.isAbove("src")]).toEqual([null, true, true]);
});

test("knows the folder of a call that opened more than its record says", () => {
  const seen = new Seen(READERS);
  const more = { tool: "search_text", opened: ["src/a.ts"], opened_more: 40 };
  seen.add(makeRecord({ ...more, arguments: { path: "./src/" } }));
  expect([seen.isPartly("src"), seen.isPartly("."), seen.isAbove(".")]).toEqual([true, false, true]);
  for (const path of [undefined, "/elsewhere", 7]) {
    const other = new Seen(READERS);
    other.add(makeRecord({ ...more, arguments: { path } }));
    expect([path, other.isPartly(".")]).toEqual([path, true]);
  }
});

test("keeps 5000 paths, says that there were more, and goes on from what another one knows", () => {
  const seen = new Seen(READERS);
  let wasWhole = true;
  for (let count = 0; count < 5001; count++) {
    wasWhole &&= seen.isWhole;
    seen.add(makeRecord({ tool: "read_file", opened: [`f${count}`] }));
  }
  expect([wasWhole, seen.isWhole]).toEqual([true, false]);
  expect([seen.usesOf("f4999")?.read, seen.usesOf("f5000")]).toEqual([1, null]);
  const next = new Seen(READERS);
  next.add(makeRecord({ opened: ["old"] }));
  next.load(JSON.parse(JSON.stringify(seen.toState())));
  const known = [next.usesOf("old"), next.usesOf("f0")?.read, next.isAbove("."), next.isWhole];
  expect(known).toEqual([null, 1, true, false]);
  next.add(makeRecord({ tool: "read_file", opened: ["f0"] }));
  expect(next.usesOf("f0")?.read).toBe(2);
});
