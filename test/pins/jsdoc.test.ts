// Types as documentation: everything public has a JSDoc comment, which editors show. dist/ must be built.

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listPublicNames } from "../support/public_declarations.ts";

const names = listPublicNames(fileURLToPath(new URL("../../", import.meta.url)));

test("every public function, type, option and field has a JSDoc comment", () => {
  expect(names.filter(({ isDocumented }) => !isDocumented).map(({ name }) => name)).toEqual([]);
});

test("the doors, the types that they extend, and fields inside of fields are looked at", () => {
  const found = names.map(({ name }) => name);
  const expected = [
    "dist/toolkit.d.ts: createAgentToolkit",
    "dist/toolkit/types.d.ts: AgentToolkitOptions.config",
    "dist/call/context.d.ts: ToolContextOptions.timeoutMs",
    "dist/mcp/options.d.ts: ServeMcpStdioOptions.toolkit",
    "dist/adapters/answer_calls.d.ts: AnswerOptions.maxOutputBytes",
    "dist/adapters/openai.d.ts: ChatTool.function.name",
    "dist/errors.d.ts: ToolError.isInstance",
  ];
  expect(expected.filter((name) => !found.includes(name))).toEqual([]);
  expect(found.length).toBeGreaterThan(500);
});
