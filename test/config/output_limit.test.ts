// `[tools.output] max_bytes` above the default room in front of the model, on every surface that does not say how much room there is.
// Leaves smaller values to keys.test.ts. Needs a fresh build.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ExecuteContext } from "../../src/call/types.ts";
import { WHOLE_ANSWER_BYTES } from "../../src/mcp/options.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { porthole } from "../support/cli.ts";
import { call, runSession } from "../support/mcp_session.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";

const DEFAULT_ROOM = 65_536;
const MAX_BYTES = 100_000;
const LINE = "x".repeat(299);
// 500 lines of 301 bytes each in JSON, and 900 nodes of 300 bytes.
const root = makeTree([
  `file long.txt ${`${LINE}\n`.repeat(500)}`,
  ...Array.from({ length: 900 }, (_, i) => `file many/${String(i).padStart(120, "n")} x`),
]);
const config = join(makeTempFolder(), "config.toml");
writeFileSync(config, `[tools.output]\nmax_bytes = ${MAX_BYTES}\n`);

const CALL = { id: "1", name: "read_file", arguments: { path: "long.txt", max_lines: 500 } };
/** How near an answer comes to its limit: less than a line is missing. */
const fills = (bytes: number, limit: number) => bytes <= limit && bytes > limit - 2 * LINE.length;

describe("EX-24 the owner's max_bytes where a caller does not say how much room there is", () => {
  test("counts for the command line", () => {
    const args = ["call", "read_file", JSON.stringify(CALL.arguments)];
    const bytes = (more: readonly string[]) => Buffer.byteLength(porthole(root, [...args, ...more]).stdout) - 1;
    expect([fills(bytes([]), DEFAULT_ROOM), fills(bytes(["--config", config]), MAX_BYTES)]).toEqual([true, true]);
    const tree = (more: readonly string[]) =>
      porthole(root, ["tree", "many", "--all", "--max", "1000", ...more]).stdout.split("\n").length;
    expect(tree(["--config", config])).toBeGreaterThan(tree([]) * 1.4);
  });

  test("counts for the MCP server", () => {
    const serve = (more: readonly string[]) => {
      const { results } = runSession(root, [".", ...more], [call(CALL.name, CALL.arguments)]);
      return Buffer.byteLength(results[1].content[0].text);
    };
    const [plain, configured] = [serve([]), serve(["--config", config])];
    expect([fills(plain, WHOLE_ANSWER_BYTES), fills(configured, MAX_BYTES)]).toEqual([true, true]);
  });

  test.each([
    ["nothing", undefined, MAX_BYTES],
    ["null", null, MAX_BYTES],
    ["another thing", { timeout_ms: 5000 }, MAX_BYTES],
    ["the room", { available_capacity_bytes: 70_000 }, 70_000],
    ["frozen silence", Object.freeze({ available_capacity_bytes: undefined }), MAX_BYTES],
    ["less output", { max_output_bytes: 80_000 }, 80_000],
  ])("counts in the library for a call that says %s, unless that is less", async (_, context, limit) => {
    for (const said of [{ config: { tools: { output: { max_bytes: MAX_BYTES } } } }, { maxOutputBytes: MAX_BYTES }]) {
      using toolkit = createAgentToolkit({ workspaceRoot: root, ...said });
      const { content } = await toolkit.execute(CALL, context as ExecuteContext);
      const [batched] = await toolkit.executeBatch([CALL], context as ExecuteContext);
      expect([fills(Buffer.byteLength(content), limit), batched?.content]).toEqual([true, content]);
    }
  });

  test("EX-05 a call that says only max_output_bytes has the default room, also where the owner says less", async () => {
    for (const said of [{}, { maxOutputBytes: 1000 }]) {
      using toolkit = createAgentToolkit({ workspaceRoot: root, ...said });
      const { content } = await toolkit.execute(CALL, { max_output_bytes: 90_000 });
      expect(fills(Buffer.byteLength(content), DEFAULT_ROOM)).toBe(true);
    }
  });

  test("a context that cannot be read is still answered", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: root, maxOutputBytes: MAX_BYTES });
    const thrower = {
      get timeout_ms(): number {
        throw new Error("x");
      },
    };
    const { content } = await toolkit.execute(CALL, thrower);
    expect(JSON.parse(content).error.message).toBe("timeout_ms cannot be read");
  });
});
