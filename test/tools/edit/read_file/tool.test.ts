// What read_file answers behind its gate: the window and its numbers, and which things it cannot read.
// Leaves what the gate refuses to gate.test.ts, files that change to changes.test.ts, all files to properties.test.ts.

import { chmodSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BINARY_PROBE_BYTES, MAX_FILE_BYTES } from "../../../../src/tools/edit/read_file/file_guard.ts";
import { makeTree } from "../../../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../../../support/unprivileged.ts";
import { STRATEGIES } from "../../../support/workspaces.ts";
import { dataOf, openReadFile, refusalOf, windowOf } from "./open_tool.ts";

function numbered(count: number): string {
  return Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join("");
}

function linesFrom(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => `line ${first + i}`).join("\n");
}

describe.each(STRATEGIES)("read_file on a workspace kept by %s", (strategy) => {
  test("RF-01, RF-08: returns the whole of a small file, in exactly the specified fields and order", async () => {
    const root = makeTree(["file src/hello.txt hello\nwörld €\n"]);
    utimesSync(join(root, "src/hello.txt"), 1, 1_700_000_000.5);
    const outcome = await openReadFile(root, { strategy })("src/hello.txt");
    expect(JSON.stringify(outcome)).toBe(
      '{"status":"success","data":{"path":"src/hello.txt","content":"hello\\nwörld €\\n","truncated":false,' +
        '"next_start_line":null,"meta":{"byte_length":17,"line_count":2,"returned_line_count":2,' +
        '"mtime_ms":1700000000500}}}',
    );
  });

  test("RF-01 keeps a byte order mark and shows what is not UTF-8 as U+FFFD", async () => {
    const root = makeTree([]);
    writeFileSync(join(root, "f"), Buffer.from("efbbbf61ff62e282630af09f98e282ac", "hex"));
    expect(windowOf(await openReadFile(root, { strategy })("f"))).toEqual({
      content: "\uFEFFa\uFFFDb\uFFFDc\n\uFFFD€",
      truncated: false,
      next_start_line: null,
      lines: [2, 2],
    });
  });

  test("RF-02, RF-06: without options, 200 of 250 lines come back and the next is 201", async () => {
    const root = makeTree([`file f ${numbered(250)}`]);
    expect(windowOf(await openReadFile(root, { strategy })("f"))).toEqual({
      content: linesFrom(1, 200),
      truncated: true,
      next_start_line: 201,
      lines: [200, 250],
    });
  });

  test("RF-02, RF-03: max_lines lines from start_line on", async () => {
    const root = makeTree([`file f ${numbered(9)}`]);
    const read = openReadFile(root, { strategy });
    expect(windowOf(await read("f", { start_line: 4, max_lines: 3 }))).toEqual({
      content: "line 4\nline 5\nline 6",
      truncated: true,
      next_start_line: 7,
      lines: [3, 9],
    });
    expect(windowOf(await read("f", { start_line: 8 }))).toEqual({
      content: "line 8\nline 9\n",
      truncated: false,
      next_start_line: null,
      lines: [2, 9],
    });
  });

  test("RF-05 names the path as it was asked for, relative to the root, whatever its spelling", async () => {
    const root = makeTree(["file a/f text", "symlink b a", "symlink g a/f"]);
    const read = openReadFile(root, { strategy });
    const asked = [
      "a/f",
      "./a//f",
      "a/../a/f",
      "missing/../g",
      "b/f",
      join(root, "b/f"),
      join(realpathSync(root), "g"),
    ];
    const answered = await Promise.all(asked.map(async (path) => dataOf(await read(path))));
    expect(answered.map(({ path, content }) => [path, content])).toEqual(
      ["a/f", "a/f", "a/f", "g", "b/f", "b/f", "g"].map((path) => [path, "text"]),
    );
  });

  test("RF-05 takes an absolute path by each name of the workspace, and shows it without", async () => {
    const root = makeTree(["file real/a/f text", "symlink alias real"]);
    const read = openReadFile(join(root, "alias"), { strategy });
    for (const path of ["a/f", join(root, "alias/a/f"), join(realpathSync(root), "real/a/f")]) {
      const { path: shown, content } = dataOf(await read(path));
      expect([shown, content]).toEqual(["a/f", "text"]);
    }
  });

  test("RF-08 gives the numbers of the real file, with and without a final newline", async () => {
    const root = makeTree(["file none", "file one x", "file ended x\n", "file open x\ny", "file blank \n\n\n"]);
    const read = openReadFile(root, { strategy });
    const metaOf = async (name: string) => dataOf(await read(name)).meta;
    const lines = { none: 0, one: 1, ended: 1, open: 2, blank: 3 };
    for (const [name, count] of Object.entries(lines)) {
      const { size, mtimeNs } = statSync(join(root, name), { bigint: true });
      expect([name, await metaOf(name)]).toEqual([
        name,
        {
          byte_length: Number(size),
          line_count: count,
          returned_line_count: count,
          mtime_ms: Number(mtimeNs / 1_000_000n),
        },
      ]);
    }
  });
});

