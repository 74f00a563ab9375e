// Files that are searched piece by piece: the answers are those of a search over the whole content, and memory does not grow with the file.

import { appendFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createToolContext, type ToolContextOptions } from "../../../../src/call/context.ts";
import { createSecureTool } from "../../../../src/call/secure_tool.ts";
import { CallClock } from "../../../../src/disk/call_clock.ts";
import { toEnd } from "../../../../src/disk/steps.ts";
import { DEFAULTS } from "../../../../src/registory/config_values.ts";
import { createAgentToolkit } from "../../../../src/toolkit.ts";
import { FilePieces, PIECE_SIZES, type PieceSizes } from "../../../../src/tools/edit/search_text/file_pieces.ts";
import { createSearchTextTool } from "../../../../src/tools/edit/search_text/tool.ts";
import type {
  SearchTextInput,
  SearchTextOutput,
  SearchTextSettings,
} from "../../../../src/tools/edit/search_text/types.ts";
import { countAllocated } from "../../../support/allocations.ts";
import { cannotRecordFs, recordFsCalls } from "../../../support/fs_calls.ts";
import { isPaired, isThorough, times } from "../../../support/scale.ts";
import { makeTempFolder, makeTree } from "../../../support/tree.ts";
import { openFile, STRATEGIES, withWorkspace } from "../../../support/workspaces.ts";
import { joinPages, toLines } from "./calls.ts";

const MEBIBYTE = 1_048_576;
const LONG = 20_000;

/** A search in pieces of the given sizes. */
async function withSearch<T>(
  options: ToolContextOptions,
  settings: Partial<SearchTextSettings>,
  sizes: PieceSizes,
  use: (search: (args: SearchTextInput) => Promise<SearchTextOutput>) => Promise<T>,
): Promise<T> {
  const context = createToolContext(options);
  const tool = createSecureTool(context, createSearchTextTool({ ...DEFAULTS.searchText, ...settings }, sizes));
  try {
    return await use(async (args) => {
      const outcome = await tool.invoke(args);
      if (outcome.status !== "success") throw outcome.error;
      return outcome.data;
    });
  } finally {
    context.workspace.close();
  }
}

async function pagesOf(search: (args: SearchTextInput) => Promise<SearchTextOutput>, args: SearchTextInput) {
  const pages = [await search(args)];
  for (let last = pages[0]; last?.next; last = pages.at(-1)) pages.push(await search({ ...args, after: last.next }));
  // Two places may lead to the same lines: how far a search has looked for the next match depends on its pieces.
  return pages.map((page) => ({ ...page, next: page.next && "more" }));
}

const line = fc.constantFrom(
  ...[
    "x",
    "xy",
    "a",
    "b",
    "",
    "c",
    "é x",
    "a\r",
    "\r",
    `${"long ".repeat(60)}x`,
    `${"é".repeat(300)}x${"€".repeat(300)}`,
  ],
);
const contents = fc
  .tuple(fc.array(line, { maxLength: 40, size: "max" }), fc.boolean(), fc.boolean(), fc.boolean())
  .map(([lines, hasMark, hasReturns, isEnded]) => {
    const text = lines.join(hasReturns ? "\r\n" : "\n");
    return `${hasMark ? "\ufeff" : ""}${text}${isEnded ? "\n" : ""}`;
  });
const trees = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "d/c"), contents), { selector: ([name]) => name });
const calls = fc.record({
  pattern: fc.constantFrom("x", "x$", "^[ab]?$", "", "nothing", "[é€]x?"),
  mode: fc.constantFrom("lines" as const, "files" as const),
  context_lines: fc.nat(4),
});
const tiny = fc.record({ pieceBytes: fc.integer({ min: 1, max: 200 }), maxLineBytes: fc.constant(LONG) });

