// search_text with patterns that make other engines hang, files that change meanwhile, callers that cancel, and timeouts.

import { rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ToolCatalog } from "../../src/call/catalog.ts";
import { type AgentToolkit, createAgentToolkit } from "../../src/toolkit.ts";
import type { SearchTextInput, SearchTextOutput } from "../../src/tools/edit/search_text/types.ts";
import { withSteppedClock } from "../support/clock.ts";
import { HANDLES } from "../support/only_where.ts";
import { makeScope } from "../support/scopes.ts";
import { makeFifo, makeTree } from "../support/tree.ts";
import { countDescriptors, openDirectory, STRATEGIES, withWorkspace } from "../support/workspaces.ts";
import { watchDirectory } from "../tools/edit/list_directory/watched_directory.ts";
import { joinPages, search, toLines } from "../tools/edit/search_text/calls.ts";

const MIB = 1024 * 1024;
const FILES = 8;

describe("SE-03 a hostile pattern", () => {
  const line = "ab".repeat(MIB / 2);
  const root = makeTree([
    "file small.txt one\n",
    ...Array.from({ length: FILES }, (_, at) => `file line${at} ${line}`),
  ]);

  const PATTERNS = ["(a+)+c", "a[ab]{900}[^ab]", "(.*){50}[^ab]", "(a?){900}[^ab]", "([ab]|c*){300}[^a-c]"];

  test.each(PATTERNS)("%s on lines of 1 MiB lets small calls be answered meanwhile", async (pattern) => {
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    let isRunning = true;
    let reads = 0;
    // Each look at the clock takes 2.5 ms, so that the search uses many time slices on any machine.
    const { result } = await withSteppedClock(2.5, async () => {
      const searched = search(toolkit, { pattern, include: ["line*"] }).finally(() => {
        isRunning = false;
      });
      while (isRunning) {
        const outcome = await toolkit.readFile("small.txt");
        if (isRunning && outcome.status === "success") reads += 1;
        // A small read waits for nothing, so the search would never get a turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
      return searched;
    });
    expect(result).toMatchObject({ matched_lines: 0, searched_files: FILES, complete: true });
    // There would be none if the search blocked the event loop from start to end.
    expect(reads).toBeGreaterThanOrEqual(3);
  });

  test("is cancelled inside of a line, and leaves nothing open", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    // The folders above, which ignore rules are looked for in, are kept as long as the workspace.
    await toolkit.listFiles(".");
    const before = countDescriptors();
    const stop = new AbortController();
    const { result: outcome } = await withSteppedClock(2.5, async () => {
      const searched = toolkit.searchText(".", { pattern: "a[ab]{900}[^ab]" }, { signal: stop.signal });
      for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
      stop.abort();
      return searched;
    });
    expect(outcome.status !== "success" && outcome.error.kind).toBe("Cancelled");
    while (countDescriptors() !== before) await new Promise((resolve) => setImmediate(resolve));
  });
});

// The clock advances whenever it is read, so that the time is up after a number of looks, on any machine.
describe("LK-08 when the time is up", () => {
  const TIMEOUT_MS = 20_000;
  // The weaker strategy looks at its clock more often.
  const STEP_MS = HANDLES.isMet ? 280 : 200;
  const STEPS_MS = HANDLES.isMet ? [150, 180, 220, 260] : [100, 150, 200];

  async function searchInTime(toolkit: AgentToolkit, args: SearchTextInput, stepMs: number): Promise<SearchTextOutput> {
    const { result } = await withSteppedClock(stepMs, () => toolkit.searchText.invoke(args, { timeoutMs: TIMEOUT_MS }));
    if (result.status !== "success") throw result.error;
    return result.data;
  }

  async function searchPagesInTime(toolkit: AgentToolkit, args: SearchTextInput, stepMs: number) {
    const pages = [await searchInTime(toolkit, args, stepMs)];
    for (let last = pages[0]; last?.next; last = pages.at(-1))
      pages.push(await searchInTime(toolkit, { ...args, after: last.next }, stepMs));
    return pages;
  }

  test.each(STEPS_MS)("between files, a search answers and goes on (a look takes %s ms)", async (stepMs) => {
    using toolkit = createAgentToolkit({
      workspaceRoot: makeTree(Array.from({ length: 60 }, (_, at) => `file d${at % 4}/f${at} a\nx${at}\nb\n`)),
    });
    const args = { pattern: "x", context_lines: 1, max_results: 1000 };
    const { truncated_reason: _, next: __, ...whole } = await search(toolkit, args);
    const pages = await searchPagesInTime(toolkit, args, stepMs);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.slice(0, -1).map((page) => page.truncated_reason)).toEqual(pages.slice(1).map(() => "timeout"));
    expect(joinPages(pages)).toEqual(whole);
  });

  test.each(["lines", "files"] as const)("inside of a file, a search answers and goes on (mode %s)", async (mode) => {
    // Long enough for several slices; every twentieth line matches.
    const lines = Array.from({ length: 1000 }, (_, at) => `${"ab".repeat(500)}${at % 20 === 0 ? "!" : ""}\n`);
    using toolkit = createAgentToolkit({ workspaceRoot: makeTree([`file f ${lines.join("")}`]) });
    const args = { pattern: "a[ab]{450}[^ab]", mode, context_lines: 1, max_results: 1000 };
    const { truncated_reason: _, next: __, ...whole } = await search(toolkit, args);
    // Each page has many more looks than its start takes, however often that is repeated next to other tests.
    const pages = await searchPagesInTime(toolkit, args, 220);
    expect(pages.length).toBeGreaterThan(1);
    expect(joinPages(pages)).toEqual(whole);
  });

  test("and a page comes no further in a file than it began, the file is passed and counted", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: makeTree([`file f ${"ab".repeat(MIB / 2)}`]) });
    const args = { pattern: "a[ab]{900}[^ab]" };
    const first = await searchInTime(toolkit, args, STEP_MS);
    expect(first).toMatchObject({ files: [], searched_files: 1, truncated_reason: "timeout" });
    const again = await searchInTime(toolkit, { ...args, after: first.next ?? "" }, STEP_MS);
    expect(again).toMatchObject({ files: [], searched_files: 0, left_out: { unreadable: 1 } });
    expect(again.next).not.toBe(first.next);
  });
});

