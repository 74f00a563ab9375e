// porthole log: a record as a person reads it. Needs a fresh build.

import { appendFileSync, mkdirSync, readFileSync, renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { porthole, portholeMeasured, startPorthole } from "../support/cli.ts";
import { isThorough } from "../support/scale.ts";
import { makeTempFolder } from "../support/tree.ts";

const BASE = {
  time: "2026-01-02T03:04:05.678Z",
  call_id: "1",
  client: { name: "bot", version: "1" },
  by: "agent",
  tool: "read_file",
  arguments: { path: "src/a.ts" },
  opened: ["src/a.ts"],
  success: true,
  code: null,
  answer_bytes: 1234,
  estimated_tokens: 309,
  duration_ms: 2.4,
};
const CALLS = [
  BASE,
  { ...BASE, tool: "tree", arguments: { path: "." }, opened: ["./", "src/"], answer_bytes: 80, estimated_tokens: 20 },
  { ...BASE, tool: "search_text", arguments: { pattern: "to do", path: "docs" }, opened: ["docs/", "docs/b.md"] },
  {
    ...BASE,
    time: "2026-01-03T00:00:00.000Z",
    arguments: { path: ".env" },
    opened: [],
    success: false,
    code: "SANDBOX_VIOLATION",
    answer_bytes: 80,
    estimated_tokens: 20,
  },
  { ...BASE, arguments: { path: "none" }, opened: ["./"], success: false, code: "NOT_FOUND" },
  {
    ...BASE,
    tool: "read_files",
    arguments: { paths: ["src/a.ts", ".env", "c", "d"] },
    refused: [{ path: ".env", code: "SANDBOX_VIOLATION" }],
  },
  { ...BASE, tool: "touch", arguments: {}, opened: [], asked: "no", success: false, code: "POLICY_DENIED" },
  { ...BASE, tool: "touch", arguments: {}, opened: [], asked: "later", success: false, code: "POLICY_DENIED" },
  { ...BASE, tool: "explain", by: "owner", client: null, arguments: { path: "x" }, opened: [] },
];

function write(calls: readonly unknown[], end = ""): string {
  const file = join(makeTempFolder(), "calls.jsonl");
  writeFileSync(file, calls.map((call) => `${JSON.stringify(call)}\n`).join("") + end);
  return file;
}

const log = (file: string, ...args: string[]) => porthole("/", ["log", file, ...args], { env: { TZ: "UTC" } });
const shown = (file: string, ...args: string[]) => log(file, ...args).stdout.split("\n");

describe("porthole log", () => {
  test("shows one line for each call, and a summary", () => {
    expect(log(write(CALLS))).toEqual({
      status: 0,
      stderr: "",
      stdout: [
        "2026-01-02 03:04:05  agent  bot  read_file  src/a.ts  ok  1.2 kB  2 ms",
        "2026-01-02 03:04:05  agent  bot  tree  .  ok  80 B  2 ms",
        '2026-01-02 03:04:05  agent  bot  search_text  "to do" in docs  ok  1.2 kB  2 ms',
        "2026-01-03 00:00:00  agent  bot  read_file  .env  SANDBOX_VIOLATION  80 B  2 ms",
        "2026-01-02 03:04:05  agent  bot  read_file  none  NOT_FOUND  1.2 kB  2 ms",
        "2026-01-02 03:04:05  agent  bot  read_files  src/a.ts, .env, c, 1 more  ok, 1 refused  1.2 kB  2 ms",
        "2026-01-02 03:04:05  agent  bot  touch  not approved  1.2 kB  2 ms",
        "2026-01-02 03:04:05  agent  bot  touch  asked for approval  1.2 kB  2 ms",
        "2026-01-02 03:04:05  owner  ?  explain  x  ok  1.2 kB  2 ms",
        "9 calls, 2 files read, 3 refused, 1 failed, about 2,203 tokens (bytes / 4)",
        "from 2026-01-02 03:04:05 to 2026-01-03 00:00:00",
        "",
      ].join("\n"),
    });
  });

  test("as docs/record.md shows it", () => {
    const page = readFileSync(new URL("../../docs/record.md", import.meta.url), "utf8");
    const [, records = ""] = /```jsonl\n([\s\S]*?)```/.exec(page) ?? [];
    const [, output] = /```\n(2026[\s\S]*?)```/.exec(page) ?? [];
    const file = write([], records);
    expect(log(file).stdout).toBe(output);
  });

  test("in local time", () => {
    const { stdout } = porthole("/", ["log", write([BASE])], { env: { TZ: "Asia/Tokyo" } });
    expect(stdout).toContain("2026-01-02 12:04:05  agent  bot");
  });

  test("in colour if that is wanted", () => {
    const [line = ""] = shown(write([CALLS[3]]), "--color", "always");
    expect(line).toContain("\u001b[31mSANDBOX_VIOLATION\u001b[0m");
    expect(shown(write([CALLS[3]]))[0]).not.toContain("\u001b");
  });

  test("says that nothing was found", () => {
    expect(shown(write([]))).toEqual(["0 calls, 0 files read, 0 refused, 0 failed, about 0 tokens (bytes / 4)", ""]);
  });

  test("counts files at least, if a record does not name them all", () => {
    expect(log(write([{ ...BASE, opened_more: 7 }])).stdout).toContain("1 call, at least 1 file read");
  });
});

describe("filters", () => {
  const tools = (...args: string[]) => {
    const lines = shown(write(CALLS), ...args, "--json").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line).tool);
  };

  test("by tool, several of them", () => {
    expect(tools("--tool", "tree")).toEqual(["tree"]);
    expect(tools("--tool", "tree", "--tool", "touch")).toEqual(["tree", "touch", "touch"]);
  });

  test("a tool without calls that is nearly called like another is told", () => {
    const { status, stderr } = log(
      write(CALLS),
      "--tool",
      "tre",
      "--tool",
      "touch",
      "--tool",
      "list_files",
      "--tool",
      "mine",
    );
    expect([status, stderr]).toEqual([0, 'porthole: the record has no call of "tre"; did you mean "tree"?\n']);
  });

  test("by path: as it was asked for, or opened, or refused; a folder stands for what is in it", () => {
    expect(tools("--path", "src/**")).toEqual(["read_file", "read_files"]);
    expect(tools("--path", "src")).toEqual(["read_file", "tree", "read_files"]);
    expect(tools("--path", "*.md")).toEqual(["search_text"]);
    expect(tools("--path", ".env")).toEqual(["read_file", "read_files"]);
    expect(tools("--path", "*.md", "--path", "x")).toEqual(["search_text", "explain"]);
  });

  test("by path: however it was spelled", () => {
    const calls = [
      { ...BASE, tool: "up", arguments: { path: "src/../conf/./.env" }, opened: [] },
      { ...BASE, tool: "out", arguments: { path: "../conf/.env" }, opened: [] },
      { ...BASE, tool: "uri", arguments: { uri: "porthole:///conf/%2Eenv" }, opened: [] },
      { ...BASE, tool: "bad uri", arguments: { uri: "porthole:///%" }, opened: [] },
      { ...BASE, tool: "refused", arguments: { path: "/x/conf/.env" }, opened: [], refused: [{ path: "conf/.env" }] },
    ];
    const file = write(calls);
    const find = (glob: string) =>
      calls
        .map(({ tool }) => tool)
        .filter((tool) => log(file, "--path", glob, "--tool", tool).stdout.includes("1 call,"));
    expect(find("conf/.env")).toEqual(["up", "uri", "refused"]);
    expect(find("src/**")).toEqual([]);
  });

  test("by outcome: refused by policy or sandbox, wholly or in part", () => {
    expect(tools("--denied")).toEqual(["read_file", "read_files", "touch"]);
  });

  test("by time: a date, or a span until now", () => {
    expect(tools("--since", "2026-01-02T12:00Z")).toEqual(["read_file"]);
    const recent = { ...BASE, time: new Date(Date.now() - 30 * 60_000).toISOString(), tool: "tree" };
    const file = write([BASE, recent]);
    expect(log(file, "--since", "2h").stdout).toContain("1 call,");
    expect(log(file, "--since", "10m").stdout).toContain("0 calls,");
    expect(log(file, "--since", "99999d").stdout).toContain("2 calls,");
  });

  test("by time: local, with and without a time of day", () => {
    const file = write([{ ...BASE, time: "2026-01-31T02:00:00.000Z" }]);
    const count = (since: string) =>
      porthole("/", ["log", file, "--since", since], { env: { TZ: "America/New_York" } }).stdout.match(
        /\d calls?,/,
      )?.[0];
    const times = ["2026-01-31", "2026-01-31T00:00", "2026-01-31 00:00", "2026-01-30", "2026-01-31T00:00Z"];
    expect(times.map(count)).toEqual(["0 calls,", "0 calls,", "0 calls,", "1 call,", "1 call,"]);
  });

  test("together", () => {
    expect(tools("--denied", "--tool", "read_files", "--path", "src")).toEqual(["read_files"]);
  });

  test("are refused if they are wrong", () => {
    const file = write([]);
    for (const [args, message] of [
      [["--since", "soon"], '--since must be a time like 2026-01-31T09:00, or a span like 10m, 2h or 3d, not "soon"'],
      [["--since", "2026-13-01"], "--since must be"],
      [["--since", "2026-02-31"], "--since must be"],
      [["--since", "2026-02-29T09:00"], "--since must be"],
      [["--path", "!x"], "--path must be a glob"],
      [["--color", "blue"], "--color must be auto, always or never"],
    ] as const) {
      const { status, stderr } = log(file, ...args);
      expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});

describe("a file that is not a record", () => {
  test("is refused in one line", () => {
    const folder = makeTempFolder();
    expect(log(join(folder, "none"))).toMatchObject({ status: 2, stderr: expect.stringContaining("no such file") });
    expect(log(folder)).toMatchObject({ status: 2, stderr: expect.stringContaining("not a regular file") });
    expect(porthole("/", ["log"])).toMatchObject({ status: 2, stderr: expect.stringContaining("log needs FILE") });
  });

  test.skipIf(process.platform !== "linux")("one that cannot be read is refused in plain words", () => {
    const { status, stderr } = log("/proc/self/mem");
    expect([status, stderr]).toEqual([2, 'porthole: "/proc/self/mem": it cannot be read (EIO)\n']);
  });

  test("numbers that no call can have count as none", () => {
    const { stdout } = log(write([{ ...BASE, answer_bytes: 1e308, estimated_tokens: 1e308, duration_ms: 1e308 }]));
    expect(stdout).toContain("ok  0 B  0 ms\n1 call, 1 file read, 0 refused, 0 failed, about 0 tokens");
  });

  test("lines that are torn, foreign or endless are counted and left out", () => {
    const odd = [
      "x",
      7,
      null,
      [],
      {},
      { time: "never", success: true },
      { time: 7, success: true },
      "y".repeat(2_000_000),
    ];
    const file = write([BASE, ...odd, BASE], '\n\n{"time":"2026-01-0');
    const { stdout, status } = log(file);
    expect(status).toBe(0);
    expect(stdout).toContain("2 calls,");
    expect(stdout).toContain("9 lines skipped: not complete records");
  });

  test("a hostile record is shown on one line, safe to print, and short", () => {
    const bad = "\u001b]0;x\u0007\u202e\n\u2028\ud800".repeat(300);
    const hostile = {
      ...BASE,
      client: { name: bad },
      tool: bad,
      arguments: { pattern: bad, path: bad, paths: [bad, 7], uri: bad },
      opened: [bad, 7, null],
      refused: [{ path: bad }, 7],
      success: false,
      code: bad,
      answer_bytes: "many",
      estimated_tokens: -1,
      duration_ms: Number.POSITIVE_INFINITY,
    };
    const odd = { time: BASE.time, success: false, client: 7, tool: {}, arguments: [], opened: "x", code: 7 };
    const lines = shown(write([hostile, odd]));
    expect(lines).toHaveLength(5);
    expect(lines[0]?.length).toBeLessThan(2000);
    expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Zl}\p{Cs}\u202e]/u);
    expect(lines[1]).toBe("2026-01-02 03:04:05  agent  ?  ?  INTERNAL  0 B  0 ms");
  });

  test("with --json every record stays one line", () => {
    const { stdout } = log(write([{ ...BASE, tool: "a\u2028b\u0085c" }]), "--json");
    expect(stdout).not.toMatch(/[\u0085\u2028]/u);
    expect(JSON.parse(stdout).tool).toBe("a\u2028b\u0085c");
  });
});

