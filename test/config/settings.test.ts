// What the configuration becomes for the rest of porthole: the built-in values, and each key over its own.
// Leaves to the users of settings that an explicit argument wins over them.

import { describe, expect, test } from "vitest";
import { DEFAULT_POLICY, type Policy } from "../../src/call/policy.ts";
import { type Settings, toSettings } from "../../src/config/settings.ts";
import { validateConfig } from "../../src/config/validate.ts";
import { type ConfigKey, nest, ROWS } from "./rows.ts";

const BUILT_IN: Settings = {
  context: {
    format: "json",
    policy: { enabled: true, mode: "auto", allowlist: [], denylist: [], promptSideEffects: true },
    ownTools: null,
    approvalTimeoutMs: 300_000,
    allowedRoots: null,
    deniedPatterns: [],
    includeDefaultDenies: true,
    denySecrets: false,
    allowedPatterns: [],
    obeyPortholeignore: false,
    allowAbsolute: true,
    timeoutMs: 30_000,
    maxArgumentBytes: 262_144,
  },
  fileTimeoutMs: 30_000,
  maxCallsPerBatch: 8,
  listDirectory: {
    maxEntries: 200,
    maxDepth: 4,
    includeHidden: false,
    includeSymlinks: true,
    includeFiles: true,
    includeDirs: true,
    includeOther: false,
    respectGitignore: false,
  },
  tree: { maxDepth: 12, maxEntries: 1000, respectGitignore: false },
  readFile: { maxLines: 500, maxFileBytes: 1_048_576 },
  listFiles: { maxResults: 1000, maxEntriesScanned: 200_000, respectGitignore: true },
  searchText: {
    maxResults: 1000,
    maxEntriesScanned: 200_000,
    maxBytesScanned: 1_073_741_824,
    maxFileBytes: 1_048_576,
    respectGitignore: true,
  },
  readFiles: { maxPaths: 20, maxLines: 500 },
  auditFile: null,
  readsForeignWords: false,
};

const { listDirectory, tree, readFile, readFiles, listFiles, searchText } = BUILT_IN;
const inContext = (change: Partial<Settings["context"]>) => ({ context: { ...BUILT_IN.context, ...change } });
const inPolicy = (change: Partial<Policy>) => inContext({ policy: { ...BUILT_IN.context.policy, ...change } });

const inListDirectory = (change: Partial<Settings["listDirectory"]>) => ({
  listDirectory: { ...listDirectory, ...change },
});

/** For every key: another value than the built-in one, and what it changes. */
const CHANGES: Readonly<Record<ConfigKey, readonly [unknown, Partial<Settings>]>> = {
  "audit.file": ["/var/log/calls", { auditFile: "/var/log/calls" }],
  "tools.format": ["text", inContext({ format: "text" })],
  "tools.approval.enabled": [false, inPolicy({ enabled: false })],
  "tools.approval.mode": ["deny", inPolicy({ mode: "deny" })],
  "tools.approval.allowlist": [["tree"], inPolicy({ allowlist: ["tree"] })],
  "tools.approval.denylist": [["tree"], inPolicy({ denylist: ["tree"] })],
  "tools.approval.own_tools": [["a"], inContext({ ownTools: ["a"] })],
  "tools.approval.prompt_side_effects": [false, inPolicy({ promptSideEffects: false })],
  "tools.approval.timeout_seconds": [1.001, inContext({ approvalTimeoutMs: 1001 })],
  "tools.sandbox.allowed_roots": [["src"], inContext({ allowedRoots: ["src"] })],
  "tools.sandbox.denied_patterns": [["*.x"], inContext({ deniedPatterns: ["*.x"] })],
  "tools.sandbox.allow_absolute": [false, inContext({ allowAbsolute: false })],
  "tools.sandbox.include_default_denies": [false, inContext({ includeDefaultDenies: false })],
  "tools.sandbox.deny_secrets": [true, inContext({ denySecrets: true })],
  "tools.sandbox.allowed_patterns": [["*.x"], inContext({ allowedPatterns: ["*.x"] })],
  "tools.sandbox.obey_portholeignore": [true, inContext({ obeyPortholeignore: true })],
  "tools.timeouts.default_seconds": [2.007, { ...inContext({ timeoutMs: 2007 }), fileTimeoutMs: 2007 }],
  "tools.timeouts.file_operations_seconds": [1e-9, { fileTimeoutMs: 1 }],
  "tools.output.max_bytes": [1, inContext({ maxOutputBytes: 1 })],
  "tools.limits.max_calls_per_batch": [1, { maxCallsPerBatch: 1 }],
  "tools.limits.max_argument_bytes": [1, inContext({ maxArgumentBytes: 1 })],
  "tools.list_directory.max_entries": [1, inListDirectory({ maxEntries: 1 })],
  "tools.list_directory.max_depth": [1, inListDirectory({ maxDepth: 1 })],
  "tools.list_directory.include_hidden_default": [true, inListDirectory({ includeHidden: true })],
  "tools.list_directory.include_symlinks_default": [false, inListDirectory({ includeSymlinks: false })],
  "tools.list_directory.include_files_default": [false, inListDirectory({ includeFiles: false })],
  "tools.list_directory.include_dirs_default": [false, inListDirectory({ includeDirs: false })],
  "tools.list_directory.include_other_default": [true, inListDirectory({ includeOther: true })],
  "tools.list_directory.respect_gitignore": [true, inListDirectory({ respectGitignore: true })],
  "tools.tree.respect_gitignore": [true, { tree: { ...tree, respectGitignore: true } }],
  "tools.tree.max_depth": [0, { tree: { ...tree, maxDepth: 0 } }],
  "tools.tree.max_entries": [1, { tree: { ...tree, maxEntries: 1 } }],
  "tools.read_file.max_lines": [1, { readFile: { ...readFile, maxLines: 1 } }],
  "tools.read_file.max_file_bytes": [1, { readFile: { ...readFile, maxFileBytes: 1 } }],
  "tools.list_files.max_results": [1, { listFiles: { ...listFiles, maxResults: 1 } }],
  "tools.list_files.max_entries_scanned": [1, { listFiles: { ...listFiles, maxEntriesScanned: 1 } }],
  "tools.search_text.max_results": [1, { searchText: { ...searchText, maxResults: 1 } }],
  "tools.search_text.max_entries_scanned": [1, { searchText: { ...searchText, maxEntriesScanned: 1 } }],
  "tools.search_text.max_bytes_scanned": [1, { searchText: { ...searchText, maxBytesScanned: 1 } }],
  "tools.search_text.max_file_bytes": [2_097_152, { searchText: { ...searchText, maxFileBytes: 2_097_152 } }],
  "tools.list_files.respect_gitignore": [false, { listFiles: { ...listFiles, respectGitignore: false } }],
  "tools.search_text.respect_gitignore": [false, { searchText: { ...searchText, respectGitignore: false } }],
  "tools.read_files.max_paths": [1, { readFiles: { ...readFiles, maxPaths: 1 } }],
  "tools.read_files.max_lines": [1, { readFiles: { ...readFiles, maxLines: 1 } }],
};

