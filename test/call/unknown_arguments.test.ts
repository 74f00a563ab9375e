// Arguments that a tool does not have are ignored, and their names told to the owner's program.

import { describe, expect, test } from "vitest";
import type { ToolEvent } from "../../src/call/types.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

const workspaceRoot = makeTree(["file f one"]);

type Told = Partial<Extract<ToolEvent, { type: "completed" }>>;

/** What the `completed` event says, and whether `started` says nothing of it. */
async function tell(args: object, parameters?: object): Promise<Told["unknown_arguments"]> {
  using toolkit = createAgentToolkit({ workspaceRoot });
  if (parameters !== undefined) {
    toolkit.register({
      definition: { name: "own", description: "", parameters: parameters as never },
      traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" },
      parse: () => ({ path: "." }),
      summarize: () => "",
      run: () => "ran",
    });
  }
  const events: ToolEvent[] = [];
  const call = { id: "1", name: parameters === undefined ? "read_file" : "own", arguments: { ...args } };
  const result = await toolkit.execute(call, { on_event: (event) => events.push(event) });
  expect(await toolkit.execute(call)).toEqual(result);
  const [started, completed] = events;
  expect(started).toMatchObject({ type: "started", tool_call_id: "1", tool_name: call.name });
  expect(started).not.toHaveProperty("unknown_arguments");
  if (completed?.type !== "completed") throw new Error("not completed");
  expect("unknown_arguments" in completed).toBe(completed.unknown_arguments !== undefined);
  return completed.unknown_arguments;
}

describe("unknown arguments are named in the event of a call", () => {
  test("that succeeds, and of one that fails for want of the argument that was meant", async () => {
    expect(await tell({ path: "f", max_line: 1, encoding: "utf8" })).toEqual(["max_line", "encoding"]);
    expect(await tell({ pth: "f" })).toEqual(["pth"]);
    expect(await tell({ path: "none", all: true })).toEqual(["all"]);
  });

  test("only if there are some", async () => {
    expect(await tell({ path: "f", max_lines: 1 })).toBe(undefined);
    expect(await tell({ path: "f", left_out: undefined })).toBe(undefined);
    expect(await tell([] as object)).toBe(undefined);
  });

  test("not by names that every object has", async () => {
    expect(await tell({ path: "f", constructor: 1, hasOwnProperty: 1 })).toEqual(["constructor", "hasOwnProperty"]);
  });

  test("safe to print, and bounded in number and length", async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, 1]));
    expect(await tell({ path: "f", ...many })).toEqual(Array.from({ length: 10 }, (_, index) => `x${index}`));
    expect(await tell({ path: "f", "\u001b[2J\u202e\n": 1, ["y".repeat(500)]: 1, [`${"z".repeat(63)}😀`]: 1 })).toEqual(
      ["\\x1b[2J\\u202e\\x0a", "y".repeat(64), `${"z".repeat(63)}\\ud83d`],
    );
  });

  test("of a tool of the owner's, unless its schema takes further names", async () => {
    const schema = { type: "object", properties: { a: {} } };
    expect(await tell({ a: 1, b: 1 }, schema)).toEqual(["b"]);
    expect(await tell({ a: 1, b: 1 }, { ...schema, additionalProperties: { type: "number" } })).toBe(undefined);
    expect(await tell({ a: 1, b: 1 }, { ...schema, patternProperties: { b: {} } })).toBe(undefined);
    expect(await tell({ a: 1 }, { type: "object" })).toBe(undefined);
  });

  test("not of a call that the policy refuses: nobody looks at its arguments", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot, policy: { enabled: false } });
    const events: ToolEvent[] = [];
    const call = { id: "1", name: "read_file", arguments: { pth: "f" } };
    await toolkit.execute(call, { on_event: (event) => events.push(event) });
    expect(events.map((event) => "unknown_arguments" in event)).toEqual([false, false]);
  });
});