describe("a search in tiny pieces", () => {
  test("LK-10 SE-09 answers as one over the whole content does, in one page and page by page", async () => {
    await fc.assert(
      fc.asyncProperty(trees, calls, tiny, fc.integer({ min: 1, max: 6 }), async (files, args, sizes, max_results) => {
        const workspaceRoot = makeTree(files.map(([name, text]) => `file ${name} ${text}`));
        const all = { ...args, max_results: 1000 };
        const whole = await withSearch({ workspaceRoot }, {}, PIECE_SIZES, (search) => search(all));
        const wholePages = await withSearch({ workspaceRoot }, {}, PIECE_SIZES, (search) =>
          pagesOf(search, { ...args, max_results }),
        );
        await withSearch({ workspaceRoot }, {}, sizes, async (search) => {
          expect(await search(all)).toEqual(whole);
          expect(await pagesOf(search, { ...args, max_results })).toEqual(wholePages);
          for (const [path] of files) {
            const named = await withSearch({ workspaceRoot }, {}, PIECE_SIZES, (one) => one({ ...all, path }));
            expect(await search({ ...all, path })).toEqual(named);
          }
        });
      }),
      { numRuns: times(4, 150) },
    );
  });

  test("LK-09 cut by the bytes that are read, its pages are the whole answer, and each comes further", async () => {
    const workspaceRoot = makeTree(["file a x\n1\n2\nx\n", "file b x\n", "file c 3\nx\n"]);
    await withSearch(
      { workspaceRoot },
      { maxBytesScanned: 1 },
      { pieceBytes: 2, maxLineBytes: LONG },
      async (search) => {
        const pages = await pagesOf(search, { pattern: "x", max_results: 9 });
        expect(pages.map((page) => [toLines(page).join(), page.truncated_reason, page.searched_bytes])).toEqual([
          ["a:1:x,a:4:x", "scan_limit", 8],
          ["b:1:x", "scan_limit", 2],
          ["c:2:x", null, 4],
        ]);
      },
    );
  });
});

describe("a page that goes on in a file", () => {
  test.skipIf(cannotRecordFs)("LK-07 reads its first bytes and what follows the place, nothing between", async () => {
    const workspaceRoot = makeTree([`file f ${"some words\n".repeat(10_000)}x\nx\n`]);
    await withSearch({ workspaceRoot }, {}, { pieceBytes: 100, maxLineBytes: LONG }, async (search) => {
      const { next } = await search({ pattern: "x", path: "f", max_results: 1 });
      const calls = await recordFsCalls(workspaceRoot, async () => {
        const rest = await search({ pattern: "x", path: "f", after: next ?? "" });
        expect(toLines(rest)).toEqual(["f:10002:x"]);
      });
      expect(calls.filter(({ name }) => name === "readSync").length).toBe(2);
    });
  });
});

describe("a line that is longer than what is held in memory", () => {
  const text = ["1 x", "x".repeat(60), "3", "4 x", "y".repeat(51), `${"z".repeat(50)}`, "7 x", "x".repeat(70)].join(
    "\n",
  );
  const sizes = { pieceBytes: 10, maxLineBytes: 50 };

  test("SE-05 LK-05 is not searched but counted, and shown as context; all others are searched", async () => {
    const workspaceRoot = makeTree([`file f ${text}`]);
    await withSearch({ workspaceRoot }, {}, sizes, async (search) => {
      const answer = await search({ pattern: "x|z", context_lines: 1 });
      expect(toLines(answer)).toEqual([
        ...["f:1:1 x", `f-2-${"x".repeat(50)}`, "f-3-3", "f:4:4 x", `f-5-${"y".repeat(50)}`, `f:6:${"z".repeat(50)}`],
        ...["f:7:7 x", `f-8-${"x".repeat(50)}`],
      ]);
      expect(answer).toMatchObject({ left_out: { too_large: 3 }, matched_lines: 4, complete: true });
      expect(await search({ pattern: "x|z", mode: "files" })).toMatchObject({
        files: [{ path: "f", matched_lines: 4 }],
        left_out: { too_large: 3 },
      });
      for (const context_lines of [0, 1, 3]) {
        const args = { pattern: "x|z", context_lines };
        const { truncated_reason: _, next: __, ...all } = await search(args);
        expect(joinPages(await pagesOf(search, { ...args, max_results: 1 }))).toEqual(all);
      }
    });
  });
});

const SIZE = isThorough ? 48 : 18;

