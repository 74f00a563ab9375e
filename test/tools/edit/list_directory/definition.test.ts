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
});
