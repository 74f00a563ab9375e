// Every key of the configuration through a toolkit: with it, some answer is another than without it.
// Leaves what each value becomes on the way to settings.test.ts.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Approve } from "../../src/call/approval.ts";
import { validateConfig } from "../../src/config/validate.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import { type AgentToolkit, type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";
import { type ConfigKey, nest, ROWS } from "./rows.ts";

const root = makeTree([
  "dir .git",
  "file .gitignore *.log\n",
  "file a.log x",
  "file .hidden x",
  "file key.pem x",
  "file .env x",
  "file .portholeignore /.own\n",
  "file .own x",
  "file src/deep/er/x.ts one\ntwo\n",
  "symlink link src",
  "fifo pipe",
]);

interface Probe {
  /** Another value than the built-in one. */
  readonly value: unknown;
  see(toolkit: AgentToolkit): unknown;
  readonly without: unknown;
  readonly given: unknown;
  readonly options?: Partial<Omit<AgentToolkitOptions, "dialect">>;
}

type Answered = { readonly content: string; readonly is_error: boolean };

const execute = (toolkit: AgentToolkit, name: string, args: object = {}) =>
  toolkit.execute({ id: "1", name, arguments: { path: ".", ...args } });
const codeOf = ({ content, is_error }: Answered) => (is_error ? JSON.parse(content).error.code : "ok");
const code = (name: string, args?: object) => async (toolkit: AgentToolkit) =>
  codeOf(await execute(toolkit, name, args));
const field = (name: string, args: object, read: (answer: never) => unknown) => async (toolkit: AgentToolkit) =>
  read(JSON.parse((await execute(toolkit, name, args)).content) as never);

/** Whether an entry of that name is listed. */
const lists = (name: string, args: object = {}) =>
  field("list_directory", args, ({ entries }: { entries: { name: string }[] }) =>
    entries.some((entry) => entry.name === name),
  );
const treeNames = field("tree", { entry_kind: "all" }, ({ root: { children } }: { root: { children: object[] } }) =>
  children.some((child) => Reflect.get(child, "name") === "a.log"),
);

/** A tool of the owner's; `run` may never end. */
function using(name: string, isSideEffecting: boolean, run: () => unknown = () => "ran") {
  return async (toolkit: AgentToolkit) => {
    toolkit.register({
      definition: {
        name,
        description: "One of the owner's.",
        parameters: { type: "object", properties: {}, required: [] },
      },
      traits: { isSideEffecting, requiresApproval: false, riskLevel: "medium" },
      parse: () => ({ path: "." }),
      summarize: () => name,
      run,
    });
    return codeOf(await execute(toolkit, name));
  };
}

/** Answers after the others had their time: what is observed is who gave up, never how long it took. */
const slowYes: Approve = () => new Promise((resolve) => setTimeout(() => resolve("all"), 200));
const slowRun = () => new Promise((resolve) => setTimeout(() => resolve("ran"), 200));
const batch = async (toolkit: AgentToolkit) => {
  const calls = ["1", "2"].map((id) => ({ id, name: "tree", arguments: { path: "." } }));
  return (await toolkit.executeBatch(calls)).map(codeOf);
};
const timeouts = (toolkit: AgentToolkit) => toolkit.tools().map(({ timeout_ms }) => timeout_ms);

const searchEnd = field(
  "search_text",
  { pattern: "", include_hidden: true },
  (answer: { truncated_reason: string }) => answer.truncated_reason,
);

const recordFile = join(makeTempFolder(), "calls");
const recordedCalls = async (toolkit: AgentToolkit) => {
  await execute(toolkit, "tree");
  return existsSync(recordFile) ? readFileSync(recordFile, "utf8").split("\n").length - 1 : 0;
};