describe.each(STRATEGIES)("SE-05 a file that changes between listing and opening, kept by %s", (strategy) => {
  const tool = ToolCatalog.search_text;
  const PATTERN = { pattern: "x", mode: "files" };

  async function searchChanged(change: (path: string) => void): Promise<SearchTextOutput> {
    const root = makeTree(["file d/a x\n", "file d/b x\nx\n", "file d/c x\n"]);
    return withWorkspace(root, strategy, async (workspace) => {
      using directory = openDirectory(workspace, ".");
      const onAct = (act: string) => {
        if (act === "read d/b") change(join(root, "d/b"));
      };
      return (await tool.run(tool.parse(PATTERN), watchDirectory(directory, { onAct }), makeScope("."))).data;
    });
  }

  test.each([
    ["grows", (path: string) => writeFileSync(path, "x\n".repeat(500)), ["d/a:1", "d/b:500", "d/c:1"], {}],
    ["shrinks", (path: string) => truncateSync(path, 2), ["d/a:1", "d/b:1", "d/c:1"], {}],
    ["grows too large", (path: string) => truncateSync(path, MIB + 1), ["d/a:1", "d/c:1"], { too_large: 1 }],
    ["is gone", (path: string) => rmSync(path), ["d/a:1", "d/c:1"], {}],
  ] as const)("%s", async (_, change, lines, left_out) => {
    const answer = await searchChanged(change);
    expect([toLines(answer), answer.left_out, answer.complete]).toEqual([lines, left_out, true]);
  });

  test("becomes a FIFO, or a link that leads out", async () => {
    const fifo = await searchChanged((path) => {
      rmSync(path);
      makeFifo(path);
    });
    const link = await searchChanged((path) => {
      rmSync(path);
      symlinkSync("/etc/passwd", path);
    });
    expect([toLines(fifo), fifo.left_out]).toEqual([["d/a:1", "d/c:1"], { unreadable: 1 }]);
    expect([toLines(link), link.left_out]).toEqual([["d/a:1", "d/c:1"], { linked: 1 }]);
  });
});

test("LK-02 a file whose name is not UTF-8 is searched, and shown with U+FFFD", async () => {
  const root = makeTree([]);
  writeFileSync(Buffer.from(`${root}/a\xff.ts`, "latin1"), "x\nx\n");
  writeFileSync(Buffer.from(`${root}/a\xfe.ts`, "latin1"), "y\nx\n");
  using toolkit = createAgentToolkit({ workspaceRoot: root });
  const whole = await search(toolkit, { pattern: "x", include: ["*.ts"] });
  expect(toLines(whole)).toEqual(["a\ufffd.ts:2:x", "a\ufffd.ts:1:x", "a\ufffd.ts:2:x"]);
  const first = await search(toolkit, { pattern: "x", include: ["*.ts"], max_results: 1 });
  const rest = await search(toolkit, { pattern: "x", include: ["*.ts"], after: first.next ?? "" });
  expect([...toLines(first), ...toLines(rest)]).toEqual(toLines(whole));
});
