import { expect, test } from "vitest";
import { type Approve, askApproval } from "../../src/call/approval.ts";

const requests = ["a", "b", "c"].map((callId) => ({ callId, toolName: "t", summary: "s", riskLevel: "low" as const }));
const ask = async (approve: Approve | undefined, timeoutMs = 1000) =>
  [...(await askApproval(approve, requests, { signal: undefined, timeoutMs }))].sort();

test.each<[string, Approve | undefined, string[]]>([
  ["all", () => "all", ["a", "b", "c"]],
  ["none", () => "none", []],
  ["some by id", async () => ["c", "a", "unknown"], ["a", "c"]],
  ["no way to ask", undefined, []],
  ["a thrown error", () => JSON.parse("{"), []],
  ["a rejected promise", () => Promise.reject(new Error("no")), []],
])("EX-11 reads an answer: %s", async (_what, approve, approved) => {
  expect(await ask(approve)).toEqual(approved);
});

test.each([[true], [null], [{}], ["yes"], [1], [undefined]])(
  "EX-11 an answer of another shape, %j, is a no",
  async (answer) => {
    expect(await ask((() => answer) as unknown as Approve)).toEqual([]);
  },
);

test("EX-11 no answer in time is a no, and the one who was asked is told to stop", async () => {
  let told = false;
  const approve: Approve = (_requests, { signal }) =>
    new Promise(() => {
      signal.addEventListener("abort", () => {
        told = true;
      });
    });
  expect(await ask(approve, 10)).toEqual([]);
  expect(told).toBe(true);
});

test("asks nobody when there is nothing to ask", async () => {
  let asked = 0;
  const approve: Approve = () => {
    asked++;
    return "all";
  };
  expect((await askApproval(approve, [], { signal: undefined, timeoutMs: 1000 })).size).toBe(0);
  expect(asked).toBe(0);
});
