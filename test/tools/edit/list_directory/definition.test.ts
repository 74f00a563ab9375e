// What list_directory tells about itself: its definition, its traits, its settings, the summary of a call.
// Leaves what it does to the other tests.

import { describe, expect, test } from "vitest";
import { DEFAULTS } from "../../../../src/registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../../../src/registory/definitions.ts";
import { createListDirectoryTool } from "../../../../src/tools/edit/list_directory/tool.ts";
import { toolWith } from "./calls.ts";

const tool = createListDirectoryTool();

describe("what list_directory tells about itself", () => {
  test("FR-LD-DEF-01, FR-LD-DEF-02: the definition is the specified one, to the letter and in its order", () => {
    const specified =
      '{"name":"list_directory","description":"List directory entries","parameters":{"type":"object","properties":{' +
      '"path":{"type":"string"},"recursive":{"type":"boolean","default":false},' +
      '"max_depth":{"type":"integer","minimum":1},"max_entries":{"type":"integer","minimum":1},' +
      '"include_hidden":{"type":"boolean","default":false},"include_files":{"type":"boolean","default":true},' +
      '"include_dirs":{"type":"boolean","default":true},"include_symlinks":{"type":"boolean","default":true},' +
      '"include_other":{"type":"boolean","default":false}},"required":["path"]}}';
    expect(JSON.stringify(TOOL_DEFINITIONS.list_directory)).toBe(specified);
    expect(tool.definition).toBe(TOOL_DEFINITIONS.list_directory);
    expect(toolWith({ maxEntries: 5 }).definition).toBe(TOOL_DEFINITIONS.list_directory);
  });

  test("FR-LD-DEF-03, FR-LD-DEF-04, FR-LD-OUT-04: only reads, asks nobody, and its text may not be cut", () => {
    expect(tool.traits).toEqual({
      isSideEffecting: false,
      requiresApproval: false,
      riskLevel: "low",
      allowsTruncation: false,
      respectsGitignore: false,
    });
  });

  test("CFG-LD-05 the built-in settings are the specified ones, and nobody can change them", () => {
    expect(DEFAULTS.listDirectory).toEqual({
      maxEntries: 200,
      maxDepth: 4,
      includeHidden: false,
      includeSymlinks: true,
      includeFiles: true,
      includeDirs: true,
      includeOther: false,
      respectGitignore: false,
    });
    expect(Object.isFrozen(DEFAULTS.listDirectory)).toBe(true);
  });

  test("sums a call up in one line of at most 200 characters", () => {
    const sumUp = (path: string, more = {}) => tool.summarize(tool.parse({ path, ...more }));
    expect(sumUp("src")).toBe("List src [depth 1]");
    expect(sumUp(" src ", { recursive: true, max_depth: 2 })).toBe("List src [depth 2]");
    expect(sumUp(".", { recursive: true })).toBe("List . [depth 4]");
    expect(sumUp("a\n\x1b[2J\u202Eb\u2028c")).toBe("List a\uFFFD\uFFFD[2J\uFFFDb\uFFFDc [depth 1]");
    expect(sumUp(`start${"/x".repeat(2000)}/end`)).toBe(
      `List start${"/x".repeat(32)}/…${"/x".repeat(33)}/end [depth 1]`,
    );
    const deep = toolWith({ maxDepth: Number.MAX_SAFE_INTEGER });
    const longest = deep.summarize(deep.parse({ path: "x".repeat(4000), recursive: true }));
    expect([longest.length <= 200, longest.endsWith("x [depth 9007199254740991]")]).toEqual([true, true]);
  });
});
