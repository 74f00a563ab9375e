// The order of read_file's own checks, and the work that it does not do. Made-up nodes count what is asked of them.
// Leaves what a real disk does to tool.test.ts and changes.test.ts.

import { describe, expect, test, vi } from "vitest";
import { CallClock } from "../../../../src/disk/call_clock.ts";
import type { Metadata, SealedFile, SealedNode, SealedSpecial } from "../../../../src/disk/types.ts";
import { MAX_FILE_BYTES } from "../../../../src/tools/edit/read_file/file_guard.ts";
import { readWindow } from "../../../../src/tools/edit/read_file/usecase.ts";
import { makeTree } from "../../../support/tree.ts";
import { errorOf, openDirectory, STRATEGIES, withWorkspace } from "../../../support/workspaces.ts";

const SPAN = { startLine: 1, maxLines: 200 };
const scope = { path: "some/name", clock: new CallClock(), maxFileBytes: MAX_FILE_BYTES, keepBytes: MAX_FILE_BYTES };

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

/** Its bytes come from `content`, which throws in place of the system. */
function file(calls: Calls, sizeBytes: number, content: () => Buffer): SealedFile {
  return {
    ...special(calls, { kind: "file", sizeBytes, modifiedMs: 7 }),
    kind: "file",
    // It is only looked at from outside.
    inner: null as never,
    stamp: () => ({ id: "", changedMs: 0, device: 0n }),
    read: () => {
      throw new Error("it was read at once");
    },
    openContent: () => {
      calls.push("open");
      return {
        sizeBytes,
        read: (into, { from, length, position }) => {
          const bytes = content().subarray(position, position + length);
          calls.push(`read ${bytes.length} at ${position}`);
          return bytes.copy(into, from);
        },
        close: () => calls.push("close"),
        [Symbol.dispose]: () => calls.push("close"),
      };
    },
  };
}

function holding(text: string | Buffer): () => Buffer {
  return () => Buffer.from(text);
}

async function refusalOf(node: SealedNode): Promise<string> {
  return (await errorOf(() => readWindow(node, SPAN, scope))).message;
}

describe("readWindow", () => {
  test("RF-09 asks for the metadata, then opens and reads to the end, and closes", async () => {
    const calls: Calls = [];
    const found = await readWindow(file(calls, 4, holding("a\nb\n")), SPAN, scope);
    expect(calls).toEqual(["metadata", "open", "read 4 at 0", "read 0 at 4", "close"]);
    expect(found).toEqual({
      ...{ byteLength: 4, lineCount: 2, content: "a\nb\n", lines: 2, hasMore: false, tooLong: null },
      modifiedMs: 7,
    });
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

  test("RF-09 the size comes before the binary check, and that before the rest is read", async () => {
    const calls: Calls = [];
    const zeros = Buffer.alloc(MAX_FILE_BYTES + 1);
    expect(await refusalOf(file(calls, zeros.length, () => zeros))).toContain("it has 1048577 bytes");
    expect(calls.splice(0)).toEqual(["metadata"]);
    expect(await refusalOf(file(calls, MAX_FILE_BYTES, () => zeros))).toBe(
      '"some/name" cannot be read by this tool: it is a binary file; over MCP it can be read as a resource, up to 1 MiB',
    );
    expect(calls).toEqual(["metadata", "open", "read 262144 at 0", "close"]);
  });

  test("RF-12 a NUL among the first 8,192 bytes is found in whatever pieces they come", async () => {
    const readSlowly = (at: number) => {
      const bytes = Buffer.alloc(9000, "a").fill(0, at, at + 1);
      const whole = file([], 9000, () => bytes);
      const openContent: SealedFile["openContent"] = (clock) => {
        const content = whole.openContent(clock);
        return {
          ...content,
          read: (into, range) => content.read(into, { ...range, length: Math.min(5, range.length) }),
        };
      };
      return readWindow({ ...whole, openContent }, SPAN, scope);
    };
    expect((await errorOf(() => readSlowly(8191))).code).toBe("BINARY_NOT_SUPPORTED");
    expect((await readSlowly(8192)).byteLength).toBe(9000);
  });

  test("RF-13 a file that goes on behind the limit is refused, whatever size it claims", async () => {
    const text = Buffer.alloc(MAX_FILE_BYTES + 9, "a");
    expect(await refusalOf(file([], 4, () => text))).toBe(
      '"some/name" cannot be read by this tool: it has 1048577 bytes, and the limit is 1048576',
    );
  });

  test("RF-08 counts the bytes that were read, whatever the size was said to be", async () => {
    const found = await readWindow(file([], 1000, holding("a\n")), SPAN, scope);
    expect([found.byteLength, found.lineCount]).toEqual([2, 1]);
  });

  test("passes on what the workspace refuses", async () => {
    const refuses = () => {
      throw new Error("input/output error");
    };
    await expect(readWindow(file([], 1, refuses), SPAN, scope)).rejects.toThrow("input/output error");
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

describe("work that is not done", () => {
  test("decodes the lines that it shows and nothing else", async () => {
    const text = Buffer.concat([Buffer.from("first\n"), Buffer.alloc(500_000, 0xff), Buffer.from("\nlast €\nrest\n")]);
    const decode = vi.spyOn(TextDecoder.prototype, "decode");
    try {
      const node = file([], text.length, () => text);
      const { content, hasMore } = await readWindow(node, { startLine: 3, maxLines: 1 }, scope);
      expect([content, hasMore]).toEqual(["last €", true]);
      expect(decode.mock.calls.map(([bytes]) => bytes?.byteLength)).toEqual([8]);
    } finally {
      decode.mockRestore();
    }
  });

  test("LK-09 gives the event loop a turn inside a file, and ends there if it is cancelled", async () => {
    const calls: Calls = [];
    const stop = new AbortController();
    // Due at every look.
    const clock = new (class extends CallClock {
      override isDue(): boolean {
        return true;
      }
    })({ signal: stop.signal });
    const text = Buffer.alloc(MAX_FILE_BYTES, "a\n");
    const reading = readWindow(
      file(calls, text.length, () => text),
      SPAN,
      { ...scope, clock },
    );
    setImmediate(() => setImmediate(() => stop.abort()));
    expect((await errorOf(() => reading)).code).toBe("CANCELLED");
    expect(calls.filter((call) => call.startsWith("read")).length).toBeLessThan(4);
    expect(calls.at(-1)).toBe("close");
  });
});