const PROBES: Readonly<Record<ConfigKey, Probe>> = {
  "audit.file": { value: recordFile, see: recordedCalls, without: 0, given: 1 },
  "tools.format": {
    value: "text",
    see: async (toolkit) => (await execute(toolkit, "read_file", { path: "none" })).content,
    without:
      '{"error":{"kind":"ExecutionFailed","code":"NOT_FOUND","message":"\\"none\\" does not exist; the nearest existing folder is \\".\\""}}',
    given: 'error NOT_FOUND: "none" does not exist; the nearest existing folder is "."',
  },
  "tools.approval.enabled": { value: false, see: code("tree"), without: "ok", given: "POLICY_DENIED" },
  "tools.approval.mode": { value: "deny", see: code("tree"), without: "ok", given: "POLICY_DENIED" },
  "tools.approval.allowlist": {
    value: ["tree"],
    options: { policy: { mode: "deny" } },
    see: code("tree"),
    without: "POLICY_DENIED",
    given: "ok",
  },
  "tools.approval.denylist": { value: ["tree"], see: code("tree"), without: "ok", given: "POLICY_DENIED" },
  "tools.approval.own_tools": {
    value: ["other"],
    see: (toolkit) => using("edit", false)(toolkit).catch(({ code }) => code),
    without: "ok",
    given: "INVALID_ARGUMENT",
  },
  "tools.approval.prompt_side_effects": {
    value: false,
    see: using("edit", true),
    without: "POLICY_DENIED",
    given: "ok",
  },
  "tools.approval.timeout_seconds": {
    value: 0.001,
    see: using("edit", true),
    without: "ok",
    given: "POLICY_DENIED",
    options: { approve: slowYes },
  },
  "tools.sandbox.allowed_roots": { value: ["src"], see: code("tree"), without: "ok", given: "SANDBOX_VIOLATION" },
  "tools.sandbox.denied_patterns": {
    value: ["src"],
    see: code("tree", { path: "src" }),
    without: "ok",
    given: "SANDBOX_VIOLATION",
  },
  "tools.sandbox.allow_absolute": {
    value: false,
    see: code("tree", { path: join(root, "src") }),
    without: "ok",
    given: "SANDBOX_VIOLATION",
  },
  "tools.sandbox.include_default_denies": {
    value: false,
    see: code("read_file", { path: "key.pem" }),
    without: "SANDBOX_VIOLATION",
    given: "ok",
  },
  "tools.sandbox.deny_secrets": {
    value: true,
    see: code("read_file", { path: ".env" }),
    without: "ok",
    given: "SANDBOX_VIOLATION",
  },
  "tools.sandbox.allowed_patterns": {
    value: ["key.pem"],
    see: code("read_file", { path: "key.pem" }),
    without: "SANDBOX_VIOLATION",
    given: "ok",
  },
  "tools.sandbox.obey_portholeignore": {
    value: true,
    see: code("read_file", { path: ".own" }),
    without: "ok",
    given: "SANDBOX_VIOLATION",
  },
  "tools.timeouts.default_seconds": {
    value: 0.001,
    see: using("slow", false, slowRun),
    without: "ok",
    given: "TIMEOUT",
  },
  "tools.timeouts.file_operations_seconds": {
    value: 7,
    see: timeouts,
    without: Object.keys(TOOL_DEFINITIONS).map(() => 30_000),
    given: Object.keys(TOOL_DEFINITIONS).map(() => 7000),
  },
  "tools.output.max_bytes": {
    value: 10,
    see: async (t) => (await execute(t, "none")).content === "",
    without: false,
    given: true,
  },
  "tools.limits.max_calls_per_batch": { value: 1, see: batch, without: ["ok", "ok"], given: ["ok", "LIMIT_EXCEEDED"] },
  "tools.limits.max_argument_bytes": { value: 5, see: code("tree"), without: "ok", given: "LIMIT_EXCEEDED" },
  "tools.list_directory.max_entries": {
    value: 1,
    see: field("list_directory", {}, ({ returned }: { returned: number }) => returned),
    without: 4,
    given: 1,
  },
  "tools.list_directory.max_depth": {
    value: 1,
    see: lists("deep", { recursive: true }),
    without: true,
    given: false,
  },
  "tools.list_directory.include_hidden_default": { value: true, see: lists(".hidden"), without: false, given: true },
  "tools.list_directory.include_symlinks_default": { value: false, see: lists("link"), without: true, given: false },
  "tools.list_directory.include_files_default": { value: false, see: lists("a.log"), without: true, given: false },
  "tools.list_directory.include_dirs_default": { value: false, see: lists("src"), without: true, given: false },
  "tools.list_directory.include_other_default": { value: true, see: lists("pipe"), without: false, given: true },
  "tools.list_directory.respect_gitignore": { value: true, see: lists("a.log"), without: true, given: false },
  "tools.tree.max_depth": { value: 1, see: code("tree", { max_depth: 2 }), without: "ok", given: "INVALID_ARGUMENT" },
  "tools.tree.max_entries": {
    value: 1,
    see: code("tree", { max_entries: 2 }),
    without: "ok",
    given: "INVALID_ARGUMENT",
  },
  "tools.tree.respect_gitignore": { value: true, see: treeNames, without: true, given: false },
  "tools.read_file.max_lines": {
    value: 1,
    see: field("read_file", { path: "src/deep/er/x.ts" }, ({ content }: { content: string }) => content),
    without: "one\ntwo\n",
    given: "one",
  },
  "tools.read_file.max_file_bytes": {
    value: 1,
    see: code("read_file", { path: "src/deep/er/x.ts" }),
    without: "ok",
    given: "SIZE_LIMIT_EXCEEDED",
  },
  "tools.list_files.respect_gitignore": {
    value: false,
    see: field("list_files", { pattern: "*.log" }, (answer: { paths: string[] }) => answer.paths),
    without: [],
    given: ["a.log"],
  },
  "tools.search_text.respect_gitignore": {
    value: false,
    see: field(
      "search_text",
      { pattern: "x", include: ["*.log"] },
      (answer: { matched_files: number }) => answer.matched_files,
    ),
    without: 0,
    given: 1,
  },
  "tools.list_files.max_results": {
    value: 1,
    see: code("list_files", { max_results: 2 }),
    without: "ok",
    given: "INVALID_ARGUMENT",
  },
  "tools.list_files.max_entries_scanned": {
    value: 1,
    see: field("list_files", {}, (answer: { truncated_reason: string }) => answer.truncated_reason),
    without: null,
    given: "scan_limit",
  },
  "tools.search_text.max_results": {
    value: 1,
    see: code("search_text", { pattern: "x", max_results: 2 }),
    without: "ok",
    given: "INVALID_ARGUMENT",
  },
  "tools.search_text.max_entries_scanned": { value: 1, see: searchEnd, without: null, given: "scan_limit" },
  "tools.search_text.max_bytes_scanned": { value: 1, see: searchEnd, without: null, given: "scan_limit" },
  "tools.search_text.max_file_bytes": {
    value: 1,
    see: field("search_text", { pattern: "two" }, (answer: { matched_lines: number }) => answer.matched_lines),
    without: 1,
    given: 0,
  },
  "tools.read_files.max_paths": {
    value: 1,
    see: code("read_files", { paths: ["a.log", "a.log"] }),
    without: "ok",
    given: "INVALID_ARGUMENT",
  },
  "tools.read_files.max_lines": {
    value: 1,
    see: field(
      "read_files",
      { paths: ["src/deep/er/x.ts"] },
      ({ files }: { files: { content: string }[] }) => files[0]?.content,
    ),
    without: "one\ntwo\n",
    given: "one",
  },
};

