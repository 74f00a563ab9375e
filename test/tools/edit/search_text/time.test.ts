// Searches that run out of time, and searches that run at the same time.

import { describe, expect, test } from "vitest";
import type { AgentToolkit } from "../../../../src/toolkit.ts";
import type { SearchTextInput, SearchTextOutput } from "../../../../src/tools/edit/search_text/types.ts";
import { withSteppedClock } from "../../../support/clock.ts";
import { describeWhere, HANDLES } from "../../../support/only_where.ts";
import { isThorough } from "../../../support/scale.ts";
import { openTree } from "../list_files/calls.ts";
import { joinPages, search, toLines } from "./calls.ts";

/** All pages, where each look at the clock takes `stepMs` of `timeoutMs`. */
async function searchInTime(toolkit: AgentToolkit, args: SearchTextInput, stepMs: number, timeoutMs = 1000) {
  const { result } = await withSteppedClock(stepMs, async () => {
    const pages: SearchTextOutput[] = [];
    for (let after: string | undefined; ; after = pages.at(-1)?.next ?? undefined) {
      const outcome = await toolkit.searchText.invoke(after === undefined ? args : { ...args, after }, { timeoutMs });
      if (outcome.status !== "success") throw outcome.error;
      pages.push(outcome.data);
      if (outcome.data.complete) return pages;
    }
  });
  return result;
}

const whole = ({ truncated_reason: _, next: __, ...rest }: SearchTextOutput) => rest;

/** Enough for nine pages and more. */
const LINES = isThorough ? 90_000 : 30_000;
/** Matches stand wherever a piece of work may end, and elsewhere. */
const large = Array.from({ length: LINES }, (_, line) =>
  line % 9973 < 2 || line > LINES - 100 ? `x${line}` : `line ${line}`,
).join("\n");

const MORE_LOOKS = "it counts looks at the clock, and the other strategy needs more of them";

describeWhere(HANDLES, MORE_LOOKS, "a search that runs out of time", () => {
  const MODES = [
    ["lines", 2],
    ["files", 0],
    ["lines", 0],
    ["lines", 10],
  ] as const;
  test.each(MODES)(
    "LK-07 LK-08 is whole when its pages are joined: mode %s, context %i",
    async (mode, context_lines) => {
      const files = Array.from({ length: 4 }, (_, index) => `file c/${index} ${large}`);
      using toolkit = openTree(["file a x\n", ...files, "file e y\nx\n", "file .h x"]);
      const args = { pattern: "^[^l][0-9]*$", mode, context_lines, max_results: 1000 };
      const all = await search(toolkit, args);
      for (const stepMs of [11, 14]) {
        const pages = await searchInTime(toolkit, args, stepMs);
        expect(pages.filter(({ truncated_reason }) => truncated_reason === "timeout").length).toBeGreaterThan(0);
        expect(joinPages(pages)).toEqual(whole(all));
      }
    },
  );

  const PLACES = [
    ["lines", "."],
    ["files", "f"],
    ["lines", "f"],
    ["files", "."],
  ] as const;
  test.each(PLACES)("LK-07 LK-08 goes on in a file that takes many pages: mode %s, path %s", async (mode, path) => {
    using toolkit = openTree([`file f ${large.repeat(6)}`, "file g x\n"], {
      config: { tools: { search_text: { max_file_bytes: 10_000_000 } } },
    });
    const args = { pattern: "^[^l][0-9]*$", mode, path, max_results: 1000 };
    const all = await search(toolkit, args);
    const pages = await searchInTime(toolkit, args, 14);
    expect(pages.length).toBeGreaterThan(6);
    expect(joinPages(pages)).toEqual(whole(all));
  });

  test.each([".", "f"])(
    "LK-08 comes further or ends in TIMEOUT, and goes on when there is time: path %s",
    async (path) => {
      using toolkit = openTree([`file f ${large}`]);
      const args = { pattern: "^[^l][0-9]*$", path, max_results: 3 };
      const { next } = await search(toolkit, args);
      const rest = { ...args, after: next ?? "", max_results: 1000 };
      const ends = new Set<string>();
      for (let stepMs = 10; stepMs <= 90; stepMs += isThorough ? 1 : 8) {
        const { result } = await withSteppedClock(stepMs, () => toolkit.searchText.invoke(rest, { timeoutMs: 1000 }));
        ends.add(result.status === "success" ? JSON.stringify(result.data.left_out) : result.error.code);
      }
      expect([...ends]).toEqual(["{}", "TIMEOUT"]);
      expect(await search(toolkit, rest)).toMatchObject({ complete: true, left_out: {} });
    },
  );

  test("LK-08 passes over a line that alone takes all the time, with the rest of its file, and counts the file", async () => {
    const line = "ab".repeat(450_000);
    using toolkit = openTree(["file a x\n", `file b ${line}`, "file c x\n"]);
    const pages = await searchInTime(toolkit, { pattern: "x|a[ab]{90}[^ab]" }, 20);
    expect(pages.flatMap(toLines)).toEqual(["a:1:x", "c:1:x"]);
    expect(joinPages(pages).left_out).toEqual({ unreadable: 1 });
  });
});

describe("searches at the same time", () => {
  test("LK-02 each has a buffer of its own: nothing of one is in the answer of another", async () => {
    const lines = (word: string) =>
      Array.from({ length: isThorough ? 30_000 : 10_000 }, (_, line) => `${word} ${line}`).join("\n");
    using one = openTree([`file f ${lines("one")}`, `file g ${lines("one")}`]);
    using other = openTree([`file f ${lines("two")}`, `file g ${lines("two")}`]);
    const args = { pattern: "[0-9]99$", max_results: 1000 };
    const alone = [await search(one, args), await search(other, args)];
    // Each look at the clock uses up a slice, so they take turns after every piece of work.
    const { result } = await withSteppedClock(5, () =>
      Promise.all([search(one, args), search(other, args), search(one, args), search(other, args)]),
    );
    expect(result).toEqual([...alone, ...alone]);
  });
});
