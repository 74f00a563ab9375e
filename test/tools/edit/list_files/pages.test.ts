// Where an answer of list_files ends and where the next one goes on: cursors, limits, budgets, time.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type AgentToolkit, createAgentToolkit } from "../../../../src/toolkit.ts";
import type { ListFilesOutput } from "../../../../src/tools/edit/list_files/types.ts";
import { toCallId } from "../../../../src/walk/cursor.ts";
import { withSteppedClock } from "../../../support/clock.ts";
import { makeTree } from "../../../support/tree.ts";
import { find, findPages, openTree } from "./calls.ts";

const LINES = [
  "file a x",
  "file b/c x",
  "file b/d/e x",
  "file b/d/f x",
  "file b/g x",
  "file h/i x",
  "file j x",
  "file .k/l x",
];

const PATHS = ["a", "b/c", "b/d/e", "b/d/f", "b/g", "h/i", "j"];

/** A cursor as somebody would forge it who knows how they are made. */
function forge(names: string): string {
  const call = toCallId([".", "list_files", "**", "file", false, false]);
  return Buffer.from(`${toCallId([call, "", names])}::${names}`, "latin1").toString("base64url");
}

describe("cursors", () => {
  test("LK-07 the same call with after goes on exactly behind the last path", async () => {
    using toolkit = openTree(LINES);
    for (let max_results = 1; max_results <= PATHS.length; max_results++) {
      const pages = await findPages(toolkit, { max_results });
      expect(pages.flatMap(({ paths }) => paths)).toEqual(PATHS);
      expect(
        pages
          .map(({ returned }) => returned)
          .slice(0, -1)
          .every((count) => count === max_results),
      ).toBe(true);
      expect(pages.map(({ complete }) => complete)).toEqual([...pages.slice(1).map(() => false), true]);
      expect(pages.reduce((sum, { left_out }) => sum + (left_out.hidden ?? 0), 0)).toBe(1);
    }
  });

  test("LK-07 a directory that ends a page is entered on the next one", async () => {
    using toolkit = openTree(LINES);
    const pages = await findPages(toolkit, { max_results: 1, entry_kind: "all" });
    expect(pages.flatMap(({ paths }) => paths)).toEqual([
      ...["a", "b/", "b/c", "b/d/", "b/d/e", "b/d/f", "b/g", "h/", "h/i", "j"],
    ]);
  });

  test("LK-07 entries that come or go elsewhere shift nothing", async () => {
    const root = makeTree(LINES);
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const { next, paths } = await find(toolkit, { max_results: 3 });
    expect(paths).toEqual(["a", "b/c", "b/d/e"]);
    for (const file of ["0", "a", "b/c", "b/d/e"]) rmSync(join(root, file), { force: true });
    for (const file of ["A", "b/a", "b/d/a", "b/h", "z"]) writeFileSync(join(root, file), "x");
    expect((await find(toolkit, { after: next ?? "" })).paths).toEqual(["b/d/f", "b/g", "b/h", "h/i", "j", "z"]);
  });

  test("LK-07 where the folder of the place is gone or something else, it goes on with the next name", async () => {
    const rest = ["b/g", "h/i", "j"];
    const changes: [string, (root: string) => void][] = [
      ["gone", () => {}],
      ["a file", (root) => writeFileSync(join(root, "b/d"), "x")],
      ["a link", (root) => symlinkSync("../h", join(root, "b/d"))],
      ["a link out", (root) => symlinkSync("/etc", join(root, "b/d"))],
    ];
    for (const [what, change] of changes) {
      const root = makeTree(LINES);
      using toolkit = createAgentToolkit({ workspaceRoot: root });
      const { next } = await find(toolkit, { max_results: 3 });
      rmSync(join(root, "b/d"), { recursive: true });
      change(root);
      const { paths, left_out } = await find(toolkit, { after: next ?? "" });
      expect([what, paths, left_out.hidden]).toEqual([what, rest, undefined]);
    }
  });

  test("LK-07 a directory that appears where a file ended the page is not entered", async () => {
    const root = makeTree(LINES);
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const { next } = await find(toolkit, { max_results: 1 });
    rmSync(join(root, "a"));
    mkdirSync(join(root, "a"));
    writeFileSync(join(root, "a/x"), "x");
    expect((await find(toolkit, { after: next ?? "" })).paths).toEqual(PATHS.slice(1));
  });

  test("LK-07 the cursor of another call is refused, the size of the page aside", async () => {
    using toolkit = openTree(LINES);
    const { next } = await find(toolkit, { max_results: 1 });
    const after = next ?? "";
    const message =
      "after must be `next` of an answer to the same call, with all other arguments as they were; leave it out to start over";
    for (const other of [
      { pattern: "*" },
      { path: "b" },
      { entry_kind: "all" as const },
      { include_hidden: true },
      { include_ignored: true },
    ])
      await expect(find(toolkit, { ...other, after })).rejects.toMatchObject({ code: "INVALID_ARGUMENT", message });
    for (const broken of ["", "x", `${after}=`, `${after}A`, ` ${after}`, "%%%", after.slice(1)])
      await expect(find(toolkit, { after: broken })).rejects.toMatchObject({ code: "INVALID_ARGUMENT", message });
    expect((await find(toolkit, { after, max_results: 2, path: "./h/.." })).paths).toEqual(["b/c", "b/d/e"]);
  });

  test("LK-07 a forged cursor gives no right: not up, not to an absolute path, through a link, or into what is shut", async () => {
    const lines = [
      ...LINES,
      "file secret/s x",
      "file dist/t x",
      "symlink out /etc",
      "symlink up ..",
      "dir .git/objects",
    ];
    using toolkit = openTree(lines, { deniedPatterns: ["secret"] });
    for (const names of ["../", "..", "b/../../x", "/etc/", "/etc/passwd", "b//c", "./b/", "b/\0"])
      await expect(find(toolkit, { after: forge(names) })).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    for (const names of [
      "out/",
      "out/passwd",
      "up/ws/a",
      "secret/",
      "secret/a",
      "dist/",
      ".git/",
      ".k/",
      "a/",
      "none/x",
    ]) {
      const { paths } = await find(toolkit, { after: forge(names) });
      const [first = ""] = names.split("/");
      expect([names, paths]).toEqual([names, PATHS.filter((path) => (path.split("/")[0] ?? "") > first)]);
    }
    expect((await find(toolkit, { after: forge("b/d/") })).paths).toEqual(PATHS.slice(2));
    expect((await find(toolkit, { after: forge("b/".repeat(2000)) })).paths).toEqual(PATHS.slice(1));
    await expect(find(toolkit, { after: forge("b/".repeat(20_000)) })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
    });
  });

  test("LK-07 EX-12 a forged cursor does not lead out by bytes that are not UTF-8, which Windows reads as dots", async () => {
    const root = makeTree(LINES);
    writeFileSync(join(root, "../outside.txt"), "x");
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const dots = ["\xe0\x80\xae\xe0\x80\xae", "\xc0\xae\xc0\xae", "\xf0\x80\x80\xae.", ".\xe0\x80\xae"];
    const places = dots.flatMap((up) => [`${up}/`, `${up}/!`, `b/${up}/`, `b/${up}/${up}/`, `b\xe0\x81\x9c${up}/`]);
    const found = await Promise.all(places.map((names) => find(toolkit, { after: forge(names) }).catch(() => null)));
    const paths = found.flatMap((page) => page?.paths ?? []);
    expect(paths.filter((path) => !PATHS.includes(path))).toEqual([]);
  });

  test("LK-07 LK-04 a forged cursor enters no denied folder in another spelling, of letter case or of accents", async () => {
    const lines = [...LINES, "file cafe\u0301/s x", "file Secret/s x"];
    using toolkit = openTree(lines, { deniedPatterns: ["CAF\u00c9", "sECRET"] });
    const raw = (names: string) => Buffer.from(names).toString("latin1");
    const spellings = ["cafe\u0301/", "caf\u00e9/", "CAFE\u0301/", "Secret/", "secret/", "SECRET/"];
    for (const names of spellings)
      expect([names, (await find(toolkit, { after: forge(raw(names)) })).paths]).toEqual([
        names,
        PATHS.filter((path) => path > names),
      ]);
  });

  test("LK-07 a cursor with one wrong character is refused, whichever it is", async () => {
    using toolkit = openTree(LINES);
    const { next } = await find(toolkit, { max_results: 4 });
    const after = next ?? "";
    for (let at = 0; at < after.length; at++)
      for (const wrong of ["A", "b", "0", "_"]) {
        const slip = after.slice(0, at) + wrong + after.slice(at + 1);
        if (slip === after) continue;
        await expect(find(toolkit, { after: slip })).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
      }
  });

  test("LK-07 names that are not UTF-8 and look alike are not skipped or shown twice", async () => {
    if (process.platform !== "linux") return;
    const root = makeTree(["file b x"]);
    for (const raw of ["a\xff", "a\xfe", "a\xef\xbf\xbd"]) writeFileSync(Buffer.from(`${root}/${raw}`, "latin1"), "x");
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const pages = await findPages(toolkit, { max_results: 1 });
    expect(pages.flatMap(({ paths }) => paths)).toEqual(["a\ufffd", "a\ufffd", "a\ufffd", "b"]);
  });
});