describe.each(STRATEGIES)("what read_file cannot read on a workspace kept by %s", (strategy) => {
  test("RF-12 refuses a NUL byte among the first 8,192 bytes, and no later one", async () => {
    const root = makeTree([]);
    const withNulAt = (offset: number) => Buffer.alloc(offset + 10, "a").fill(0, offset, offset + 1);
    for (const offset of [0, BINARY_PROBE_BYTES - 1, BINARY_PROBE_BYTES]) {
      writeFileSync(join(root, `nul-${offset}`), withNulAt(offset));
    }
    const read = openReadFile(root, { strategy });
    for (const path of ["nul-0", "nul-8191"]) {
      const { kind, code, message } = refusalOf(await read(path));
      expect([kind, code, message]).toEqual([
        "ExecutionFailed",
        "BINARY_NOT_SUPPORTED",
        `"${path}" cannot be read by this tool: it is a binary file; over MCP it can be read as a resource, up to 1 MiB`,
      ]);
    }
    expect(dataOf(await read("nul-8192")).content).toBe(withNulAt(8192).toString());
  });

  test("RF-13 reads a file of exactly the limit and refuses one byte more", async () => {
    const root = makeTree([]);
    writeFileSync(join(root, "full"), Buffer.alloc(MAX_FILE_BYTES, "a"));
    writeFileSync(join(root, "over"), Buffer.alloc(MAX_FILE_BYTES + 1, "a"));
    const read = openReadFile(root, { strategy });
    expect(dataOf(await read("full")).meta.byte_length).toBe(1_048_576);
    const { kind, code, message, path, retriable } = refusalOf(await read("over", { max_lines: 1 }));
    expect({ kind, code, message, path, retriable }).toEqual({
      kind: "ExecutionFailed",
      code: "SIZE_LIMIT_EXCEEDED",
      message: '"over" cannot be read by this tool: it has 1048577 bytes, and the limit is 1048576',
      path: "over",
      retriable: false,
    });
  });

  test("RF-15 says what is missing and what is no file, without waiting for a pipe", async () => {
    const root = makeTree([
      "dir sub",
      "file f x",
      "fifo pipe",
      "symlink loop loop",
      "symlink gone none",
      "symlink to sub",
    ]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, "socket"), resolve));
    const read = openReadFile(root, { strategy });
    const answers = ["none", "f/x", "loop", "gone", "sub", ".", "to", "pipe", "socket"].map(async (path) => {
      const { code, message } = refusalOf(await read(path));
      return [code, message];
    });
    const answered = await Promise.all(answers);
    await new Promise((resolve) => server.close(resolve));
    expect(answered).toEqual([
      ["NOT_FOUND", '"none" does not exist; the nearest existing folder is "."'],
      ["NOT_FOUND", '"f/x" does not exist; the nearest existing folder is "."'],
      ["NOT_FOUND", '"loop" does not exist; the nearest existing folder is "."'],
      ["NOT_FOUND", '"gone" does not exist; the nearest existing folder is "."'],
      ["NOT_FILE", 'path is not a regular file: "sub" is a directory'],
      ["NOT_FILE", 'path is not a regular file: "." is a directory'],
      ["NOT_FILE", 'path is not a regular file: "to" is a directory'],
      ["NOT_FILE", 'path is not a regular file: "pipe" is a special file'],
      ["NOT_FILE", 'path is not a regular file: "socket" is a special file'],
    ]);
  });

  test("RF-15 answers INTERNAL, with the path and the reason, when the workspace itself is gone", async () => {
    const root = makeTree(["file f x"]);
    const read = openReadFile(root, { strategy });
    rmSync(root, { recursive: true });
    const { kind, code, message } = refusalOf(await read("f"));
    expect([kind, code, message]).toEqual([
      "ExecutionFailed",
      "INTERNAL",
      '"f": the workspace folder has been deleted',
    ]);
  });

  test.skipIf(noUnprivilegedChild !== null)("RF-15 says that permission is missing", () => {
    const root = makeTree(["file mute x", "file locked/f x"]);
    chmodSync(join(root, "mute"), 0);
    chmodSync(join(root, "locked"), 0);
    const answers = runUnprivileged(
      `const { createToolContext } = await import(new URL("call/context.js", build));
       const { createSecureTool } = await import(new URL("call/secure_tool.js", build));
       const { readFileTool } = await import(new URL("tools/edit/read_file/tool.js", build));
       const context = createToolContext({ workspaceRoot: args[0], strategy: args[1] });
       const read = createSecureTool(context, readFileTool);
       const answers = [await read("mute"), await read("locked/f")];
       return answers.map(({ status, error }) => [status, error.code, error.message]);`,
      [root, strategy],
    );
    chmodSync(join(root, "locked"), 0o700);
    expect(answers).toEqual([
      ["failure", "INTERNAL", '"mute": permission denied'],
      ["failure", "INTERNAL", '"locked/f": permission denied'],
    ]);
  });
});

