// What all adapters do: the tools to the letter, and what the executor says to each call, in its place.

import { describe, expect, test } from "vitest";
import type { ToolEvent } from "../../src/call/types.ts";
import { type Call, PROVIDERS } from "./providers.ts";
import { expected, makeAskedToolkit, makeToolkit, sortedDefinitions } from "./toolkits.ts";

const codeOf = (content: string) => (content.startsWith('{"error"') ? JSON.parse(content).error.code : undefined);

describe.each(PROVIDERS)("the adapter for $name", ({ list, toTool, answer }) => {
  test("lists the definitions to the letter, by name", () => {
    using toolkit = makeToolkit();
    expect(JSON.stringify(list(toolkit))).toBe(JSON.stringify(sortedDefinitions().map(toTool)));
  });

  test("answers every call in order with what the executor says, and marks errors where there is a mark", async () => {
    using toolkit = makeToolkit();
    const calls: Call[] = [
      ["b", "read_file", { path: "README.md" }],
      ["a", "tree", { path: ".", max_depth: null, exclude: null }],
      ["c", "read_file", { path: "../secret" }],
      ["d", "write_file", {}],
    ];
    const results = await answer(toolkit, calls);
    expect(results.map(([id, content]) => [id, content])).toEqual([
      ["b", await expected(toolkit, "read_file", { path: "README.md" })],
      ["a", await expected(toolkit, "tree", { path: "." })],
      ["c", await expected(toolkit, "read_file", { path: "../secret" })],
      ["d", await expected(toolkit, "write_file", {})],
    ]);
    const marks = results.map(([, , isMarked]) => isMarked);
    if (marks[0] !== undefined) expect(marks).toEqual([false, false, true, true]);
  });

  test("has nothing to say to a message without calls", async () => {
    using toolkit = makeToolkit();
    expect(await answer(toolkit, [])).toEqual([]);
  });

  test("answers arguments that are no object with an error, and goes on", async () => {
    using toolkit = makeToolkit();
    const wrong = [5, null, "README.md", "{", ["README.md"]].map((args, nth): Call => [`${nth}`, "read_file", args]);
    const results = await answer(toolkit, [...wrong, ["last", "read_file", { path: "README.md" }]]);
    expect(results.map(([, content]) => codeOf(content))).toEqual([...wrong.map(() => "INVALID_ARGUMENT"), undefined]);
  });

  test("EX-19 answers the calls over the limit of a batch and repeated ids, each in its place", async () => {
    using toolkit = makeToolkit();
    const ids = ["0", "1", "2", "2", "4", "5", "6", "7", "8", "9"];
    const results = await answer(
      toolkit,
      ids.map((id): Call => [id, "tree", { path: "." }]),
    );
    const codes = new Map(ids.map((_, nth) => [nth, nth < 8 ? undefined : "LIMIT_EXCEEDED"]));
    codes.set(3, "DUPLICATE_TOOL_CALL_ID");
    expect(results.map(([id, content]) => [id, codeOf(content)])).toEqual(ids.map((id, nth) => [id, codes.get(nth)]));
  });

  test("EX-11 asks a person once for all calls of a message", async () => {
    using owned = makeAskedToolkit(["2"]);
    const calls = ["README.md", "src/main.ts"].map((path, nth): Call => [`${nth + 1}`, "touch", { path }]);
    const [no, yes] = await answer(owned.toolkit, calls);
    expect(owned.asked.map((requests) => requests.map(({ callId, summary }) => [callId, summary]))).toEqual([
      [
        ["1", "Touch README.md"],
        ["2", "Touch src/main.ts"],
      ],
    ]);
    expect([codeOf(no?.[1] ?? ""), yes?.[1]]).toEqual(["POLICY_DENIED", 'touched {"path":"src/main.ts"}']);
  });

  test("passes budgets, time limit and signal on", async () => {
    using toolkit = makeToolkit();
    const contentWith = async (options: object) => {
      const [result] = await answer(toolkit, [["1", "list_directory", { path: "." }]], options);
      return result?.[1] ?? "";
    };
    expect(codeOf(await contentWith({ signal: AbortSignal.abort() }))).toBe("CANCELLED");
    expect(codeOf(await contentWith({ timeoutMs: 0 }))).toBe("TIMEOUT");
    expect(codeOf(await contentWith({ maxOutputBytes: -1 }))).toBe("INVALID_ARGUMENT");
    expect(codeOf(await contentWith({ signal: undefined, timeoutMs: undefined }))).toBe(undefined);
    for (const limit of ["maxOutputBytes", "availableCapacityBytes"]) {
      const content = await contentWith({ [limit]: 300 });
      expect([Buffer.byteLength(content) <= 300, JSON.parse(content).truncated]).toEqual([true, true]);
    }
  });

  test("passes events on, with path and arguments", async () => {
    using toolkit = makeToolkit();
    const events: ToolEvent[] = [];
    const onEvent = (event: ToolEvent) => events.push(event);
    await answer(toolkit, [["1", "read_file", { path: "../x" }]], { onEvent });
    const subject = { tool_call_id: "1", tool_name: "read_file", path: "../x", arguments: { path: "../x" } };
    expect(events).toMatchObject([
      { type: "started", ...subject },
      { type: "completed", ...subject, is_error: true, error: { code: "SANDBOX_VIOLATION" } },
    ]);
  });

  test("refuses an option that it does not know, because it could be that of a limit", async () => {
    using toolkit = makeToolkit();
    const asked = answer(toolkit, [], { maxOutputByte: 1 });
    await expect(asked).rejects.toThrow("options.maxOutputByte is unknown; did you mean maxOutputBytes?");
    expect(await answer(toolkit, [], { maxOutputBytes: 1, signal: undefined })).toEqual([]);
  });
});
