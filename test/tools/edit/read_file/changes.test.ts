// Files that grow, shrink, vanish or are replaced while a call is under way: a right answer or a clean refusal.
// Leaves escapes by such changes to the tests of the workspace.

import { appendFileSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { CallClock } from "../../../../src/disk/call_clock.ts";
import type { Strategy } from "../../../../src/disk/types.ts";
import { MAX_FILE_BYTES } from "../../../../src/tools/edit/read_file/file_guard.ts";
import type { ReadFileOutput } from "../../../../src/tools/edit/read_file/types.ts";
import { readWindow } from "../../../../src/tools/edit/read_file/usecase.ts";
import { addEntries, makeTree } from "../../../support/tree.ts";
import { errorOf, openFile, STRATEGIES, withWorkspace } from "../../../support/workspaces.ts";
import { openReadFile } from "./open_tool.ts";

/** Changes something when a read looks at its clock for the nth time: first before opening, then before each piece. */
class ChangingPace extends CallClock {
  readonly #moment: number;
  readonly #change: () => void;
  #checks = 0;

  constructor(moment: number, change: () => void) {
    super();
    this.#moment = moment;
    this.#change = change;
  }

  override check(): void {
    super.check();
    this.#checks += 1;
    if (this.#checks === this.#moment) this.#change();
  }
}

const SPAN = { startLine: 1, maxLines: 200 };

function readDuring(strategy: Strategy, moment: number, change: (path: string) => void) {
  const root = makeTree(["file f one\ntwo\nthree\n"]);
  utimesSync(join(root, "f"), 1000, 1000);
  return withWorkspace(root, strategy, async (workspace) => {
    using file = openFile(workspace, "f");
    const clock = new ChangingPace(moment, () => change(join(root, "f")));
    const scope = { path: "f", clock, maxFileBytes: MAX_FILE_BYTES, keepBytes: MAX_FILE_BYTES };
    const { byteLength, content, lines, lineCount, modifiedMs } = await readWindow(file, SPAN, scope);
    return { content, bytes: byteLength, lines, lineCount, modifiedMs };
  });
}

describe.each(STRATEGIES)("a file that changes, on a workspace kept by %s,", (strategy) => {
  async function readAfter(change: (path: string) => void): Promise<ReadFileOutput> {
    const root = makeTree(["file f one\ntwo\n"]);
    addEntries(dirname(root), ["file secret outside"]);
    const admission = await openReadFile(root, { strategy }).admit({ path: "f" });
    change(join(root, "f"));
    return admission.run();
  }

  const seen = ({ content, meta }: ReadFileOutput) => [content, meta.byte_length, meta.line_count];

  test("between permission and reading is read as it is then", async () => {
    expect(seen(await readAfter((path) => appendFileSync(path, "three")))).toEqual(["one\ntwo\nthree", 13, 3]);
    expect(seen(await readAfter((path) => truncateSync(path, 5)))).toEqual(["one\nt", 5, 2]);
    expect(seen(await readAfter((path) => truncateSync(path, 0)))).toEqual(["", 0, 0]);
  });

  test("and is too large by the time it is read is refused", async () => {
    const { code, message } = await errorOf(() => readAfter((path) => truncateSync(path, MAX_FILE_BYTES * 3)));
    expect([code, message]).toEqual([
      "SIZE_LIMIT_EXCEEDED",
      '"f" cannot be read by this tool: it has 3145728 bytes, and the limit is 1048576',
    ]);
  });

  test("by being removed or replaced is read as the file that was permitted", async () => {
    const original = ["one\ntwo\n", 8, 2];
    expect(seen(await readAfter((path) => rmSync(path)))).toEqual(original);
    const replaced = (path: string) => {
      writeFileSync(`${path}.new`, "other");
      renameSync(`${path}.new`, path);
    };
    expect(seen(await readAfter(replaced))).toEqual(original);
    const redirected = (path: string) => {
      rmSync(path);
      symlinkSync("../secret", path);
    };
    expect(seen(await readAfter(redirected))).toEqual(original);
  });

  test("RF-13 by growing over the limit between its size and its content is refused", async () => {
    const grow = (path: string) => appendFileSync(path, Buffer.alloc(MAX_FILE_BYTES, "a"));
    const expected = '"f" cannot be read by this tool: it has 1048590 bytes, and the limit is 1048576';
    expect((await errorOf(() => readDuring(strategy, 1, grow))).message).toBe(expected);
    expect((await errorOf(() => readDuring(strategy, 3, grow))).message).toBe(expected);
  });

  test("RF-08 while it is read gets numbers that agree with its content", async () => {
    const append = (path: string) => appendFileSync(path, "four\nfive");
    const grown = { content: "one\ntwo\nthree\nfour\nfive", bytes: 23, lines: 5, lineCount: 5 };
    const shrink = (path: string) => truncateSync(path, 6);
    const shrunk = { content: "one\ntw", bytes: 6, lines: 2, lineCount: 2 };
    for (const moment of [1, 2]) {
      expect(await readDuring(strategy, moment, append)).toEqual({ ...grown, modifiedMs: 1_000_000 });
      expect(await readDuring(strategy, moment, shrink)).toEqual({ ...shrunk, modifiedMs: 1_000_000 });
    }
    expect(await readDuring(strategy, 3, append)).toEqual({ ...grown, modifiedMs: 1_000_000 });
  });

  test("RF-08 is never shown under a time later than its content", async () => {
    const touch = (path: string) => utimesSync(path, 2000, 2000);
    expect((await readDuring(strategy, 1, touch)).modifiedMs).toBe(1_000_000);
  });

  test("and is cancelled meanwhile is not shown", async () => {
    const stop = new AbortController();
    const read = openReadFile(makeTree(["file f x"]), { strategy });
    const admission = await read.admit({ path: "f" }, { signal: stop.signal });
    stop.abort();
    expect((await errorOf(() => admission.run())).code).toBe("CANCELLED");
  });
});
