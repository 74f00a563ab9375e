// The record of the command line: --log and the configuration of `porthole mcp`, its console, and what commands for people leave. Needs a
// fresh build.

import { execFileSync, type StdioOptions } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasTerminals, porthole, startOnTerminal, startPorthole, whenServing } from "../support/cli.ts";
import { post } from "../support/mcp.ts";
import { call, runSession } from "../support/mcp_session.ts";
import { times } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";

function setUp() {
  const root = makeTree(["file a.txt one", "file key.pem S"]);
  const logs = join(root, "../logs");
  mkdirSync(logs);
  return { root, logs, file: join(logs, "calls") };
}

function readRecords(file: string) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [""];
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

/** One session on standard input and output. */
const callStdio = (root: string, args: readonly string[], paths: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runSession(
    root,
    [".", ...args],
    paths.map((path) => call("read_file", { path })),
    { env },
  );

function writeConfig(folder: string, text: string): NodeJS.ProcessEnv {
  mkdirSync(join(folder, "porthole"));
  writeFileSync(join(folder, "porthole/config.toml"), text);
  return { XDG_CONFIG_HOME: folder };
}

describe("porthole mcp over standard input and output", () => {
  test("keeps a record in the file of --log", () => {
    const { root, file } = setUp();
    const { status, stderr } = callStdio(root, ["--log", file], ["a.txt", "key.pem"]);
    expect([status, stderr]).toEqual([0, ""]);
    const client = { name: "test", version: "1" };
    const records = readRecords(file).sort((a, b) => (a.call_id < b.call_id ? -1 : 1));
    expect(records).toMatchObject([
      { call_id: "mcp 1", client, by: "agent", tool: "read_file", opened: ["a.txt"], success: true },
      { call_id: "mcp 2", client, by: "agent", arguments: { path: "key.pem" }, opened: [], code: "SANDBOX_VIOLATION" },
    ]);
  });

  test("or of the configuration, and --log wins", () => {
    const { root, logs, file } = setUp();
    const env = writeConfig(logs, `[audit]\nfile = ${JSON.stringify(file)}\n`);
    callStdio(root, [], ["a.txt"], env);
    expect(readRecords(file)).toHaveLength(1);
    callStdio(root, ["--log", join(logs, "other")], ["a.txt"], env);
    expect([readRecords(file).length, readRecords(join(logs, "other")).length]).toEqual([1, 1]);
  });

  test("does not start if the record cannot be kept, and says why", () => {
    const { root, logs } = setUp();
    for (const [file, reason] of [
      ["calls", "it is inside the workspace, where the agent could read it"],
      [join(logs, "none/calls"), "its folder does not exist"],
      ["/dev/full", "it is not a regular file"],
      [logs, "it is not a regular file"],
    ] as const) {
      const told = `porthole: the record cannot be written to ${JSON.stringify(file)}: ${reason}\n`;
      expect(porthole(root, ["mcp", ".", "--log", file])).toEqual({ status: 2, stdout: "", stderr: told });
    }
    expect(existsSync(join(root, "calls"))).toBe(false);
  });

  test("says the same of a folder that is missing, with and without a record", () => {
    const { root, file } = setUp();
    const complaints = [[], ["--log", file]].map((args) => porthole(root, ["mcp", "none", ...args]).stderr);
    expect(complaints[0]).toContain("does not exist");
    expect(complaints[1]).toBe(complaints[0]);
  });
});

async function serve(root: string, args: readonly string[], stdout?: Pipe) {
  // A session of its own, and so no terminal.
  const own = stdout === undefined ? {} : { stdio: ["pipe", stdout.write, "pipe"] as StdioOptions };
  const child = startPorthole(root, ["mcp", ".", "--http", ...args], { detached: true, ...own });
  if (stdout !== undefined) closeSync(stdout.write);
  const console = stdout?.read ?? child.stdout;
  let [printed, complained] = ["", ""];
  console.on("data", (chunk) => {
    printed += chunk;
  });
  child.stderr.on("data", (chunk) => {
    complained += chunk;
  });
  const ended = new Promise<unknown>((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)));
  const place = await whenServing({ stdout: console });
  const call = async (path: string) =>
    (await post(place, "legacy", "tools/call", { name: "read_file", arguments: { path } })).text;
  const seen = async (isSeen: () => boolean) => {
    while (!isSeen()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  return {
    child,
    console,
    call,
    seen,
    ended,
    printed: () => printed.slice(printed.indexOf("Ctrl-C ends it")).split("\n").slice(1, -1),
    complained: () => complained,
    end: async () => {
      child.kill("SIGINT");
      return ended;
    },
  };
}

interface Pipe {
  readonly read: Socket;
  readonly write: number;
  /** Stops reading, and fills the pipe, so that few lines are more than it holds. */
  block(): Promise<void>;
}

/** A real one: what Node gives a child is a socket, which holds the more the larger the pieces are that are written. */
function makePipe(folder: string): Pipe {
  const file = join(folder, "console");
  execFileSync("mkfifo", [file]);
  const read = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const console = new Socket({ fd: read, readable: true, writable: false });
  const filling = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
  const block = async () => {
    console.pause();
    fill(filling);
    // A paused stream still reads until its own buffer is full.
    while (console.readableLength < console.readableHighWaterMark)
      await new Promise((resolve) => setTimeout(resolve, 1));
    fill(filling);
    closeSync(filling);
  };
  return { read: console, write: openSync(file, "w"), block };
}

function fill(pipe: number): void {
  try {
    for (;;) writeSync(pipe, ".".repeat(1024));
  } catch (error) {
    expect(error).toMatchObject({ code: "EAGAIN" });
  }
}

/** Bun cannot read such a pipe as a stream that pauses. */
const cannotPause = process.versions.bun !== undefined;

/** Their lines do not fit into the full pipe, and with the large count they are more than wait for it. */
const UNREAD_CALLS = times(20, 1500);
/** As many lines as can wait. */
const KEPT_LINES = Math.min(UNREAD_CALLS, 1000);

describe("porthole mcp over HTTP", () => {
  test("shows one short line on the console for each call of a client", async () => {
    const { root } = setUp();
    const server = await serve(root, []);
    await server.call("a.txt");
    await server.call(`none\u001b[2J${"x".repeat(500)}`);
    await server.seen(() => server.printed().length === 2);
    expect(await server.end()).toBe(0);
    const [first = "", second = ""] = server.printed();
    expect(first).toMatch(/^\d\d:\d\d:\d\d {2}\? {2}read_file {2}a\.txt {2}ok {2}\d+ B {2}\d+ ms$/);
    expect(second).toMatch(/ {2}read_file {2}none\S+x {2}NOT_FOUND {2}/);
    expect(second.length).toBeLessThan(200);
    expect(second).not.toContain("\u001b");
  });

  test("--quiet shows none", async () => {
    const { root, file } = setUp();
    const server = await serve(root, ["--quiet", "--log", file]);
    await server.call("a.txt");
    await server.seen(() => readRecords(file).length === 2);
    expect(await server.end()).toBe(0);
    expect(server.printed()).toEqual([]);
  });

  test("goes on without its console", async () => {
    const { root, file } = setUp();
    const server = await serve(root, ["--log", file]);
    server.console.destroy();
    for (let count = 0; count < 5; count++) expect(await server.call("a.txt")).toContain("one");
    expect(await server.end()).toBe(0);
  });

  /** With more lines on the console than fit into its pipe, which nobody reads. */
  const serveUnread = async () => {
    const { root, logs, file } = setUp();
    const pipe = makePipe(logs);
    const server = await serve(root, ["--log", file], pipe);
    await pipe.block();
    for (let count = 0; count < UNREAD_CALLS; count++) await server.call(`a.txt${"/.".repeat(40)}`);
    return { file, server };
  };

  test.skipIf(cannotPause)("is not held up by a console that nobody reads", async () => {
    const { file, server } = await serveUnread();
    server.console.resume();
    await server.seen(() => server.printed().length >= KEPT_LINES);
    expect(await server.end()).toBe(0);
    expect(readRecords(file)).toHaveLength(UNREAD_CALLS + 1);
  });

  test.skipIf(cannotPause)("ends at the first signal, even if nobody reads its console", async () => {
    const { server } = await serveUnread();
    const exited = new Promise((resolve) => server.child.once("exit", (_, signal) => resolve(signal)));
    server.child.kill("SIGTERM");
    expect(await exited).toBe("SIGTERM");
    server.console.resume();
  });

  test("the owner's own look at the folder is in the record, as the owner's, and not on the console", async () => {
    const { root, file } = setUp();
    const server = await serve(root, ["--log", file]);
    await server.end();
    expect(readRecords(file)).toMatchObject([{ tool: "tree", by: "owner", client: { name: "porthole" } }]);
    expect(server.printed()).toEqual([]);
  });

  test("answers nothing while the record cannot be written, and says so once [promise record]", async () => {
    const { root, logs, file } = setUp();
    const server = await serve(root, ["--log", file]);
    renameSync(logs, `${logs}.away`);
    for (const path of ["a.txt", "a.txt"]) {
      const answer = await server.call(path);
      expect(answer).toContain("the record of calls cannot be written, so the call is not answered");
      expect(answer).not.toContain("one");
      expect(answer).not.toContain(logs);
    }
    renameSync(`${logs}.away`, logs);
    expect(await server.call("a.txt")).toContain("one");
    await server.end();
    expect(server.complained().split("\n")).toEqual([
      `porthole: calls are not answered: the record cannot be written to ${JSON.stringify(file)}: its folder does not exist`,
      "porthole: the record can be written again; calls are answered",
      "",
    ]);
    expect(server.printed()).toHaveLength(1);
  });

  test("says so each time, and adds nothing to standard error that stays", async () => {
    const { root, logs, file } = setUp();
    const server = await serve(root, ["--log", file]);
    // More than the listeners that Node allows without a warning.
    for (let time = 0; time < 12; time++) {
      renameSync(logs, `${logs}.away`);
      expect(await server.call("a.txt")).not.toContain("one");
      renameSync(`${logs}.away`, logs);
      expect(await server.call("a.txt")).toContain("one");
    }
    await server.end();
    const lines = server.complained().split("\n").slice(0, -1);
    expect([lines.length, lines.filter((line) => !line.startsWith("porthole: "))]).toEqual([24, []]);
  });

  test("goes on in a new file when another program has moved it, with or without a signal", async () => {
    const { root, file } = setUp();
    const server = await serve(root, ["--log", file]);
    renameSync(file, `${file}.1`);
    server.child.kill("SIGHUP");
    await server.call("a.txt");
    renameSync(file, `${file}.2`);
    await server.call("a.txt");
    expect(await server.end()).toBe(0);
    expect([file, `${file}.1`, `${file}.2`].map((path) => readRecords(path).length)).toEqual([1, 1, 1]);
  });

  test("without a record, that signal ends it as before", async () => {
    const { root } = setUp();
    const server = await serve(root, ["--quiet"]);
    server.child.kill("SIGHUP");
    expect(await server.ended).toBe("SIGHUP");
  });
});

test.skipIf(!hasTerminals())("the end of the terminal is the end of the server", async () => {
  const { root, file } = setUp();
  const terminal = startOnTerminal(root, ["mcp", ".", "--http", "--log", file]);
  const { url } = await whenServing(terminal);
  const isServing = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  expect(await isServing()).toBe(true);
  terminal.kill("SIGKILL");
  while (await isServing()) await new Promise((resolve) => setTimeout(resolve, 20));
});

describe("commands for people", () => {
  test("are in the record of the configuration, as the owner's", () => {
    const { root, logs, file } = setUp();
    const env = writeConfig(logs, `[audit]\nfile = ${JSON.stringify(file)}\n`);
    const commands = [
      "tree",
      "ls --json",
      "read a.txt",
      "find *.txt",
      "find *.txt --json",
      "search one",
      "explain a.txt",
    ];
    for (const words of [...commands, 'call tree {"path":"."}'])
      expect(porthole(root, words.split(" "), { env }).status).toBe(0);
    const input = '{"id":"7","name":"tree","arguments":{"path":"."},"context":{"by":"owner"}}';
    porthole(root, ["call", "--jsonl"], { env, input });
    const records = readRecords(file);
    const owners = ["tree", "list_directory", "read_file", "list_files", "list_files", "search_text", "explain"];
    expect(records.map(({ tool, by }) => `${tool} ${by}`)).toEqual([
      ...owners.map((tool) => `${tool} owner`),
      ...["tree agent", "tree agent"],
    ]);
    expect(records.every(({ client }) => client.name === "porthole")).toBe(true);
  });

  test("show nothing if it cannot be kept, and say why", () => {
    const { root, logs } = setUp();
    const env = writeConfig(logs, `[audit]\nfile = ${JSON.stringify(join(root, "calls"))}\n`);
    expect(porthole(root, ["read", "a.txt"], { env })).toEqual({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("it is inside the workspace"),
    });
  });
});
