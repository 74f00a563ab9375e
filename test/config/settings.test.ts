// What the configuration becomes for the rest of porthole: the built-in values, and each key over its own.
// Leaves to the users of settings that an explicit argument wins over them.

import { describe, expect, test } from "vitest";
import { DEFAULT_POLICY } from "../../src/call/policy.ts";
import { type Settings, toSettings } from "../../src/config/settings.ts";
import { validateConfig } from "../../src/config/validate.ts";
import type { Row } from "../../src/registory/config_keys.ts";
import { nest, ROWS } from "./rows.ts";

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
  readsAliases: false,
};

const { listDirectory, tree } = BUILT_IN;
const inContext = (change: Partial<Settings["context"]>) => ({ context: { ...BUILT_IN.context, ...change } });

/** Another value than the built-in one. */
function otherValue({ type, default: builtIn, ...row }: Row): unknown {
  if (type === "boolean") return builtIn !== true;
  if (type === "integer") return "min" in row && row.min !== builtIn ? row.min : 2;
  if (type === "seconds") return 2.007;
  if (type === "file") return "/var/log/calls";
  return "choices" in row ? row.choices.find((choice) => choice !== builtIn) : ["tree"];
}

/** Every value inside, by its place. */
function valuesIn(value: unknown, place = ""): [place: string, value: unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [[place, value]];
  return Object.entries(value).flatMap(([name, inner]) => valuesIn(inner, `${place}.${name}`));
}

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

  test.each(ROWS)("EX-24 %s wins over the built-in value, and changes nothing else", (key, row) => {
    const value = otherValue(row);
    const builtIn = new Map(valuesIn(BUILT_IN));
    const changed = valuesIn(toSettings(validateConfig(nest(key, value)))).filter(
      ([place, inside]) => JSON.stringify(inside) !== JSON.stringify(builtIn.get(place)),
    );
    // File operations have the default time, unless they have their own.
    const places = key === "tools.timeouts.default_seconds" ? 2 : 1;
    expect(changed.map(([, inside]) => inside)).toEqual(Array(places).fill(row.type === "seconds" ? 2007 : value));
  });

  test("a time of less than a millisecond is one", () => {
    expect(toSettings({ tools: { timeouts: { file_operations_seconds: 1e-9 } } }).fileTimeoutMs).toBe(1);
  });

  test("the defaults for agents differ in what is hidden and in the names of arguments, and in nothing else", () => {
    const agent = toSettings({}, "agent");
    expect(agent).toEqual({
      ...BUILT_IN,
      ...inContext({ denySecrets: true, obeyPortholeignore: true }),
      readsAliases: true,
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