test("with --json a record is what the file has, also a deep one, and safe to print", () => {
  const deep = `${"[".repeat(9000)}${"]".repeat(9000)}`;
  const line = `{"time":"${BASE.time}","success":true,"id":12345678901234567890,\t"tool":"a\u009b\u202e\u007f","x":${deep}}`;
  const { status, stdout } = log(write([], `${line}\r\n`), "--json");
  const safe = line.replace("\t", " ").replace("\u009b\u202e\u007f", "\\u009b\\u202e\\u007f");
  expect([status, stdout]).toEqual([0, `${safe}\n`]);
});

// A process that has read nothing takes 60 MB. One that kept the file would need as much as that and the file.
const LARGE_MB = isThorough ? 200 : 100;
const MAX_KILOBYTES = isThorough ? 200_000 : 150_000;

test(`a file of ${LARGE_MB} MB takes little memory`, () => {
  const file = join(makeTempFolder(), "calls");
  const lines = `${JSON.stringify({ ...BASE, arguments: { path: "x".repeat(1800) } })}\n`.repeat(1000);
  for (let piece = 0; piece < LARGE_MB / 2; piece++) appendFileSync(file, lines);
  const { stdout, maxKilobytes } = portholeMeasured("/", ["log", file, "--tool", "none"]);
  expect(stdout).toContain("0 calls");
  // Bun collects what it no longer needs late, so the peak says little there.
  if (process.versions.bun === undefined) expect(maxKilobytes).toBeLessThan(MAX_KILOBYTES);
}, 60_000);

