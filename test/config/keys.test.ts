// Every key of the configuration through a toolkit: with it, some answer is another than without it.
// Leaves what each value becomes on the way to settings.test.ts.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Approve } from "../../src/call/approval.ts";
import { validateConfig } from "../../src/config/validate.ts";
import { type AgentToolkit, type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";
import { ownTool } from "../support/own_tool.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";
import { type ConfigKey, nest, ROWS } from "./rows.ts";

const root = makeTree([
  ...["dir .git", "file .gitignore *.log\n", "file a.log x", "file .hidden x", "file key.pem x", "file .env x"],
  ...[
    "file .portholeignore /.own\n",
    "file .own x",
    "file src/deep/er/x.ts one\ntwo\n",
    "symlink link src",
    "fifo pipe",
  ],
]);
const SOURCE = "src/deep/er/x.ts";

type See = (toolkit: AgentToolkit) => unknown;
type Options = Partial<Omit<AgentToolkitOptions, "dialect">>;

/** Another value than the built-in one, what is looked at, what it is without the key, and what with it. */
type Probe = readonly [value: unknown, see: See, without: unknown, given: unknown, options?: Options];

type Answered = { readonly content: string; readonly is_error: boolean };

const execute = (toolkit: AgentToolkit, name: string, args: object = {}) =>
  toolkit.execute({ id: "1", name, arguments: { path: ".", ...args } });
const codeOf = ({ content, is_error }: Answered) => (is_error ? JSON.parse(content).error.code : "ok");
const code = (name: string, args?: object) => async (toolkit: AgentToolkit) =>
  codeOf(await execute(toolkit, name, args));
const content = (name: string, args?: object) => async (toolkit: AgentToolkit) =>
  (await execute(toolkit, name, args)).content;
/** A field of the answer, also of the first item of a list: `files 0 content`. */
const field = (path: string, name: string, args?: object) => async (toolkit: AgentToolkit) =>
  path.split(" ").reduce((value, key) => value[key], JSON.parse((await execute(toolkit, name, args)).content));
/** Whether an entry of that name is listed. */
const lists = (name: string, args?: object) => async (toolkit: AgentToolkit) =>
  (await field("entries", "list_directory", args)(toolkit)).some((entry: { name: string }) => entry.name === name);
const drawsLog = async (toolkit: AgentToolkit) =>
  (await content("tree", { entry_kind: "all" })(toolkit)).includes('"a.log"');

/** A tool of the owner's. */
const using = (name: string, isSideEffecting: boolean, run: () => unknown = () => "ran"): See => {
  return async (toolkit) => {
    toolkit.register(ownTool(name, { traits: { isSideEffecting, riskLevel: "medium" }, run }));
    return codeOf(await execute(toolkit, name));
  };
};

/** Answers after the others had their time: what is observed is who gave up, never how long it took. */
const late = (value: string) => () => new Promise((resolve) => setTimeout(() => resolve(value), 200));
const slowYes = late("all") as Approve;
const refuseOther: See = async (toolkit) => {
  try {
    return await using("edit", false)(toolkit);
  } catch (error) {
    return Object(error).code;
  }
};
const batch = async (toolkit: AgentToolkit) => {
  const calls = ["1", "2"].map((id) => ({ id, name: "tree", arguments: { path: "." } }));
  return (await toolkit.executeBatch(calls)).map(codeOf);
};
const timeouts = (toolkit: AgentToolkit) => new Set(toolkit.tools().map(({ timeout_ms }) => timeout_ms));

const searchEnd = field("truncated_reason", "search_text", { pattern: "", include_hidden: true });
const inLogs = { pattern: "x", include: ["*.log"] };
const twoPaths = { paths: ["a.log", "a.log"] };
const MISSING = {
  kind: "ExecutionFailed",
  code: "NOT_FOUND",
  message: '"none" does not exist; the nearest existing folder is "."',
};

const recordFile = join(makeTempFolder(), "calls");
const recordedCalls = async (toolkit: AgentToolkit) => {
  await execute(toolkit, "tree");
  return existsSync(recordFile) ? readFileSync(recordFile, "utf8").split("\n").length - 1 : 0;
};

const [DENIED, OUTSIDE, WRONG] = ["POLICY_DENIED", "SANDBOX_VIOLATION", "INVALID_ARGUMENT"];

const PROBES: Readonly<Record<ConfigKey, Probe>> = {
  "audit.file": [recordFile, recordedCalls, 0, 1],
  "tools.format": [
    "text",
    content("read_file", { path: "none" }),
    JSON.stringify({ error: MISSING }),
    `error NOT_FOUND: ${MISSING.message}`,
  ],
  "tools.approval.enabled": [false, code("tree"), "ok", DENIED],
  "tools.approval.mode": ["deny", code("tree"), "ok", DENIED],
  "tools.approval.allowlist": [["tree"], code("tree"), DENIED, "ok", { policy: { mode: "deny" } }],
  "tools.approval.denylist": [["tree"], code("tree"), "ok", DENIED],
  "tools.approval.own_tools": [["other"], refuseOther, "ok", WRONG],
  "tools.approval.prompt_side_effects": [false, using("edit", true), DENIED, "ok"],
  "tools.approval.timeout_seconds": [0.001, using("edit", true), "ok", DENIED, { approve: slowYes }],
  "tools.sandbox.allowed_roots": [["src"], code("tree"), "ok", OUTSIDE],
  "tools.sandbox.denied_patterns": [["src"], code("tree", { path: "src" }), "ok", OUTSIDE],
  "tools.sandbox.allow_absolute": [false, code("tree", { path: join(root, "src") }), "ok", OUTSIDE],
  "tools.sandbox.include_default_denies": [false, code("read_file", { path: "key.pem" }), OUTSIDE, "ok"],
  "tools.sandbox.deny_secrets": [true, code("read_file", { path: ".env" }), "ok", OUTSIDE],
  "tools.sandbox.allowed_patterns": [["key.pem"], code("read_file", { path: "key.pem" }), OUTSIDE, "ok"],
  "tools.sandbox.obey_portholeignore": [true, code("read_file", { path: ".own" }), "ok", OUTSIDE],
  "tools.timeouts.default_seconds": [0.001, using("slow", false, late("ran")), "ok", "TIMEOUT"],
  "tools.timeouts.file_operations_seconds": [7, timeouts, new Set([30_000]), new Set([7000])],
  "tools.output.max_bytes": [10, content("none"), expect.stringContaining("UNKNOWN_TOOL"), ""],
  "tools.limits.max_calls_per_batch": [1, batch, ["ok", "ok"], ["ok", "LIMIT_EXCEEDED"]],
  "tools.limits.max_argument_bytes": [5, code("tree"), "ok", "LIMIT_EXCEEDED"],
  "tools.list_directory.max_entries": [1, field("returned", "list_directory"), 4, 1],
  "tools.list_directory.max_depth": [1, lists("deep", { recursive: true }), true, false],
  "tools.list_directory.include_hidden_default": [true, lists(".hidden"), false, true],
  "tools.list_directory.include_symlinks_default": [false, lists("link"), true, false],
  "tools.list_directory.include_files_default": [false, lists("a.log"), true, false],
  "tools.list_directory.include_dirs_default": [false, lists("src"), true, false],
  "tools.list_directory.include_other_default": [true, lists("pipe"), false, true],
  "tools.list_directory.respect_gitignore": [true, lists("a.log"), true, false],
  "tools.tree.max_depth": [1, code("tree", { max_depth: 2 }), "ok", WRONG],
  "tools.tree.max_entries": [1, code("tree", { max_entries: 2 }), "ok", WRONG],
  "tools.tree.respect_gitignore": [true, drawsLog, true, false],
  "tools.read_file.max_lines": [1, field("content", "read_file", { path: SOURCE }), "one\ntwo\n", "one"],
  "tools.read_file.max_file_bytes": [1, code("read_file", { path: SOURCE }), "ok", "SIZE_LIMIT_EXCEEDED"],
  "tools.read_files.max_paths": [1, code("read_files", twoPaths), "ok", WRONG],
  "tools.read_files.max_lines": [1, field("files 0 content", "read_files", { paths: [SOURCE] }), "one\ntwo\n", "one"],
  "tools.list_files.respect_gitignore": [false, field("paths", "list_files", { pattern: "*.log" }), [], ["a.log"]],
  "tools.list_files.max_results": [1, code("list_files", { max_results: 2 }), "ok", WRONG],
  "tools.list_files.max_entries_scanned": [1, field("truncated_reason", "list_files"), null, "scan_limit"],
  "tools.search_text.respect_gitignore": [false, field("matched_files", "search_text", inLogs), 0, 1],
  "tools.search_text.max_results": [1, code("search_text", { pattern: "x", max_results: 2 }), "ok", WRONG],
  "tools.search_text.max_entries_scanned": [1, searchEnd, null, "scan_limit"],
  "tools.search_text.max_bytes_scanned": [1, searchEnd, null, "scan_limit"],
  "tools.search_text.max_file_bytes": [1, field("matched_lines", "search_text", { pattern: "two" }), 1, 0],
};

async function seeWith([, see, , , own]: Probe, config: unknown, options: Options = {}): Promise<unknown> {
  const given = { ...own, ...options, config: validateConfig(config) };
  using toolkit = createAgentToolkit({ workspaceRoot: root, ...given, dialect: "forge" });
  return await see(toolkit);
}

describe("each key of the configuration", () => {
  test.each(Object.entries(PROBES))("EX-23 EX-24 %s changes an answer", async (key, probe) => {
    const [value, , without, given] = probe;
    expect([await seeWith(probe, {}), await seeWith(probe, nest(key, value))]).toEqual([without, given]);
  });

  /** The option of `createAgentToolkit` that says the built-in value, against a configuration that says another. */
  const OPTIONS: Partial<Record<ConfigKey, Options>> = {
    "tools.sandbox.deny_secrets": { denySecrets: false },
    "tools.sandbox.allowed_patterns": { allowedPatterns: [] },
    "tools.sandbox.obey_portholeignore": { obeyPortholeignore: false },
    "tools.approval.enabled": { policy: { enabled: true } },
    "tools.approval.mode": { policy: { mode: "auto" } },
    "tools.approval.allowlist": { policy: { mode: "deny", allowlist: [] } },
    "tools.approval.denylist": { policy: { denylist: [] } },
    "tools.approval.own_tools": { ownTools: null },
    "tools.approval.prompt_side_effects": { policy: { promptSideEffects: true } },
    "tools.approval.timeout_seconds": { approvalTimeoutMs: 60_000 },
    "tools.sandbox.allowed_roots": { allowedRoots: null },
    "tools.sandbox.denied_patterns": { deniedPatterns: [] },
    "tools.sandbox.allow_absolute": { allowAbsolute: true },
    "tools.sandbox.include_default_denies": { includeDefaultDenies: true },
    "tools.timeouts.default_seconds": { timeoutMs: 30_000 },
    "tools.timeouts.file_operations_seconds": { timeoutMs: 30_000 },
    "tools.output.max_bytes": { maxOutputBytes: 102_400 },
    "tools.limits.max_argument_bytes": { maxArgumentBytes: 262_144 },
  };

  test.each(Object.entries(OPTIONS))("EX-24 an option of the library wins over %s", async (key, options) => {
    const probe = PROBES[key as ConfigKey];
    const [value, , without] = probe;
    expect(await seeWith(probe, nest(key, value), options)).toEqual(without);
  });

  test.each<[ConfigKey, object]>([
    ["tools.sandbox.allow_absolute", { allowAbsolute: undefined }],
    ["tools.approval.mode", { policy: { mode: undefined } }],
  ])("EX-24 an option that is there and undefined says nothing about %s", async (key, options) => {
    const probe = PROBES[key];
    expect(await seeWith(probe, nest(key, probe[0]), options)).toBe(probe[3]);
  });

  test("EX-05 EX-24 what a call says of its output wins over the configuration, also upwards", async () => {
    const config = validateConfig({ tools: { output: { max_bytes: 300 } } });
    using toolkit = createAgentToolkit({ workspaceRoot: root, config });
    const call = { id: "1", name: "tree", arguments: { path: ".", entry_kind: "all" } };
    const { content } = await toolkit.execute(call);
    const more = await toolkit.execute(call, { max_output_bytes: 5000 });
    expect([content.length <= 300, more.content.length > 300]).toEqual([true, true]);
  });

  test("the probes know every key", () => {
    expect(Object.keys(PROBES).sort()).toEqual(ROWS.map(([key]) => key).sort());
  });
});
