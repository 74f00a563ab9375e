import { deserializeMessage } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { createErrorReporter, describeFailedCall, describeFault } from "../../src/mcp/log.ts";

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe("what the owner is told of a fault", () => {
  test("stands on one line, moves no cursor, and is short", () => {
    expect(describeFault(new Error("a\nb\u001b[2J"))).toBe("a\\x0ab\\x1b[2J");
    expect(describeFault(new Error("x".repeat(300)))).toBe("x".repeat(300));
    expect(describeFault(new Error("x".repeat(301)))).toBe(`${"x".repeat(300)}…`);
    expect(describeFault("thrown as it is")).toBe("thrown as it is");
  });

  test("names the call, whatever a model wrote for a name", () => {
    expect(describeFailedCall("a\n\u001b[2J", new Error("broke"))).toBe("a\\x0a\\x1b[2J: broke");
    expect(describeFailedCall("x".repeat(301), new Error("broke"))).toBe(`${"x".repeat(300)}…: broke`);
  });

  test("is told once, wherever it is reported, and another one of the same words again", () => {
    const lines: string[] = [];
    const tell = createErrorReporter((line) => lines.push(line));
    const fault = new Error("a");
    for (const error of [fault, fault, new Error("a"), "b", "b"]) tell(error);
    expect(lines).toEqual(["a", "a", "b", "b"]);
  });

  test("an invalid message is reported in our own words", () => {
    for (const line of ["{}", "[]", '{"jsonrpc":"2.0"}']) {
      const fault = describeFault(thrownBy(() => deserializeMessage(line)));
      expect(fault).toBe("dropped an invalid MCP message");
    }
  });
});
