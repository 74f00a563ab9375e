import { deserializeMessage } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { describeFault } from "../../src/mcp/log.ts";

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

  test("a message that is none is said to be one, in our words", () => {
    for (const line of ["{}", "[]", '{"jsonrpc":"2.0"}']) {
      const fault = describeFault(thrownBy(() => deserializeMessage(line)));
      expect(fault).toBe("dropped a message that is none of the protocol's");
    }
  });
});
