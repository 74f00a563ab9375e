// The record among other processes: several that append to one file, one that rotates it, and disks that are full. dist/ must be built.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runProgram } from "../support/child_program.ts";
import { IN_NAMESPACE } from "../support/namespaces.mjs";
import { times } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";

function setUp() {
  const root = makeTree(["file f x", "dir sub"]);
  const logs = join(root, "../logs");
  mkdirSync(logs);
  return { root, logs, file: join(logs, "calls.jsonl") };
}

const OPEN = `
  const [workspaceRoot, file, name] = args;
  const toolkit = library.createAgentToolkit({ workspaceRoot, config: { audit: { file } } });
  const call = (id) => toolkit.execute({ id, name: "read_file", arguments: { path: "f" } });`;

test("several processes append to one file while it is rotated, and every line of every call is whole", async () => {
  const { root, logs, file } = setUp();
  const [processes, calls] = [times(2, 4), times(40, 300)];
  const write = `${OPEN}
    let failed = 0;
    for (let n = 0; n < ${calls}; n++) failed += (await call(name + " " + n)).is_error ? 1 : 0;
    return failed;`;
  const rotate = `
    const { existsSync, renameSync } = await import("node:fs");
    let rotated = 0;
    while (!existsSync(args[0] + ".end")) {
      try { renameSync(args[0], args[0] + "." + rotated); rotated++; } catch {}
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return rotated;`;
  const rotating = runProgram([], rotate, [file]);
  const names = Array.from({ length: processes }, (_, index) => `p${index}`);
  const failures = await Promise.all(names.map((name) => runProgram([], write, [root, file, name]))).finally(() =>
    writeFileSync(`${file}.end`, ""),
  );
  expect(failures).toEqual(names.map(() => ({ returned: 0 })));
  expect(await rotating).toEqual({ returned: expect.any(Number) });
  const texts = readdirSync(logs).map((name) => readFileSync(join(logs, name), "utf8"));
  expect(texts.filter((text) => text !== "").every((text) => text.endsWith("\n"))).toBe(true);
  const lines = texts.flatMap((text) => text.split("\n").filter((line) => line !== ""));
  const ids = lines.map((line) => JSON.parse(line).call_id);
  const expected = names.flatMap((name) => Array.from({ length: calls }, (_, n) => `${name} ${n}`));
  expect(ids.sort()).toEqual(expected.sort());
});

const FAILURE = "the record of calls cannot be written, so the call is not answered";
const UNTIL_FULL = `${OPEN}
  const answers = [];
  for (let n = 0; n < 200 && !answers.some(({ is_error }) => is_error); n++) answers.push(await call("1"));
  const refused = await call("2");
  return { served: answers.length - 1, refused: refused.content };`;

/** Whole lines of calls that were served, and at most one that is not whole. */
function checkFull(file: string, ended: unknown, maxBytes: number) {
  const { served, refused } = (ended as { returned: { served: number; refused: string } }).returned;
  expect(refused).toContain(FAILURE);
  expect(refused).not.toContain(file);
  const text = readFileSync(file, "utf8");
  expect(text.length).toBeLessThanOrEqual(maxBytes);
  const whole = text.split("\n").slice(0, -1);
  expect(whole.length).toBe(served);
  for (const line of whole) expect(JSON.parse(line)).toMatchObject({ tool: "read_file", success: true });
}

test.skipIf(process.platform === "win32")(
  "a file that may not grow: the call is refused [promise record]",
  async () => {
    const { root, file } = setUp();
    // In blocks of 512 bytes.
    const limit = ["sh", "-c", 'ulimit -f 8; exec "$@"', "sh"];
    checkFull(file, await runProgram(limit, UNTIL_FULL, [root, file]), 4096);
  },
);

describe.skipIf(IN_NAMESPACE === null)("in a mount namespace", () => {
  const inNamespace = (script: string, ...args: readonly string[]) => [
    ...(IN_NAMESPACE ?? []),
    ...["sh", "-c", `set -e; ${script}; shift ${args.length}; exec "$@"`, "sh", ...args],
  ];

  test("a disk that is full: the call is refused", async () => {
    const { root, logs, file } = setUp();
    // Out of the namespace the file is gone with its disk.
    const script = "mount -t tmpfs -o size=8k tmpfs $1";
    const program = `${UNTIL_FULL.replace("return {", "const text = (await import('node:fs')).readFileSync(file, 'utf8'); return { text,")}`;
    const { returned } = (await runProgram(inNamespace(script, logs), program, [root, file])) as {
      returned: { text: string; served: number; refused: string };
    };
    expect(returned.refused).toContain(FAILURE);
    expect(returned.served).toBeGreaterThan(5);
    expect(returned.text.split("\n").length - 1).toBe(returned.served);
  });
});
