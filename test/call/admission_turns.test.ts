// Calls that arrive together: their arguments are parsed in the slices that all calls share, and are copied at once.

import { expect, test } from "vitest";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { withSteppedClock } from "../support/clock.ts";
import { makeTree } from "../support/tree.ts";

test("LK-09 calls that arrive together are parsed in one turn after the other, with the arguments that they came with", async () => {
  using toolkit = createAgentToolkit({ workspaceRoot: makeTree(["file a.txt one"]) });
  const happened: string[] = [];
  toolkit.register({
    definition: {
      name: "noted",
      description: "Notes when it is parsed.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
    traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" },
    parse: ({ path }) => {
      happened.push(String(path));
      return { path: "a.txt" };
    },
    summarize: () => "Noted",
    run: () => "done",
  });
  let isOver = false;
  const turn = () => {
    happened.push("turn");
    if (!isOver) setImmediate(turn);
  };
  // Each look at the clock takes longer than a slice.
  await withSteppedClock(20, async () => {
    setImmediate(turn);
    const calls = ["x", "y", "z"].map((path) => {
      const args = { path };
      const called = toolkit.execute({ id: path, name: "noted", arguments: args });
      args.path = "changed";
      return called;
    });
    expect((await Promise.all(calls)).map(({ content }) => content)).toEqual(["done", "done", "done"]);
    isOver = true;
  });
  expect(happened.filter((what) => what !== "turn")).toEqual(["x", "y", "z"]);
  expect(happened.filter((what, at) => what !== "turn" && happened[at - 1] !== "turn")).toEqual([]);
});