async function see(probe: Probe, config: unknown, options: Probe["options"] = {}): Promise<unknown> {
  const given = { ...probe.options, ...options, config: validateConfig(config) };
  using toolkit = createAgentToolkit({ workspaceRoot: root, ...given, dialect: "forge" });
  return await probe.see(toolkit);
}

describe("each key of the configuration", () => {
  test.each(Object.entries(PROBES))("EX-23 EX-24 %s changes an answer", async (key, probe) => {
    expect([await see(probe, {}), await see(probe, nest(key, probe.value))]).toEqual([probe.without, probe.given]);
  });

  /** The option of `createAgentToolkit` that says the built-in value, against a configuration that says another. */
  const OPTIONS: Partial<Record<ConfigKey, Probe["options"]>> = {
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
    expect(await see(probe, nest(key, probe.value), options)).toEqual(probe.without);
  });

  test("EX-24 an option that is there and undefined says nothing", async () => {
    const probe = PROBES["tools.sandbox.allow_absolute"];
    const options = { allowAbsolute: undefined } as unknown as NonNullable<Probe["options"]>;
    expect(await see(probe, nest("tools.sandbox.allow_absolute", false), options)).toBe(probe.given);
    const mode = PROBES["tools.approval.mode"];
    const policy = { policy: { mode: undefined } } as unknown as NonNullable<Probe["options"]>;
    expect(await see(mode, nest("tools.approval.mode", "deny"), policy)).toBe(mode.given);
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