describe("ends", () => {
  test("LK-08 complete is true only if nothing would follow, also if the page is just full", async () => {
    using toolkit = openTree(LINES);
    expect(await find(toolkit, { max_results: 7 })).toMatchObject({
      complete: true,
      truncated_reason: null,
      next: null,
    });
    expect(await find(toolkit, { max_results: 6 })).toMatchObject({ complete: false, truncated_reason: "max_results" });
  });

  test("LK-08 LK-09 an answer ends after so many entries, with a place to go on from, even if nothing was found", async () => {
    const config = { tools: { list_files: { max_entries_scanned: 2 } } };
    using toolkit = openTree(LINES, { config });
    const pages = await findPages(toolkit, { pattern: "j" });
    expect(pages.map(({ truncated_reason }) => truncated_reason)).toEqual([
      ...["scan_limit", "scan_limit", "scan_limit", "scan_limit", "scan_limit", null],
    ]);
    expect(pages.flatMap(({ paths }) => paths)).toEqual(["j"]);
    expect((await findPages(toolkit, {})).flatMap(({ paths }) => paths)).toEqual(PATHS);
  });

  test("LK-08 LK-09 behind a full page, what was looked at without finding anything is not looked at again", async () => {
    const lines = ["file a x", "file b.md x", "file c.md x", "file d x"];
    using toolkit = openTree(lines, { config: { tools: { list_files: { max_entries_scanned: 2 } } } });
    const pages = await findPages(toolkit, { pattern: "?", max_results: 1 });
    expect(pages.map(({ paths, truncated_reason }) => [paths, truncated_reason])).toEqual([
      [["a"], "max_results"],
      [["d"], null],
    ]);
  });

  test("LK-08 an answer that does not fit ends earlier, and the next goes on there", async () => {
    const all = Array.from({ length: 40 }, (_, index) => `d${10 + index}/file`);
    using toolkit = openTree(all.map((path) => `file ${path} x`));
    const paths: string[] = [];
    const reasons = new Set<string | null>();
    let after: string | undefined;
    do {
      const args = after === undefined ? {} : { after };
      const { content, is_error } = await toolkit.execute(
        { id: "1", name: "list_files", arguments: args },
        { max_output_bytes: 300 },
      );
      expect([is_error, Buffer.byteLength(content) <= 300]).toEqual([false, true]);
      const page: ListFilesOutput = JSON.parse(content);
      expect(page.returned).toBe(page.paths.length);
      paths.push(...page.paths);
      reasons.add(page.truncated_reason);
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(paths).toEqual(all);
    expect([...reasons]).toEqual(["max_output_bytes", null]);
    const tiny = await toolkit.execute({ id: "1", name: "list_files", arguments: {} }, { max_output_bytes: 100 });
    expect(JSON.parse(tiny.content).error.code).toBe("OUTPUT_BUDGET_TOO_SMALL");
  });
});

describe("long paths", () => {
  const deep = Array.from({ length: 14 }, () => "n".repeat(200)).join("/");

  test("LK-08 an answer that does not fit with the cursor of one path may fit with that of a later one", async () => {
    using toolkit = openTree([`file a/${deep} x`, "file b x", "file cccccccccc x", "file d x"]);
    const call = { id: "1", name: "list_files", arguments: { max_results: 3 } };
    const { content } = await toolkit.execute(call, { max_output_bytes: 3200 });
    expect(JSON.parse(content)).toMatchObject({
      paths: [`a/${deep}`, "b", "cccccccccc"],
      truncated_reason: "max_results",
    });
    const { content: cut } = await toolkit.execute(call, { max_output_bytes: Buffer.byteLength(content) - 1 });
    expect(JSON.parse(cut)).toMatchObject({ paths: [`a/${deep}`, "b"], truncated_reason: "max_output_bytes" });
    const whole = await find(toolkit, { max_results: 1 });
    expect(whole.next?.length).toBeGreaterThan(3200);
  });
});

describe("time", () => {
  const many = Array.from({ length: 150 }, (_, index) => `file d${index}/f x`);
  const findInTime = async (toolkit: AgentToolkit, after: string | undefined, timeoutMs: number) =>
    toolkit.listFiles.invoke(after === undefined ? { max_results: 1000 } : { max_results: 1000, after }, { timeoutMs });

  test("LK-08 when the time is nearly up, the answer is what was found, and goes on from there", async () => {
    using toolkit = openTree(many);
    const { result: pages } = await withSteppedClock(1, async () => {
      const pages: ListFilesOutput[] = [];
      for (let after: string | undefined; ; after = pages.at(-1)?.next ?? undefined) {
        const outcome = await findInTime(toolkit, after, 200);
        if (outcome.status !== "success") throw outcome.error;
        pages.push(outcome.data);
        if (outcome.data.complete) return pages;
      }
    });
    expect(pages.length).toBeGreaterThan(1);
    expect(pages[0]).toMatchObject({ complete: false, truncated_reason: "timeout" });
    const whole = await find(toolkit, { max_results: 1000 });
    expect(pages.flatMap(({ paths }) => paths)).toEqual(whole.paths);
  });

  test("LK-08 if not one directory could be read in the time, that is an error", async () => {
    using toolkit = openTree(many);
    const { result } = await withSteppedClock(5, () => findInTime(toolkit, undefined, 10));
    expect(result).toMatchObject({ status: "failure", error: { code: "TIMEOUT" } });
  });
});