test("LK-09 by default a call looks at 200,000 entries and reads 1 GiB", () => {
  const { listFiles, searchText } = toSettings(validateConfig({}));
  expect([listFiles.maxEntriesScanned, searchText.maxEntriesScanned]).toEqual([200_000, 200_000]);
  expect(searchText.maxBytesScanned).toBe(2 ** 30);
});

describe("settings", () => {
  test.each([
    ["no configuration", {}],
    ["an empty [tools]", { tools: {} }],
    ["only empty tables", { tools: { approval: {}, sandbox: {}, timeouts: {}, output: {}, limits: {}, tree: {} } }],
  ])("CFG-LD-05, EX-24: with %s, everything is built in", (_, config) => {
    expect(toSettings(validateConfig(config))).toEqual(BUILT_IN);
  });

  test.each(Object.entries(CHANGES))("EX-24 %s wins over the built-in value, and changes nothing else", (key, row) => {
    const [value, change] = row;
    expect(toSettings(validateConfig(nest(key, value)))).toEqual({ ...BUILT_IN, ...change });
  });

  test("the defaults for agents differ in what is hidden and in the names of arguments, and in nothing else", () => {
    const agent = toSettings({}, "agent");
    expect(agent).toEqual({
      ...BUILT_IN,
      ...inContext({ denySecrets: true, obeyPortholeignore: true }),
      readsForeignWords: true,
      listDirectory: { ...listDirectory, respectGitignore: true },
      tree: { ...tree, respectGitignore: true },
    });
  });

  test("EX-24 the configuration wins over the defaults for agents", () => {
    for (const [key, row] of ROWS) {
      if (row.agentDefault !== undefined)
        expect(toSettings(validateConfig(nest(key, row.default)), "agent")).not.toEqual(toSettings({}, "agent"));
    }
  });

  test("CFG-LD-02, CFG-LD-03, CFG-LD-04: the whole table of list_directory arrives", () => {
    const limits = { max_entries: 50, max_depth: 9, respect_gitignore: true };
    const kinds = { symlinks: false, files: false, dirs: false, hidden: true, other: true };
    const defaults = Object.entries(kinds).map(([kind, isIncluded]) => [`include_${kind}_default`, isIncluded]);
    const table = { ...limits, ...Object.fromEntries(defaults) };
    expect(toSettings(validateConfig({ tools: { list_directory: table } })).listDirectory).toEqual({
      ...{ maxEntries: 50, maxDepth: 9, respectGitignore: true, includeHidden: true, includeSymlinks: false },
      ...{ includeFiles: false, includeDirs: false, includeOther: true },
    });
  });

  test("file operations have their own time beside the default one", () => {
    const timeouts = { default_seconds: 5, file_operations_seconds: 7 };
    const { context, fileTimeoutMs } = toSettings({ tools: { timeouts } });
    expect([context.timeoutMs, fileTimeoutMs]).toEqual([5000, 7000]);
  });

  test("EX-08 the policy of an empty configuration is the default one", () => {
    expect(toSettings({}).context.policy).toEqual(DEFAULT_POLICY);
  });

  test("every default keeps to its own row", () => {
    for (const [key, row] of ROWS) {
      const values = [row.default, row.agentDefault ?? null].filter((value) => value !== null);
      for (const value of values) expect(validateConfig(nest(key, value))).toEqual(nest(key, value));
    }
  });
});
