// Pages of search_text: wherever they are cut, joined they are the whole answer, and their counters add up.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AgentToolkit, createAgentToolkit } from "../../../../src/toolkit.ts";
import type { SearchTextInput, SearchTextOutput } from "../../../../src/tools/edit/search_text/types.ts";
import { toCallId } from "../../../../src/walk/cursor.ts";
import { cannotRecordFs, recordFsCalls } from "../../../support/fs_calls.ts";
import { times } from "../../../support/scale.ts";
import { makeTree } from "../../../support/tree.ts";
import { openTree } from "../list_files/calls.ts";
import { joinPages, search, searchPages, toLines } from "./calls.ts";

/** The answers that a model would get, each within so many bytes. */
async function executePages(toolkit: AgentToolkit, args: SearchTextInput, budgets: readonly number[]) {
  const pages: SearchTextOutput[] = [];
  for (let after: string | null | undefined; after !== null; after = pages.at(-1)?.next ?? null) {
    const max_output_bytes = budgets[pages.length % budgets.length] ?? 4096;
    const call = { id: "1", name: "search_text", arguments: { ...args, ...(after && { after }) } };
    const { content, is_error } = await toolkit.execute(call, { max_output_bytes });
    if (is_error) throw new Error(content);
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(max_output_bytes);
    pages.push(JSON.parse(content));
  }
  return pages;
}

const whole = ({ truncated_reason: _, next: __, ...rest }: SearchTextOutput) => rest;

const LINES = ["x", "xy", "a", "b", "", "c", `${"long ".repeat(60)}x`, "é x", "d", "e"];
const content = fc
  .array(fc.constantFrom(...LINES), { maxLength: 25 })
  .map((lines) => lines.map((line) => `${line}\n`).join(""));
const names = fc.constantFrom("a", "b", "c", "d/a", "d/b", "d/e/a", "d.x", ".h", "skipped", "z/y/x/w");
const trees = fc
  .uniqueArray(fc.tuple(names, content), { selector: ([name]) => name, maxLength: 8 })
  .map((files) => ["dir .git", "file .gitignore skipped\n", ...files.map(([name, text]) => `file ${name} ${text}`)]);
const calls = fc.record({
  pattern: fc.constantFrom("x", "x$", "^[ab]?$", "", "nothing"),
  mode: fc.constantFrom("lines" as const, "files" as const),
  context_lines: fc.nat(3),
  include_hidden: fc.boolean(),
});

