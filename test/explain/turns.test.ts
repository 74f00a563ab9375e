// explain gives the event loop a turn between its steps, as soon as one is due: here the clock says so at every look. Counts turns; how long
// a step takes is not measured.

import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ToolRegistry } from "../../src/call/registry.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

const root = makeTree([
  "file a/b.txt one",
  "symlink out ../..",
  "file .hidden/x y",
  "file many/.gitignore *.o",
  "file many/x.o x",
]);

let turn = 0;
/** The turn of the event loop in which each step began: a call of a tool. */
let turns: number[] = [];

beforeAll(() => {
  const get = ToolRegistry.prototype.get;
  vi.spyOn(ToolRegistry.prototype, "get").mockImplementation(function (this: ToolRegistry, ...given) {
    turns.push(turn);
    return get.apply(this, given);
  });
  // Each look at the clock is later than a slice.
  let nowMs = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => {
    nowMs += 11;
    return nowMs;
  });
});

afterAll(() => void vi.restoreAllMocks());

async function countSteps(path: string) {
  using toolkit = createAgentToolkit({ workspaceRoot: root, defaults: "agent" });
  // A slice that began before is over.
  await nextTurn();
  turns = [];
  let isOver = false;
  const next = () => {
    turn += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const { place } = await toolkit.explain(path);
  isOver = true;
  return place;
}

test.each([
  ["a/b.txt", "inside"],
  ["many/x.o", "inside"],
  [".hidden/x", "inside"],
  ["out", "outside"],
  ["none/at/all", "missing"],
  ["../x", "outside"],
  ["a\0b", "invalid"],
])("no two steps of explain %j fall into one turn", async (path, expected) => {
  const place = await countSteps(path);
  expect([place, turns.length >= 6, new Set(turns).size]).toEqual([expected, true, turns.length]);
});
