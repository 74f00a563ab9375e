// A client that goes away in the middle of real walks: they stop, and what they held is let go. Leaves the end of the work of a
// tool of one's own, on both wires, to test/mcp.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ToolSource } from "../../src/mcp/call.ts";
import { serveMcpHttp } from "../../src/mcp/http.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { ERAS, toHeaders, toMessage } from "../support/mcp.ts";
import { makeTree } from "../support/tree.ts";
import { countDescriptors } from "../support/workspaces.ts";

const WALK = { name: "tree", arguments: { path: "huge", entry_kind: "all" } };

describe.skipIf(process.platform !== "linux").each(ERAS)("a client over HTTP, %s,", (era) => {
  test("that goes away gives its descriptors back, and the next one is served", async () => {
    const root = makeTree(["dir huge"]);
    for (let i = 0; i < 300; i++) mkdirSync(join(root, `huge/d${i}`));
    for (let i = 0; i < 10_000; i++) writeFileSync(join(root, "huge", `f${i}`), "");
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const before = countDescriptors();
    let begun = 0;
    let ended = 0;
    const inner: ToolSource = toolkit;
    const watched: ToolSource = {
      tools: () => inner.tools(),
      execute: async (call, context) => {
        begun += 1;
        const result = await inner.execute(call, context);
        ended += 1;
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
    const calls = Array.from({ length: 40 }, (_, id) => call(id, stop.signal).catch(() => "gone"));
    while (begun === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    await Promise.all(calls);
    while (ended < begun || countDescriptors() !== before) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await call(99, new AbortController().signal)).toContain("limit_reached");
    expect(countDescriptors()).toBe(before);
    await server.close();
  });
});
