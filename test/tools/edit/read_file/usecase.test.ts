// The order of read_file's own checks, and the work that it does not do. Made-up nodes count what is asked of them.
// Leaves what a real disk does to tool.test.ts and changes.test.ts.

import { describe, expect, test, vi } from "vitest";
import { MAX_FILE_BYTES } from "../../../../src/tools/edit/read_file/file_guard.ts";
import { readWindow, showWindow } from "../../../../src/tools/edit/read_file/usecase.ts";
import { CallClock } from "../../../../src/workspace/call_clock.ts";
import type { FileContent, Metadata, SealedFile, SealedNode, SealedSpecial } from "../../../../src/workspace/types.ts";
import { makeTree } from "../../../support/tree.ts";
import { errorOf, openDirectory, STRATEGIES, withWorkspace } from "../../../support/workspaces.ts";

const SPAN = { startLine: 1, maxLines: 200 };
const scope = { path: "some/name", clock: new CallClock(), maxBytes: MAX_FILE_BYTES };

/** What was asked of the node, in order. */
type Calls = string[];

function special(calls: Calls, metadata: Metadata): SealedSpecial {
  return {
    kind: "other",
    location: "elsewhere",
    names: ["elsewhere"],
    ownerUid: () => 0n,
    metadata: () => {
      calls.push("metadata");
      return metadata;
    },
    close: () => calls.push("close"),
    [Symbol.dispose]: () => calls.push("close"),
  };
}

function file(calls: Calls, sizeBytes: number, content: () => FileContent): SealedFile {
  return {
    ...special(calls, { kind: "file", sizeBytes, modifiedMs: 7 }),
    kind: "file",
    stamp: () => ({ id: "", changedMs: 0 }),
    read: (limitBytes) => {
      calls.push(`read ${limitBytes}`);
      return content();
    },
  };
}

function holding(text: string | Buffer, more = false): () => FileContent {
  return () => ({ bytes: Buffer.from(text), more });
}

async function refusalOf(node: SealedNode): Promise<string> {
  return (await errorOf(() => readWindow(node, SPAN, scope))).message;
}

describe("readWindow", () => {
  test("RF-09 asks for the metadata, then reads once, up to the limit", () => {
    const calls: Calls = [];
    const { bytes, ...found } = readWindow(file(calls, 4, holding("a\nb\n")), SPAN, scope);
    expect(calls).toEqual(["metadata", "read 1048576"]);
    expect([bytes.length, found]).toEqual([4, { modifiedMs: 7, startLine: 1, lineCount: 2, offsets: [0, 2, 4] }]);
  });

  test("RF-09 the kind comes before the size: a special file is never read, whatever size it claims", async () => {
    const calls: Calls = [];
    const node = special(calls, { kind: "other", sizeBytes: MAX_FILE_BYTES + 1, modifiedMs: 0 });
    expect(await refusalOf(node)).toBe('path is not a regular file: "some/name" is a special file');
    expect(calls).toEqual(["metadata"]);
  });

  test("RF-09 the size comes before the reading: a large file is never opened", async () => {
    const calls: Calls = [];
    const poisoned = () => {
      throw new Error("it was read");
    };
    expect(await refusalOf(file(calls, MAX_FILE_BYTES + 1, poisoned))).toBe(
      '"some/name" cannot be read by this tool: it has 1048577 bytes, and the limit is 1048576',
    );
    expect(calls).toEqual(["metadata"]);
  });

  test("RF-09 the size comes before the binary check, also when only reading shows it", async () => {
    const calls: Calls = [];
    const node = file(calls, 4, holding(Buffer.alloc(MAX_FILE_BYTES), true));
    expect(await refusalOf(node)).toBe(
      '"some/name" cannot be read by this tool: it has 1048577 bytes, and the limit is 1048576',
    );
    expect(await refusalOf(file([], 4, holding("a\0b\n")))).toBe(
      '"some/name" cannot be read by this tool: it is a binary file; over MCP it can be read as a resource',
    );
  });

  test("RF-08 counts the bytes that were read, whatever the size was said to be", () => {
    const found = readWindow(file([], 1000, holding("a\n")), SPAN, scope);
    expect([found.bytes.length, found.lineCount]).toEqual([2, 1]);
  });

  test("passes on what the workspace refuses", async () => {
    const refuses = () => {
      throw new Error("input/output error");
    };
    expect(() => readWindow(file([], 1, refuses), SPAN, scope)).toThrow("input/output error");
  });

  test.each(STRATEGIES)("RF-15 does not list a directory (%s)", async (strategy) => {
    await withWorkspace(makeTree(["dir sub"]), strategy, async (workspace) => {
      const directory = openDirectory(workspace, "sub");
      const list = vi.spyOn(directory, "list");
      expect(await refusalOf(directory)).toBe('path is not a regular file: "some/name" is a directory');
      expect(list).not.toHaveBeenCalled();
      directory.close();
    });
  });
});

describe("showWindow", () => {
  const lines = ["a", "bb", "ccc", "dddd", "eeeee"];
  const open = (span = SPAN) => readWindow(file([], 20, holding(lines.join("\n"))), span, scope);

  test("shows fewer lines of the same bytes, and where to go on", () => {
    const window = open({ startLine: 2, maxLines: 3 });
    expect([9, 3, 2, 1, 0].map((count) => showWindow(window, count))).toEqual([
      { content: "bb\nccc\ndddd", lines: 3, nextStartLine: 5 },
      { content: "bb\nccc\ndddd", lines: 3, nextStartLine: 5 },
      { content: "bb\nccc", lines: 2, nextStartLine: 4 },
      { content: "bb", lines: 1, nextStartLine: 3 },
      { content: "", lines: 0, nextStartLine: 2 },
    ]);
    expect(showWindow(open(), 0)).toEqual({ content: "", lines: 0, nextStartLine: 1 });
  });

  test("agrees with a window that was asked for with as few lines", () => {
    for (const maxLines of [1, 2, 3, 4, 5]) {
      expect(showWindow(open(), maxLines)).toEqual(showWindow(open({ startLine: 1, maxLines }), 500));
    }
  });

  test("decodes the lines that it shows and nothing else", () => {
    const text = Buffer.concat([Buffer.from("first\n"), Buffer.alloc(500_000, 0xff), Buffer.from("\nlast €\nrest\n")]);
    const window = readWindow(file([], text.length, holding(text)), { startLine: 3, maxLines: 1 }, scope);
    const decode = vi.spyOn(TextDecoder.prototype, "decode");
    try {
      expect(showWindow(window, 1)).toEqual({ content: "last €", lines: 1, nextStartLine: 4 });
      expect(decode.mock.calls.map(([bytes]) => bytes?.byteLength)).toEqual([8]);
    } finally {
      decode.mockRestore();
    }
  });

  test("searches nothing again", () => {
    const window = open();
    const search = vi.spyOn(window.bytes, "indexOf");
    expect(showWindow(window, 2).content).toBe("a\nbb");
    expect(search).not.toHaveBeenCalled();
  });
});
