// What read_file asks of the disk: one opening, sizes from the handle, no byte beyond the one after the limit, and nothing at all of
// what is no regular file. Leaves what it answers to the other tests.

import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, constants, realpathSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CallClock } from "../../../../src/disk/call_clock.ts";
import { MAX_FILE_BYTES } from "../../../../src/tools/edit/read_file/file_guard.ts";
import { readWindow } from "../../../../src/tools/edit/read_file/usecase.ts";
import { cannotRecordFs, type FsCall, recordFsCalls } from "../../../support/fs_calls.ts";
import { makeTempFolder, makeTree } from "../../../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../../../support/unprivileged.ts";
import { errorOf, openFile, STRATEGIES, withWorkspace } from "../../../support/workspaces.ts";
import { openReadFile } from "./open_tool.ts";

const O_PATH = 0o10000000;
const SPAN = { startLine: 1, maxLines: 200 };
const mayMakeDevices = spawnSync("mknod", [join(makeTempFolder(), "null"), "c", "1", "3"]).status === 0;

/** Makes a file far too large when a read looks at its clock for the nth time: first before opening, then before each piece. */
class GrowingPace extends CallClock {
  readonly #path: string;
  #left: number;

  constructor(moment: number, path: string) {
    super();
    this.#path = path;
    this.#left = moment;
  }

  override check(): void {
    super.check();
    this.#left -= 1;
    if (this.#left === 0) appendFileSync(this.#path, Buffer.alloc(MAX_FILE_BYTES * 4, "x"));
  }
}

/** Not those that only name an object: such a handle cannot be read. */
function openings(calls: readonly FsCall[]): readonly FsCall[] {
  return calls.filter(({ name, args }) => name === "openSync" && (Number(args[1]) & O_PATH) === 0);
}

describe.each(STRATEGIES)("what read_file does in a workspace kept by %s", (strategy) => {
  test.skipIf(cannotRecordFs)(
    "RF-09 opens a file once, and asks the handle for its size, its kind and its bytes",
    async () => {
      const root = realpathSync(makeTree(["file f one\ntwo\n"]));
      const read = openReadFile(root, { strategy });
      const calls = await recordFsCalls(root, () => read("f", { start_line: 2, max_lines: 1 }));
      const [opening, ...others] = openings(calls);
      expect(others).toEqual([]);
      expect(Number(opening?.args[1]) & (constants.O_WRONLY | constants.O_RDWR)).toBe(0);
      const onHandle = calls.filter(({ args }) => args[0] === opening?.result).map(({ name }) => name);
      expect(new Set(onHandle)).toEqual(new Set(["fstatSync", "readSync", "closeSync"]));
      expect(calls.filter(({ name }) => ["statSync", "readFileSync"].includes(name))).toEqual([]);
    },
  );

  test.skipIf(cannotRecordFs)(
    "RF-13 reads one byte beyond the limit of a file that has grown, and no more",
    async () => {
      for (const moment of [1, 2, 3]) {
        const root = realpathSync(makeTree(["file f x"]));
        const clock = new GrowingPace(moment, join(root, "f"));
        const calls = await recordFsCalls(root, () =>
          withWorkspace(root, strategy, async (workspace) => {
            using file = openFile(workspace, "f");
            const scope = { path: "f", clock, maxFileBytes: MAX_FILE_BYTES, keepBytes: MAX_FILE_BYTES };
            expect((await errorOf(() => readWindow(file, SPAN, scope))).code).toBe("SIZE_LIMIT_EXCEEDED");
          }),
        );
        const reads = calls.filter(({ name }) => name === "readSync");
        expect(reads.reduce((sum, { result }) => sum + Number(result), 0)).toBe(MAX_FILE_BYTES + 1);
      }
    },
  );

  test.skipIf(cannotRecordFs)("RF-09 of a file that is too large, a directory, a pipe, no byte is read", async () => {
    const root = realpathSync(makeTree(["dir sub", "fifo pipe", "file over"]));
    truncateSync(join(root, "over"), MAX_FILE_BYTES + 1);
    const read = openReadFile(root, { strategy });
    for (const path of ["over", "sub", "pipe"]) {
      const calls = await recordFsCalls(root, () => read(path));
      expect(calls.filter(({ name }) => /^(read|readdir|opendir|readFile)Sync$/.test(name))).toEqual([]);
    }
  });

  // Whoever opens what has no permission is refused: so an answer shows that nothing was opened.
  test.skipIf(noUnprivilegedChild !== null)("RF-15 opens no pipe, no socket and no device for reading", async () => {
    const root = makeTree(["fifo pipe", "symlink to_pipe pipe"]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, "socket"), resolve));
    if (mayMakeDevices) execFileSync("mknod", [join(root, "device"), "c", "1", "3"]);
    const names = ["pipe", "socket", ...(mayMakeDevices ? ["device"] : [])];
    for (const name of names) chmodSync(join(root, name), 0);
    const program = `
      const { createToolContext } = await import(new URL("call/context.js", build));
      const { createSecureTool } = await import(new URL("call/secure_tool.js", build));
      const { readFileTool } = await import(new URL("tools/edit/read_file/tool.js", build));
      const { treeTool } = await import(new URL("tools/edit/tree/tool.js", build));
      const [workspaceRoot, strategy, ...paths] = args;
      const context = createToolContext({ workspaceRoot, strategy });
      const [read, tree] = [readFileTool, treeTool].map((spec) => createSecureTool(context, spec));
      const answers = [];
      for (const path of paths) answers.push([path, (await read(path)).error?.code, (await tree(path)).error?.code]);
      return answers;`;
    const asked = [...names, "to_pipe"];
    const answers = runUnprivileged(program, [root, strategy, ...asked]);
    await new Promise((resolve) => server.close(resolve));
    expect(answers).toEqual(asked.map((path) => [path, "NOT_FILE", "NOT_DIRECTORY"]));
  });
});
