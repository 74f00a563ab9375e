// The record of a server: every call of each client, on each wire, under the name by which the client introduced itself. dist/ must be built.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeSessionId } from "../../src/mcp/introduction.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { post, serverArguments, toInitialize, toMessage } from "../support/mcp.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";
import { withServer } from "./http_server.ts";
import { LEGS, type Leg, openSession } from "./sessions.ts";

const root = makeTree(["file a.txt one"]);
const client = { name: "test", version: "1" };
const DENIED = { code: "POLICY_DENIED", asked: "no" };
const APPROVED = { success: true, asked: "yes" };

function readRecords(file: string): unknown[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

async function record(leg: Leg): Promise<unknown[]> {
  const file = join(makeTempFolder(), "calls");
  const session = await openSession(leg, { args: serverArguments(leg.wire, root, { record: file }) });
  try {
    await session.call("read_file", { path: "a.txt" });
    await session.call("none", {});
    await session.call("touch", { path: "a.txt" });
    session.person.says = "no";
    await session.call("touch", { path: "a.txt" });
    await session.readResource("porthole:///a.txt");
    return readRecords(file);
  } finally {
    await session.close();
    await session.end();
  }
}

describe.each(LEGS)("$client over $wire, the server on $runtime", (leg) => {
  test("every call is recorded under the client's own name, also one that is answered with a question [promise record]", async () => {
    const records = await record(leg);
    const touch = { tool: "touch", arguments: { path: "a.txt" } };
    // Since 2026 a call that needs approval is answered with a question, and made again with the answer.
    const questions = leg.client === "v2 modern" ? [{ ...touch, code: "POLICY_DENIED", asked: "later" }] : [];
    // Before, over HTTP, nobody can be asked.
    const canAsk = leg.wire === "stdio" || leg.client === "v2 modern";
    const denied = canAsk ? DENIED : { code: "POLICY_DENIED" };
    expect(records).toMatchObject(
      [
        { tool: "read_file", opened: ["a.txt"], success: true },
        { tool: "none", code: "UNKNOWN_TOOL" },
        ...questions,
        { ...touch, ...(canAsk ? APPROVED : denied) },
        ...questions,
        { ...touch, ...denied },
        { tool: "resources/read", opened: ["a.txt"], success: true },
      ].map((expected) => ({ ...expected, client, by: "agent" })),
    );
    expect(records.some((line) => Object.hasOwn(Object(line), "asked"))).toBe(canAsk);
  });
});

describe("over HTTP before 2026, the introduction travels as the session id", () => {
  const introduce = (name: unknown) => toInitialize(1, {}, name as string);

  test("which is short, and only for clients that introduce themselves", () => {
    expect(makeSessionId(toMessage("legacy", 1, "tools/list"))).toBe(null);
    expect(makeSessionId(introduce(7))).toBe(null);
    expect(makeSessionId(introduce("x".repeat(1_000_000)))?.length).toBeLessThan(2000);
    expect(makeSessionId(introduce("\r\nX-Evil: 1"))).toMatch(/^[\w-]+$/);
  });

  test("a made-up one names nobody, and does no harm", async () => {
    const file = join(makeTempFolder(), "calls");
    using toolkit = createAgentToolkit({ workspaceRoot: root, config: { audit: { file } } });
    await withServer({ toolkit }, async (place) => {
      const toId = (value: unknown) => `porthole-${Buffer.from(JSON.stringify(value)).toString("base64url")}`;
      const ids = ["x", "porthole-", "porthole-!!!", toId(7), toId([7]), toId({ name: "x" }), toId(["\u001b[2J", "1"])];
      for (const id of ids) {
        const params = { name: "read_file", arguments: { path: "a.txt" } };
        const { text } = await post(place, "legacy", "tools/call", params, { headers: { "mcp-session-id": id } });
        expect(text).toContain("one");
      }
      const clients = readRecords(file).map((line) => (line as { client: unknown }).client);
      expect(clients).toEqual([...Array(6).fill(null), { name: "\\x1b[2J", version: "1" }]);
    });
  });
});
