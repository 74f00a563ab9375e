// porthole log: a record as a person reads it. Needs a fresh build.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { porthole, portholeMeasured } from "../support/cli.ts";
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
const SMALL = { answer_bytes: 80, estimated_tokens: 20 };
const DENIED = { ...SMALL, opened: [], success: false, code: "SANDBOX_VIOLATION" };
const NOT_APPROVED = { ...BASE, tool: "touch", arguments: {}, opened: [], success: false, code: "POLICY_DENIED" };
const LATER = { ...BASE, ...DENIED, time: "2026-01-03T00:00:00.000Z", arguments: { path: ".env" } };
const SEVERAL = {
  arguments: { paths: ["src/a.ts", ".env", "c", "d"] },
  refused: [{ path: ".env", code: "SANDBOX_VIOLATION" }],
};

/** Each call, and how it is shown behind its time. */
const CALLS: readonly (readonly [call: object, line: string])[] = [
  [BASE, "agent  bot  read_file  src/a.ts  ok  1.2 kB  2 ms"],
  [
    { ...BASE, ...SMALL, tool: "tree", arguments: { path: "." }, opened: ["./"] },
    "agent  bot  tree  .  ok  80 B  2 ms",
  ],
  [
    { ...BASE, tool: "search_text", arguments: { pattern: "to do", path: "docs" }, opened: ["docs/", "docs/b.md"] },
    'agent  bot  search_text  "to do" in docs  ok  1.2 kB  2 ms',
  ],
  [LATER, "agent  bot  read_file  .env  SANDBOX_VIOLATION  80 B  2 ms"],
  [
    { ...BASE, arguments: { path: "none" }, opened: ["./"], success: false, code: "NOT_FOUND" },
    "agent  bot  read_file  none  NOT_FOUND  1.2 kB  2 ms",
  ],
  [
    { ...BASE, ...SEVERAL, tool: "read_files" },
    "agent  bot  read_files  src/a.ts, .env, c, 1 more  ok, 1 refused  1.2 kB  2 ms",
  ],
  [{ ...NOT_APPROVED, asked: "no" }, "agent  bot  touch  not approved  1.2 kB  2 ms"],
  [{ ...NOT_APPROVED, asked: "later" }, "agent  bot  touch  asked for approval  1.2 kB  2 ms"],
  [
    { ...BASE, tool: "explain", by: "owner", client: null, arguments: { path: "x" }, opened: [] },
    "owner  ?  explain  x  ok  1.2 kB  2 ms",
  ],
];

function write(calls: readonly unknown[], end = ""): string {
  const file = join(makeTempFolder(), "calls.jsonl");
  writeFileSync(file, calls.map((call) => `${JSON.stringify(call)}\n`).join("") + end);
  return file;
}

const log = (file: string, ...args: string[]) => porthole("/", ["log", file, ...args], { env: { TZ: "UTC" } });
const shown = (file: string, ...args: string[]) => log(file, ...args).stdout.split("\n");

describe("porthole log", () => {
  test("shows one line for each call", () => {
    const lines = CALLS.map(([call, line]) => {
      return `${call === LATER ? "2026-01-03 00:00:00" : "2026-01-02 03:04:05"}  ${line}\n`;
    });
    expect(log(write(CALLS.map(([call]) => call)))).toEqual({ status: 0, stderr: "", stdout: lines.join("") });
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
    const [line = ""] = shown(write([LATER]), "--color", "always");
    expect(line).toContain("\u001b[31mSANDBOX_VIOLATION\u001b[0m");
    expect(shown(write([LATER]))[0]).not.toContain("\u001b");
  });

  test("prints nothing for an empty record", () => {
    expect(log(write([]))).toEqual({ status: 0, stderr: "", stdout: "" });
  });
});

describe("a file that is not a record", () => {
  test("is refused in one line", () => {
    const folder = makeTempFolder();
    expect(log(folder)).toMatchObject({ status: 2, stderr: expect.stringContaining("not a regular file") });
  });

  test.skipIf(process.platform !== "linux")("one that cannot be read is refused in plain words", () => {
    const { status, stderr } = log("/proc/self/mem");
    expect([status, stderr]).toEqual([2, 'porthole: "/proc/self/mem": it cannot be read (EIO)\n']);
  });

  test("numbers that no call can have count as none", () => {
    const { stdout } = log(write([{ ...BASE, answer_bytes: 1e308, estimated_tokens: 1e308, duration_ms: 1e308 }]));
    expect(stdout).toContain("ok  0 B  0 ms\n");
  });

  test("lines that are torn, foreign or endless are counted and left out", () => {
    const times = ["never", 7].map((time) => ({ time, success: true }));
    const odd = ["x", 7, null, [], {}, ...times, "y".repeat(2_000_000)];
    const file = write([BASE, ...odd, BASE], '\n\n{"time":"2026-01-0');
    for (const args of [[], ["--json"]]) {
      const { stdout, stderr, status } = log(file, ...args);
      expect([status, stdout.split("\n").length]).toEqual([0, 3]);
      expect(stderr).toBe("porthole: 9 lines skipped: not complete records\n");
    }
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
    expect(lines).toHaveLength(3);
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
  const { stdout, maxKilobytes } = portholeMeasured("/", ["log", file]);
  expect(stdout.split("\n")).toHaveLength(500 * LARGE_MB + 1);
  // Bun collects what it no longer needs late, so the peak says little there.
  if (process.versions.bun === undefined) expect(maxKilobytes).toBeLessThan(MAX_KILOBYTES);
}, 60_000);