describe.each(STRATEGIES)(`a file of ${SIZE} MiB in a workspace kept by %s`, (strategy) => {
  const workspaceRoot = makeTempFolder();
  const config = { tools: { search_text: { max_file_bytes: 1024 * MEBIBYTE } } };

  test.skipIf(!isPaired(0, strategy, STRATEGIES))(
    "LK-10 is searched in less than 8 MiB of memory, from a folder and by name",
    async () => {
      const block = Array.from({ length: 16_384 }, () => `${"line ".padEnd(63, ".")}\n`).join("");
      writeFileSync(join(workspaceRoot, "f"), block.repeat(SIZE));
      appendFileSync(join(workspaceRoot, "f"), "the needle\n");
      using toolkit = createAgentToolkit({ workspaceRoot, strategy, config });
      for (const path of [".", "f"]) {
        const search = () => toolkit.searchText(path, { pattern: "need.e", context_lines: 1 });
        const { result, bytes } = await countAllocated(search);
        if (result.status !== "success") throw result.error;
        expect(toLines(result.data)).toEqual([
          `f-${SIZE * 16_384}-${"line ".padEnd(63, ".")}`,
          `f:${SIZE * 16_384 + 1}:the needle`,
        ]);
        expect(result.data).toMatchObject({ searched_bytes: SIZE * MEBIBYTE + 11, complete: true, left_out: {} });
        expect(bytes).toBeLessThan(8 * MEBIBYTE);
      }
    },
  );

  test.skipIf(!isPaired(1, strategy, STRATEGIES))(
    "LK-10 of one line takes no more memory than the longest line that is searched, and is counted",
    async () => {
      writeFileSync(join(workspaceRoot, "f"), Buffer.alloc(SIZE * MEBIBYTE, "x"));
      using toolkit = createAgentToolkit({ workspaceRoot, strategy, config });
      const { result, bytes } = await countAllocated(() => toolkit.searchText("f", { pattern: "x" }));
      if (result.status !== "success") throw result.error;
      expect(result.data).toMatchObject({ files: [], searched_files: 1, left_out: { too_large: 1 }, complete: true });
      // A buffer that doubles has had twice as much in all.
      expect(bytes).toBeLessThan(2 * PIECE_SIZES.maxLineBytes + 2 * MEBIBYTE);
      writeFileSync(join(workspaceRoot, "f"), "");
    },
  );
});

describe.each(STRATEGIES)("FilePieces of a file that changes while it is read, kept by %s,", (strategy) => {
  async function readChanged(change: (path: string) => void, limitBytes: number): Promise<string[]> {
    const root = makeTree([`file f ${"0123456\n".repeat(2000)}`]);
    return withWorkspace(root, strategy, async (workspace) => {
      using file = openFile(workspace, "f");
      using content = file.openContent(new CallClock());
      const sizes = { pieceBytes: 8192, maxLineBytes: LONG };
      const pieces = new FilePieces(limitBytes, sizes);
      const seen = [String(toEnd(pieces.begin(content)))];
      change(join(root, "f"));
      for (;;) {
        const piece = pieces.take();
        if (piece === "end") return [...seen, "end"];
        if (piece !== "more") seen.push(String(piece.bytes.length));
        else if (toEnd(pieces.fill()) !== null) return [...seen, "too_large"];
      }
    });
  }

  test("LK-02 reads what is there, and no more than the limit", async () => {
    expect(await readChanged(() => {}, 16_000)).toEqual(["null", "8192", "7808", "end"]);
    expect(await readChanged((path) => truncateSync(path, 8200), 16_000)).toEqual(["null", "8192", "8", "end"]);
    expect(await readChanged((path) => truncateSync(path, 3), 16_000)).toEqual(["null", "8192", "1", "end"]);
    expect(await readChanged((path) => appendFileSync(path, "8\n"), 16_002)).toEqual(["null", "8192", "7810", "end"]);
    expect(await readChanged((path) => appendFileSync(path, "8\n"), 16_001)).toEqual(["null", "8192", "too_large"]);
    expect(await readChanged(() => {}, 15_999)).toEqual(["too_large", "8192", "too_large"]);
  });
});