describe("the window of read_file", () => {
  test("RF-02 returns up to 500 lines", async () => {
    const root = makeTree([`file f ${numbered(501)}`]);
    expect(windowOf(await openReadFile(root)("f", { max_lines: 500 }))).toEqual({
      content: linesFrom(1, 500),
      truncated: true,
      next_start_line: 501,
      lines: [500, 501],
    });
  });

  test("RF-06 says that lines remain only if some do", async () => {
    const root = makeTree(["file ended a\nb\n", "file open a\nb", "file blank a\nb\n\n"]);
    const read = openReadFile(root);
    const shown = async (name: string) => windowOf(await read(name, { max_lines: 2 }));
    expect([await shown("ended"), await shown("open"), await shown("blank")]).toEqual([
      { content: "a\nb\n", truncated: false, next_start_line: null, lines: [2, 2] },
      { content: "a\nb", truncated: false, next_start_line: null, lines: [2, 2] },
      { content: "a\nb", truncated: true, next_start_line: 3, lines: [2, 3] },
    ]);
  });

  test("RF-07 is the same in every byte when nothing has changed", async () => {
    const root = makeTree([`file f ${numbered(30)}`]);
    const answers = new Set<string>();
    for (const strategy of [...STRATEGIES, ...STRATEGIES]) {
      const read = openReadFile(root, { strategy });
      for (let i = 0; i < 3; i++) answers.add(JSON.stringify(await read("f", { start_line: 5, max_lines: 7 })));
    }
    expect(answers.size).toBe(1);
  });

  test("RF-10 counts and returns CR LF as LF, and keeps a CR that stands alone", async () => {
    const root = makeTree(["file f a\r\nb\rc\r\r\n\r\nd\r\n", "file end a\r\nb\r"]);
    const read = openReadFile(root);
    expect(windowOf(await read("f"))).toEqual({
      content: "a\nb\rc\r\n\nd\n",
      truncated: false,
      next_start_line: null,
      lines: [4, 4],
    });
    expect(windowOf(await read("f", { start_line: 2, max_lines: 1 }))).toEqual({
      content: "b\rc\r",
      truncated: true,
      next_start_line: 3,
      lines: [1, 4],
    });
    expect(dataOf(await read("end")).content).toBe("a\nb\r");
  });

  test("RF-11 is empty behind the last line", async () => {
    const root = makeTree(["file f a\nb\n", "file none"]);
    const read = openReadFile(root);
    const empty = { content: "", truncated: false, next_start_line: null };
    expect(windowOf(await read("f", { start_line: 3 }))).toEqual({ ...empty, lines: [0, 2] });
    expect(windowOf(await read("f", { start_line: Number.MAX_SAFE_INTEGER }))).toEqual({ ...empty, lines: [0, 2] });
    expect(windowOf(await read("none"))).toEqual({ ...empty, lines: [0, 0] });
  });

  test("RF-01 takes arguments that it does not know for absent", async () => {
    const admission = await openReadFile(makeTree(["file f a"])).admit({ path: "f", end_line: 7, encoding: null });
    expect((await admission.run()).content).toBe("a");
  });
});
