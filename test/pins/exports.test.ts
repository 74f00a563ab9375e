import { expect, test } from "vitest";
import * as library from "../../src/lib.ts";
import * as mcp from "../../src/mcp/lib.ts";
import { readJson } from "../support/bundle.ts";

test("the names that a program can import are these and no others", () => {
  expect(Object.keys(library).sort()).toEqual([
    "BaseDeclarativeTool",
    "BaseToolInvocation",
    "ConfigError",
    "DEFAULT_DENIED_PATTERNS",
    "DEFAULT_POLICY",
    "DeniedPatterns",
    "FileDiscoveryService",
    "Found",
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

test("the names that a program can import from porthole/mcp are these and no others", () => {
  expect(Object.keys(mcp).sort()).toEqual(["serveMcpHttp", "serveMcpStdio"]);
});

test("the doors of the package are these and no others", () => {
  expect(Object.keys(readJson("package.json").exports)).toEqual([
    ".",
    "./ai-sdk",
    "./openai",
    "./anthropic",
    "./gemini",
    "./mcp",
    "./package.json",
  ]);
});
