import { expect, test } from "vitest";
import { openWorkspace } from "../../src/workspace/open.ts";
import type { Strategy } from "../../src/workspace/types.ts";
import { type Contestant, naiveContestant, race } from "../support/race.ts";
import { listNames, readText, STRATEGIES } from "../support/workspaces.ts";

function sealedContestant(strategy: Strategy): (root: string) => Contestant {
  return (root) => {
    const workspace = openWorkspace(root, { strategy });
    return {
      read: (path) => readText(workspace, path),
      list: (path) => listNames(workspace, path),
      close: () => workspace.close(),
    };
  };
}

test.each(STRATEGIES)("EX-12 nothing comes from outside while another process swaps links: %s", async (strategy) => {
  const result = await race(sealedContestant(strategy), { milliseconds: 3000 });
  console.log(`race, ${strategy}: ${JSON.stringify(result)}`);
  expect(result.escaped).toBe(0);
  expect(result.inside).toBeGreaterThan(0);
  expect(result.refused).toBeGreaterThan(0);
});

test("the same race catches a reader that checks the path and then opens it", async () => {
  const result = await race(naiveContestant, { milliseconds: 30_000, untilEscape: true });
  console.log(`race, naive: ${JSON.stringify(result)}`);
  expect(result.escaped).toBeGreaterThan(0);
});
