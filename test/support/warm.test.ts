// A command that shares its process with others does what one in a process of its own does. Needs a fresh build.

import { expect, test } from "vitest";
import { porthole, portholeAlone } from "./cli.ts";
import { toInitialize } from "./mcp.ts";
import { makeTree } from "./tree.ts";

const CALL = '{"id":"1","name":"tree","arguments":{"path":"."}}\n';

// Every row has both: Bun takes a parameter that a row does not fill for a callback that it has to wait for.
const COMMANDS: readonly [args: string[], options: Parameters<typeof porthole>[2]][] = [
  [["ls", "--color", "always"], { env: { TZ: "Asia/Tokyo", LS_COLORS: "di=1;34" } }],
  [["read", "none"], {}],
  [["call", "--jsonl"], { input: CALL }],
  // Ends by process.exit.
  [["mcp", "."], { input: `${JSON.stringify(toInitialize(1))}\n` }],
  [["tree", "--all"], {}],
  [["read", "a.txt", "--workspace", "sub"], {}],
  [["tree", "--frob"], {}],
  [["mcp", ".", "--log", "calls"], {}],
];

test.each(COMMANDS)("%j", (args, options) => {
  const root = makeTree(["file a.txt one\ntwo\n", "file sub/a.txt inner\n", "file key.pem x"]);
  const expected = portholeAlone(root, args, options);
  // Twice: nothing is left of the first.
  for (let turn = 0; turn < 2; turn++)
    expect(withoutTimes(porthole(root, args, options))).toEqual(withoutTimes(expected));
});

function withoutTimes({ stdout, ...rest }: ReturnType<typeof porthole>) {
  return { ...rest, stdout: stdout.replace(/"(durationMs|duration_ms)":[\d.]+/g, "") };
}
