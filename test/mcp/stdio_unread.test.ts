// A client on standard input and output that does not read its answers, beside others that use the same toolkit, and when it closes its
// end. dist/ must be built.

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { INITIALIZED, Lines, post, RUNTIMES, toInitialize, toMessage } from "../support/mcp.ts";
import { isThorough } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";

const root = makeTree(["file a.txt one", `file long.txt ${`${"y".repeat(100)}\n`.repeat(400)}`]);
const DIST = new URL("../../dist/", import.meta.url);
const READ_SHORT = { name: "read_file", arguments: { path: "a.txt" } };
const READ = { name: "read_file", arguments: { path: "long.txt", max_lines: 400 } };
/** More answers than the pipe and the buffers hold. */
const CALLS = 100;

/** Nobody reads its standard output. */
function start(command: string, args: readonly string[]) {
  const child: ChildProcess = spawn(command, args, { cwd: root, stdio: ["pipe", "pipe", "pipe"] });
  const { stdin, stderr } = child;
  if (stdin === null || stderr === null) throw new Error("no pipes");
  stdin.on("error", () => {});
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const send = (message: object) => void stdin.write(`${JSON.stringify(message)}\n`);
  for (const message of [toInitialize(0), INITIALIZED]) send(message);
  return {
    send,
    end: () => void stdin.end(),
    err: new Lines(stderr),
    exited,
    [Symbol.asyncDispose]: async () => void child.kill("SIGKILL"),
    /** Reads all that is written from now on, and all that was left. */
    read: async () => (child.stdout === null ? "" : text(child.stdout)),
  };
}

const CONFIG = join(makeTree(["file short.toml [tools.timeouts]\ndefault_seconds = 1"]), "short.toml");
const CLI = [fileURLToPath(new URL("cli/main.js", DIST)), "mcp", root, "--config", CONFIG];
/** What is not a call is answered at once: more than the 16 MiB from which on nothing more is read. In a short run by few answers with long ids. */
const LIST_IDS: readonly (number | string)[] = isThorough
  ? Array.from({ length: 12_000 }, (_, nth) => nth + 1)
  : Array.from({ length: 40 }, (_, nth) => `${nth}${"x".repeat(500_000)}`);

const program = (body: string, timeoutMs = 1000) => [
  "--input-type=module",
  "-e",
  `const { createAgentToolkit } = await import(${JSON.stringify(new URL("lib.js", DIST).href)});
   const { serveMcpHttp, serveMcpStdio } = await import(${JSON.stringify(new URL("mcp/lib.js", DIST).href)});
   const toolkit = createAgentToolkit({ workspaceRoot: ${JSON.stringify(root)}, timeoutMs: ${timeoutMs} });
   ${body}`,
];

describe.each(RUNTIMES)("a client that does not read, server on $name", ({ command }) => {
  const readMany = (send: (message: object) => void) => {
    for (let id = 1; id <= CALLS; id++) send(toMessage("legacy", id, "tools/call", READ));
  };

  test("keeps no other client of the same toolkit from its answers", async () => {
    await using server = start(
      command,
      program(
        `
        const { url, token } = await serveMcpHttp({ toolkit });
        process.stderr.write(JSON.stringify({ url, token }) + "\\n");
        const { answer } = toolkit;
        let begun = 0;
        const counting = { ...toolkit, answer: (...given) => {
          begun += 1;
          if (begun === ${CALLS}) setTimeout(() => process.stderr.write("all begun\\n"), 200);
          return answer(...given);
        } };
        await serveMcpStdio({ toolkit: counting });`,
        30_000,
      ),
    );
    const { url, token } = JSON.parse(await server.err.find((line) => line.startsWith("{")));
    readMany(server.send);
    await server.err.find((line) => line === "all begun");
    const { text } = await post({ url, token }, "legacy", "tools/call", READ_SHORT);
    expect(text).toContain("one");
    expect(text).not.toContain("TIMEOUT");
  });

  const listMany = (send: (message: object) => void) => {
    for (const id of LIST_IDS) send({ ...toMessage("legacy", 0, "tools/list"), id });
  };

  test.each([
    ["a few", readMany],
    ["so many that nothing more is read", listMany],
  ] as const)("ends the program when it closes its end, with %s answers unread", async (_case, askMany) => {
    await using server = start(command, CLI);
    askMany(server.send);
    server.end();
    expect(await server.exited).toBe(0);
  });

  test("ends its session though it closes nothing, once more is unread than is kept and nothing was read for long", async () => {
    await using server = start(
      command,
      program(`
        await serveMcpStdio({ toolkit });
        process.stderr.write("resolved\\n", () => process.exit(3));`),
    );
    listMany(server.send);
    expect(await server.err.find((line) => line === "resolved")).toBe("resolved");
    expect(await server.exited).toBe(3);
  });

  test("gets every answer if it reads after all, though it has closed its end", async () => {
    await using server = start(command, CLI);
    readMany(server.send);
    server.end();
    await setTimeout(500);
    const lines = (await server.read()).trim().split("\n");
    const ids = lines.map((line) => JSON.parse(line).id).sort((a, b) => a - b);
    expect(ids).toEqual(Array.from({ length: CALLS + 1 }, (_, id) => id));
    expect(await server.exited).toBe(0);
  });

  test("leaves a toolkit that answers when its session has ended", async () => {
    await using server = start(
      command,
      program(`
        await serveMcpStdio({ toolkit });
        const { status } = await toolkit.tree(".");
        process.stderr.write("afterwards: " + status + "\\n", () => process.exit(3));`),
    );
    readMany(server.send);
    server.end();
    expect(await server.err.find((line) => line.startsWith("afterwards"))).toBe("afterwards: success");
    expect(await server.exited).toBe(3);
  });
});
