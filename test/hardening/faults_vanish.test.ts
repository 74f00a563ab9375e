// A client that disconnects in the middle of real walks: they stop and release their descriptors.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ExecuteContext, ToolCall } from "../../src/call/types.ts";
import { serveMcpHttp } from "../../src/mcp/http.ts";
import type { McpToolkit } from "../../src/mcp/options.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { ERAS, toHeaders, toMessage } from "../support/mcp.ts";
import { isThorough } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";
import { countDescriptors } from "../support/workspaces.ts";

/** Few, because each blocks the thread, which the client shares, for as long as it may. */
const CALLS = isThorough ? 6 : 2;
const WALK = { name: "tree", arguments: { path: "huge", entry_kind: "all" } };

describe.skipIf(process.platform !== "linux").each(ERAS)("a client over HTTP, %s,", (era) => {
  test("that goes away gives its descriptors back, and the next one is served [promise disconnect]", async () => {
    const root = makeTree(["dir huge"]);
    for (let i = 0; i < 300; i++) mkdirSync(join(root, `huge/d${i}`));
    for (let i = 0; i < 1000; i++) writeFileSync(join(root, "huge", `f${i}`), "");
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const before = countDescriptors();
    let begun = 0;
    const ends: string[] = [];
    // Repeated, so that a call ends only if it is cancelled, however fast a walk is.
    const walkOn = async (call: ToolCall, context?: ExecuteContext) => {
      for (;;) {
        const result = await toolkit.answer(call, context);
        if (result.is_error || begun > CALLS) return result;
      }
    };
    const watched: McpToolkit = {
      format: toolkit.format,
      tools: () => toolkit.tools(),
      resumeCalls: () => toolkit.resumeCalls(),
      answer: async (call, context) => {
        begun += 1;
        const result = await walkOn(call, context);
        ends.push(result.is_error ? JSON.parse(result.content).error.code : "success");
        return result;
      },
    };
    const server = await serveMcpHttp({ toolkit: watched, version: "1", log: () => {} });
    const stop = new AbortController();
    const headers = toHeaders(era, server.token, "tools/call", WALK);
    const call = (id: number, signal: AbortSignal) => {
      const body = JSON.stringify(toMessage(era, id, "tools/call", WALK));
      return fetch(server.url, { method: "POST", headers, body, signal }).then((response) => response.text());
    };
    const calls = Array.from({ length: CALLS }, (_, id) => call(id, stop.signal).catch(() => "gone"));
    while (begun < CALLS) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    await Promise.all(calls);
    while (ends.length < CALLS || countDescriptors() !== before) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ends).toEqual(Array(CALLS).fill("CANCELLED"));
    expect(await call(99, new AbortController().signal)).toContain("limit_reached");
    expect(countDescriptors()).toBe(before);
    await server.close();
  });
});
