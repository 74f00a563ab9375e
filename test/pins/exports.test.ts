import { expect, test } from "vitest";
import * as library from "../../src/lib.ts";

test("the names that a program can import are these and no others", () => {
  expect(Object.keys(library).sort()).toEqual([
    "BaseDeclarativeTool",
    "BaseToolInvocation",
    "ConfigError",
    "DEFAULT_DENIED_PATTERNS",
    "DEFAULT_POLICY",
    "DeniedPatterns",
    "FileDiscoveryService",
    "LSTool",
    "LSToolInvocation",
    "MAX_FILE_BYTES",
    "SandboxPath",
    "TOOL_DEFINITIONS",
    "ToolCatalog",
    "ToolError",
    "createAgentToolkit",
    "createSecureTool",
    "createToolContext",
    "loadConfig",
    "sanitize",
    "showExplanation",
    "validateConfig",
  ]);
});