describe("joined pages", () => {
  test("LK-07 SE-09 of any size are the whole answer, and their counters add up", async () => {
    await fc.assert(
      fc.asyncProperty(trees, calls, fc.integer({ min: 1, max: 7 }), async (lines, args, max_results) => {
        using toolkit = openTree(lines);
        const all = await search(toolkit, { ...args, max_results: 1000 });
        const pages = await searchPages(toolkit, { ...args, max_results });
        expect(joinPages(pages)).toEqual(whole(all));
        for (const page of pages.slice(0, -1)) expect(page.truncated_reason).toBe("max_results");
        const results = (page: SearchTextOutput) => (args.mode === "files" ? page.files.length : page.matched_lines);
        for (const page of pages.slice(0, -1)) expect(results(page)).toBe(max_results);
      }),
      { numRuns: times(4, 150) },
    );
  });

  test("LK-07 SE-09 cut to any number of bytes are the whole answer, and their counters add up", async () => {
    const budgets = fc.array(fc.integer({ min: 1000, max: 3000 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(trees, calls, fc.integer({ min: 1, max: 200 }), budgets, async (lines, args, most, bytes) => {
        using toolkit = openTree(lines);
        const all = await search(toolkit, { ...args, max_results: 1000 });
        const pages = await executePages(toolkit, { ...args, max_results: most }, bytes);
        expect(joinPages(pages)).toEqual(whole(all));
      }),
      { numRuns: times(3, 100) },
    );
  });

  test("LK-09 cut by scan limits are the whole answer, and their counters add up", async () => {
    const limits = fc.record({
      max_entries_scanned: fc.integer({ min: 1, max: 5 }),
      max_bytes_scanned: fc.integer({ min: 1, max: 300 }),
    });
    await fc.assert(
      fc.asyncProperty(
        trees,
        calls,
        limits,
        fc.integer({ min: 1, max: 9 }),
        async (lines, args, limit, max_results) => {
          const root = makeTree(lines);
          using toolkit = createAgentToolkit({ workspaceRoot: root });
          using limited = createAgentToolkit({ workspaceRoot: root, config: { tools: { search_text: limit } } });
          const all = await search(toolkit, { ...args, max_results: 1000 });
          expect(joinPages(await searchPages(limited, { ...args, max_results }))).toEqual(whole(all));
        },
      ),
      { numRuns: times(3, 100) },
    );
  });
});

describe("a page", () => {
  test("LK-08 that is full is complete if nothing follows", async () => {
    using toolkit = openTree(["file a x\n", "file b x\ny\n", "file c y\n"]);
    const answer = await search(toolkit, { pattern: "x", max_results: 2 });
    expect(answer).toMatchObject({ complete: true, truncated_reason: null, next: null, searched_files: 3 });
    const cut = await search(toolkit, { pattern: "x", max_results: 1 });
    expect(cut).toMatchObject({ complete: false, truncated_reason: "max_results", searched_files: 1 });
  });

  test("LK-08 ends behind the context of its last match", async () => {
    using toolkit = openTree(["file f 1\nx\n3\n4\n5\nx\n7\n"]);
    const pages = await searchPages(toolkit, { pattern: "x", context_lines: 1, max_results: 1 });
    expect(pages.map(toLines)).toEqual([
      ["f-1-1", "f:2:x", "f-3-3"],
      ["f-5-5", "f:6:x", "f-7-7"],
    ]);
  });

  test("SE-06 counts a file on the page of its first match", async () => {
    using toolkit = openTree(["file f x\nx\nx\n"]);
    const pages = await searchPages(toolkit, { pattern: "x", max_results: 1 });
    expect(pages.map(({ matched_files, searched_files }) => [matched_files, searched_files])).toEqual([
      ...[
        [1, 1],
        [0, 0],
        [0, 0],
      ],
    ]);
  });

  test("LK-07 of one file goes on in it", async () => {
    using toolkit = openTree(["file f x1\nx2\nx3\n"]);
    const pages = await searchPages(toolkit, { pattern: "x", path: "f", max_results: 2 });
    expect(pages.map(toLines)).toEqual([["f:1:x1", "f:2:x2"], ["f:3:x3"]]);
    expect(pages.map(({ searched_files }) => searched_files)).toEqual([1, 0]);
  });

  test("LK-07 goes on behind a file that is gone, and in one that has changed", async () => {
    const root = makeTree(["file a x\nx\n", "file b x\nx\nx\n", "file c x\n"]);
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const first = await search(toolkit, { pattern: "x", max_results: 1 });
    rmSync(join(root, "a"));
    const second = await search(toolkit, { pattern: "x", max_results: 1, after: first.next ?? "" });
    writeFileSync(join(root, "b"), "y\nnew x\n");
    const third = await search(toolkit, { pattern: "x", after: second.next ?? "" });
    expect([first, second, third].map(toLines)).toEqual([["a:1:x"], ["b:1:x"], ["b:2:new x", "c:1:x"]]);
  });

  test.each(["longer\nnew x\nx\n", "\ufeffy\nnew x\nx\n"])(
    "LK-07 finds its line in %j, where it begins elsewhere",
    async (text) => {
      const root = makeTree(["file f x\nx\nx\n"]);
      using toolkit = createAgentToolkit({ workspaceRoot: root });
      const { next } = await search(toolkit, { pattern: "x", max_results: 1 });
      writeFileSync(join(root, "f"), text);
      expect(toLines(await search(toolkit, { pattern: "x", after: next ?? "" }))).toEqual(["f:2:new x", "f:3:x"]);
    },
  );

  test("LK-05 does not count a file again in which it goes on, whatever became of it", async () => {
    const root = makeTree(["file a x\nx\n", "file b x\n"]);
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const { next } = await search(toolkit, { pattern: "x", max_results: 1 });
    writeFileSync(join(root, "a"), "x\n\0x\n");
    const rest = await search(toolkit, { pattern: "x", after: next ?? "" });
    expect([toLines(rest), rest.left_out, rest.searched_files]).toEqual([["b:1:x"], {}, 1]);
  });

  test("LK-08 LK-09 that is full does not have the next one look again where nothing was found", async () => {
    const lines = ["file a x\n", "file b y\n", "file c y\n", "file d x\n"];
    using toolkit = openTree(lines, { config: { tools: { search_text: { max_entries_scanned: 2 } } } });
    const pages = await searchPages(toolkit, { pattern: "x", max_results: 1 });
    expect(pages.map((page) => [toLines(page).join(), page.truncated_reason, page.searched_files])).toEqual([
      ["a:1:x", "max_results", 2],
      ["d:1:x", null, 2],
    ]);
  });

  test.each([
    ["another pattern", { pattern: "y" }],
    ["another path", { path: "d" }],
    ["literal", { literal: true }],
    ["another case", { ignore_case: true }],
    ["other globs", { include: ["*"] }],
    ["other excludes", { exclude: ["q"] }],
    ["another mode", { mode: "files" }],
    ["another context", { context_lines: 1 }],
    ["hidden names", { include_hidden: true }],
    ["ignored names", { include_ignored: true }],
  ])("LK-07 does not go on from a cursor with %s", async (_, change) => {
    using toolkit = openTree(["file d/a x\nx\n"]);
    const { next } = await search(toolkit, { pattern: "x", max_results: 1 });
    const again = await toolkit.searchText.invoke({ pattern: "x", after: next, ...change });
    expect(again.status !== "success" && again.error.code).toBe("INVALID_ARGUMENT");
    expect(again.status !== "success" && again.error.message).toContain("after must be");
    const larger = await toolkit.searchText.invoke({ pattern: "x", after: next, max_results: 9 });
    expect(larger.status).toBe("success");
  });

  test("LK-07 does not go on from a cursor with one wrong character, whichever it is", async () => {
    using toolkit = openTree(["file d/a x\nx\nx\n"]);
    const { next } = await search(toolkit, { pattern: "x", max_results: 1 });
    const after = next ?? "";
    for (let at = 0; at < after.length; at++)
      for (const wrong of ["A", "b", "0", "_"]) {
        const slip = after.slice(0, at) + wrong + after.slice(at + 1);
        if (slip === after) continue;
        await expect(search(toolkit, { pattern: "x", after: slip })).rejects.toMatchObject({
          code: "INVALID_ARGUMENT",
        });
      }
  });

  /** A cursor as somebody would forge it who knows how they are made. */
  const forge = (detail: string, names: string) => {
    const call = toCallId([".", "search_text", "x", false, false, [], [], "lines", 0, false, false]);
    return Buffer.from(`${toCallId([call, detail, names])}:${detail}:${names}`, "latin1").toString("base64url");
  };

  const wrong = ["1.0.0", "2.0.0.1", "9.1.0.0.8", "1.0.1.0.0", "x", "1.0.0.0.0.0", "0.0.1.0.0", "2.0.0.2.2"];
  test.each([...wrong, "99999999999.0.0.0.0", "3.0.0.1.1", "0.0.0.0.1", "2.0.0.1.-2", "2.0.0.1.9999999999999999"])(
    "LK-07 does not go on from the made-up place %s in a file",
    async (detail) => {
      using toolkit = openTree(["file d/a x\nx\n"]);
      const good = await search(toolkit, { pattern: "x", after: forge("2.0.0.1.2", "d/a") });
      expect(toLines(good)).toEqual(["d/a:2:x"]);
      const again = await toolkit.searchText.invoke({ pattern: "x", after: forge(detail, "d/a") });
      expect(again.status !== "success" && again.error.code).toBe("INVALID_ARGUMENT");
    },
  );

  test.each([1, 3, 5, 999, 999_999_999_999_999])(
    "LK-07 finds the line by counting where no line begins at byte %i",
    async (offset) => {
      using toolkit = openTree(["file d/a x\nxx\nx\n"]);
      const answer = await search(toolkit, { pattern: "x", after: forge(`2.0.0.1.${offset}`, "d/a") });
      // Five is where the third line begins.
      expect(toLines(answer)).toEqual(offset === 5 ? ["d/a:2:x"] : ["d/a:2:xx", "d/a:3:x"]);
    },
  );

  test("LK-07 a made-up cursor opens nothing that a call would not open", async () => {
    using toolkit = openTree(["file f x\nx\n", "file key.pem x\nx\n", "file .h/f x\nx\n", "symlink l f"]);
    for (const name of ["key.pem", ".h/f", "l"]) {
      const answer = await search(toolkit, { pattern: "x", after: forge("2.0.0.1.2", name) });
      expect([name, toLines(answer).filter((line) => line.startsWith(name))]).toEqual([name, []]);
    }
  });

  test("LK-08 that does not fit with the cursor of one line may fit with that of a later one", async () => {
    const deep = Array.from({ length: 14 }, () => "n".repeat(200)).join("/");
    using toolkit = openTree([`file a/${deep} x\n`, "file b x\n", "file c x\nx\n"]);
    const call = { id: "1", name: "search_text", arguments: { pattern: "x", max_results: 3 } };
    const { content } = await toolkit.execute(call, { max_output_bytes: 3500 });
    expect(toLines(JSON.parse(content))).toEqual([`a/${deep}:1:x`, "b:1:x", "c:1:x"]);
    const { content: cut } = await toolkit.execute(call, { max_output_bytes: Buffer.byteLength(content) - 1 });
    expect(toLines(JSON.parse(cut))).toEqual([`a/${deep}:1:x`, "b:1:x"]);
  });

  test.skipIf(cannotRecordFs)(
    "LK-10 that does not fit ends the search: what could not be shown is not read",
    async () => {
      const files = Array.from({ length: 40 }, (_, index) => `file f${10 + index} ${"x".repeat(200)}\n`);
      const root = makeTree(files);
      using toolkit = createAgentToolkit({ workspaceRoot: root });
      const all = await search(toolkit, { pattern: "x" });
      const call = { id: "1", name: "search_text", arguments: { pattern: "x" } };
      const calls = await recordFsCalls(root, () => toolkit.execute(call, { max_output_bytes: 2000 }));
      expect(calls.filter(({ name }) => name === "readSync").length).toBeLessThan(15);
      expect(joinPages(await executePages(toolkit, { pattern: "x" }, [2000, 3000]))).toEqual(whole(all));
    },
  );

  test("OUTPUT_BUDGET_TOO_SMALL if not even one line fits", async () => {
    using toolkit = openTree([`file f ${"x".repeat(200)}\nx\n`]);
    const call = { id: "1", name: "search_text", arguments: { pattern: "x" } };
    const { content } = await toolkit.execute(call, { max_output_bytes: 300 });
    expect(JSON.parse(content).error.code).toBe("OUTPUT_BUDGET_TOO_SMALL");
  });
});
