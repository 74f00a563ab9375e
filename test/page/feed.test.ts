import { expect, test } from "vitest";
import { Feed } from "../../src/page/feed.ts";
import { makeRecord } from "./page_server.ts";

function numbersOf(feed: Feed): number[] {
  const numbers: number[] = [];
  for (let call = feed.findAfter(0); call !== undefined; call = feed.findAfter(call.number)) numbers.push(call.number);
  return numbers;
}

test("keeps the last 200 calls of agents, and 50 of the owner, whoever called more", () => {
  const feed = new Feed();
  for (let count = 0; count < 250; count++) feed.add(makeRecord(), `agent ${count}`);
  for (let count = 0; count < 300; count++) feed.add(makeRecord({ by: "owner" }), `owner ${count}`);
  const numbers = numbersOf(feed);
  expect([numbers.length, numbers[0], numbers[199], numbers[200], numbers.at(-1)]).toEqual([250, 51, 250, 501, 550]);
  expect([feed.findAnswer(50), feed.findAnswer(51), feed.findAnswer(550)]).toEqual([null, "agent 50", "owner 299"]);
});

test("keeps a call without its answer if that is long, and fewer calls if all are", () => {
  const feed = new Feed();
  feed.add(makeRecord(), "x".repeat(262_145));
  expect([numbersOf(feed), feed.findAnswer(1)]).toEqual([[1], null]);
  for (let count = 0; count < 100; count++) feed.add(makeRecord(), "x".repeat(262_144));
  const numbers = numbersOf(feed);
  expect(numbers.at(-1)).toBe(101);
  expect(numbers.length).toBe(15);
});

test("tells of each call until nobody listens", () => {
  const feed = new Feed();
  let told = 0;
  const stop = feed.listen(() => void told++);
  feed.add(makeRecord(), "");
  feed.add(makeRecord({ by: "owner" }), "");
  stop();
  feed.add(makeRecord(), "");
  expect(told).toBe(2);
});

test("another feed has another name", () => {
  expect(new Feed().id).not.toBe(new Feed().id);
});

test("counts all calls of agents, and knows what they looked at, when the calls are not kept any more", () => {
  const feed = new Feed();
  feed.add(makeRecord({ tool: "read_file", opened: ["src/secret-plan.txt"], estimated_tokens: 7 }), "");
  feed.add(makeRecord({ success: false, code: "POLICY_DENIED" }), "");
  for (let count = 0; count < 210; count++) feed.add(makeRecord(), "");
  feed.add(makeRecord({ by: "owner", opened: ["own.txt"] }), "");
  expect(feed.findAfter(0)?.number).toBe(13);
  expect(feed.findAfter(0)?.totals.calls).toBe(13);
  const { number, totals, seen } = feed.count();
  expect([number, totals]).toEqual([213, { calls: 212, refused: 1, tokens: 218 }]);
  expect(seen).toEqual({
    paths: [["src/secret-plan.txt", { read: 1, searched: 0, listed: 0 }]],
    partly: [],
    isWhole: true,
    readers: ["read_file", "read_files", "resources/read"],
  });
});