describe("--follow", () => {
  function follow(file: string, ...args: string[]) {
    const child = startPorthole("/", ["log", file, "--follow", ...args]);
    let printed = "";
    child.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    const seen = async (text: string) => {
      while (!printed.includes(text)) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const end = async () => {
      child.kill("SIGINT");
      return { status: await ended, printed };
    };
    return { child, ended, seen, end };
  }
  const named = (tool: string) => `${JSON.stringify({ ...BASE, tool })}\n`;

  test("shows what comes, through rotation and emptying, and ends with the summary", async () => {
    const folder = makeTempFolder();
    mkdirSync(join(folder, "logs"));
    const file = join(folder, "logs/calls");
    writeFileSync(file, named("first"));
    const at = follow(file);
    await at.seen("first");
    appendFileSync(file, named("second").slice(0, 30));
    appendFileSync(file, named("second").slice(30));
    await at.seen("second");
    renameSync(file, `${file}.1`);
    appendFileSync(`${file}.1`, named("late"));
    writeFileSync(file, named("third"));
    await at.seen("third");
    truncateSync(file);
    await new Promise((resolve) => setTimeout(resolve, 500));
    appendFileSync(file, named("fourth"));
    await at.seen("fourth");
    const { status, printed } = await at.end();
    expect(status).toBe(0);
    const tools = printed.split("\n").flatMap((line) => /bot {2}(\w+)/.exec(line)?.[1] ?? []);
    expect(tools).toEqual(["first", "second", "late", "third", "fourth"]);
    expect(printed).toContain("5 calls,");
    expect(printed).not.toContain("left out");
  });

  test("shows a file that is named by a link once, and goes where the link leads", async () => {
    const folder = makeTempFolder();
    const [file, other] = [join(folder, "link"), join(folder, "other")];
    writeFileSync(join(folder, "calls"), named("first"));
    symlinkSync("calls", file);
    const at = follow(file);
    await at.seen("first");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    writeFileSync(other, named("second"));
    symlinkSync("other", `${file}.new`);
    renameSync(`${file}.new`, file);
    await at.seen("second");
    expect((await at.end()).printed).toContain("2 calls,");
  });

  test("ends at the first signal, even if nobody reads", async () => {
    const file = join(makeTempFolder(), "calls");
    writeFileSync(file, named("x").repeat(20_000));
    const at = follow(file);
    await at.seen("bot");
    at.child.stdout.pause();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const exited = new Promise((resolve) => at.child.once("exit", resolve));
    at.child.kill("SIGTERM");
    expect(await exited).toBe(0);
    at.child.stdout.resume();
    await at.ended;
  });

  test("waits for a file that is away", async () => {
    const file = join(makeTempFolder(), "calls");
    writeFileSync(file, named("first"));
    const at = follow(file);
    await at.seen("first");
    renameSync(file, `${file}.1`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    writeFileSync(file, named("second"));
    await at.seen("second");
    expect((await at.end()).printed).toContain("2 calls,");
  });
});
