import { describe, expect, test } from "vitest";
import type { ExecuteContext } from "../../src/call/types.ts";
import { ToolError } from "../../src/errors.ts";
import { Found, type FoundFields } from "../../src/tools/found.ts";
import type { CallScope } from "../../src/tools/tool.ts";
import { call, errorIn, type Run, setUp } from "./executors.ts";

describe("context and budget", () => {
  test("EX-05 each call gets a context of its own, with the defaults or what the caller said", async () => {
    const seen: CallScope[] = [];
    const run: Run = (_request, _node, scope) => {
      seen.push(scope);
      return "";
    };
    const tools = { echo: { run }, text: { run, traits: { allowsTruncation: true, timeoutMs: 7000 } } };
    const executor = setUp({ tools });
    await executor.execute(call("1"));
    await executor.execute(call("2", "text"), {
      max_output_bytes: 300,
      available_capacity_bytes: 400,
      timeout_ms: 900,
    });
    const shown = seen.map(({ clock, denied, signal, open, nameTool, answer, ...rest }) => ({
      ...rest,
      hasPace: clock !== undefined && denied !== undefined && !signal.aborted,
      canOpen: typeof open === "function",
      answer,
    }));
    expect(shown).toEqual([
      {
        callId: "1",
        path: "f",
        timeoutMs: 30_000,
        maxOutputBytes: 102_400,
        availableCapacityBytes: 65_536,
        allowTruncation: false,
        ignored: null,
        hasPace: true,
        canOpen: true,
        answer: { maxBytes: 65_536, format: "json" },
      },
      {
        callId: "2",
        path: "f",
        timeoutMs: 900,
        maxOutputBytes: 300,
        availableCapacityBytes: 400,
        allowTruncation: true,
        ignored: null,
        hasPace: true,
        canOpen: true,
        answer: { maxBytes: 300, format: "json" },
      },
    ]);
    expect(seen[0]?.clock).not.toBe(seen[1]?.clock);
  });

  test("EX-06 the smaller of the two limits holds, for results and for errors, counted in bytes of UTF-8 [promise budget]", async () => {
    const executor = setUp({
      tools: {
        text: { run: () => "é".repeat(100_000), traits: { allowsTruncation: true } },
        json: { run: () => ["é".repeat(100_000)] },
        fails: {
          run: () =>
            Promise.reject(new ToolError({ kind: "ExecutionFailed", code: "INTERNAL", message: "é".repeat(9999) })),
        },
      },
    });
    const limits: ExecuteContext[] = [
      { max_output_bytes: 1000 },
      { available_capacity_bytes: 1001 },
      { max_output_bytes: 2000, available_capacity_bytes: 999 },
      { max_output_bytes: 256 },
      { max_output_bytes: 100 },
      { max_output_bytes: 10 },
      { max_output_bytes: 0 },
      {},
    ];
    for (const context of limits) {
      const max = Math.min(context.max_output_bytes ?? 102_400, context.available_capacity_bytes ?? 65_536);
      for (const name of ["text", "json", "fails", "none"]) {
        const { content, is_error } = await executor.execute(call("1", name), context);
        expect(Buffer.byteLength(content)).toBeLessThanOrEqual(max);
        if (is_error && max >= 256) expect(JSON.parse(content).error.code).not.toBe("");
        if (is_error && max === 0) expect(content).toBe("");
      }
    }
  });

  test("EX-06 an answer does not fit if its characters are fewer than the limit and its bytes are more [promise budget]", async () => {
    const text = "é".repeat(600);
    const executor = setUp({
      tools: { text: { run: () => text, traits: { allowsTruncation: true } }, json: { run: () => [text] } },
    });
    for (const maxBytes of [601, 800, 1000, 1199]) {
      const context = { max_output_bytes: maxBytes };
      const { content } = await executor.execute(call("1", "text"), context);
      expect([maxBytes, Buffer.byteLength(content) <= maxBytes, content === text]).toEqual([maxBytes, true, false]);
      expect(errorIn(await executor.execute(call("2", "json"), context)).code).toBe("OUTPUT_BUDGET_TOO_SMALL");
    }
    expect((await executor.execute(call("1", "text"), { max_output_bytes: 1200 })).content).toBe(text);
  });

  test("EX-06 limits that are no whole numbers are refused by name", async () => {
    for (const max_output_bytes of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      const { code, message } = errorIn(await setUp().execute(call("1"), { max_output_bytes }));
      expect([code, message]).toEqual([
        "INVALID_ARGUMENT",
        expect.stringContaining("max_output_bytes must be a whole number"),
      ]);
    }
  });

  test("EX-06 where one limit is none, what is said of it keeps to the other", async () => {
    const context = { max_output_bytes: -1, available_capacity_bytes: 100 };
    const { content, is_error } = await setUp().execute(call("1"), context);
    expect([is_error, Buffer.byteLength(content) <= 100]).toEqual([true, true]);
  });

  test("EX-07 text is cut at a character and says so within the limit; JSON is never cut", async () => {
    const marker = "\n\n... [output truncated]";
    const executor = setUp({
      tools: {
        text: { run: () => "😀".repeat(100), traits: { allowsTruncation: true } },
        json: { run: () => ({ a: "x".repeat(400) }) },
      },
    });
    for (let max = 0; max <= 60; max++) {
      const { content } = await executor.execute(call("1", "text"), { max_output_bytes: max });
      const emoji = Math.floor((max >= marker.length ? max - marker.length : max) / 4);
      expect(content).toBe("😀".repeat(emoji) + (max >= marker.length ? marker : ""));
    }
    expect((await executor.execute(call("1", "text"), { max_output_bytes: 400 })).content).toBe("😀".repeat(100));
    const refused = errorIn(await executor.execute(call("1", "json"), { max_output_bytes: 300 }));
    expect(refused).toEqual({
      kind: "ExecutionFailed",
      code: "OUTPUT_BUDGET_TOO_SMALL",
      message: "output budget too small: 408 bytes needed, 300 allowed",
    });
  });

  test("EX-06 a tool that does not keep its own limit is not believed [promise budget]", async () => {
    const executor = setUp({ tools: { liar: { run: () => 1, toText: () => "x".repeat(5000) } } });
    expect(errorIn(await executor.execute(call("1", "liar"), { max_output_bytes: 400 })).code).toBe(
      "OUTPUT_BUDGET_TOO_SMALL",
    );
  });

  const boom = async () => {
    throw new Error("boom");
  };
  const long = { data: "x".repeat(999) };
  test.each<[string, object]>([
    ["at", { at: boom }],
    ["data", { at: () => ({ data: boom() }) }],
    ["text", { at: () => ({ ...long, text: boom }), isAlwaysText: true }],
    ["endBytes", { count: 3, at: () => long, endBytes: boom }],
    ["boundBytes", { count: 3, boundBytes: boom }],
    ["explainTooLong", { at: () => long, explainTooLong: boom }],
  ])("EX-18 a Found whose %s is async is a failure of the tool, and ends nothing else", async (name, fields) => {
    const run: Run = () => new Found({ count: 0, least: 0, at: () => long, ...fields } as FoundFields<unknown>);
    const calls = setUp({ tools: { odd: { run } } });
    expect(errorIn(await calls.execute(call("1", "odd"), { max_output_bytes: 300 })).code).toBe("INTERNAL");
    const outcome = await calls.invoke("odd", { path: "f" });
    expect(outcome.status).toBe(name === "at" || name === "data" ? "failure" : "success");
    // A rejection that nobody handles would be told now.
    await new Promise((resolve) => setTimeout(resolve, 1));
  });
});
