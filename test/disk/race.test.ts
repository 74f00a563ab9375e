import { expect, test } from "vitest";
import { CallClock } from "../../src/disk/call_clock.ts";
import { openWorkspace } from "../../src/disk/open.ts";
import type { Strategy } from "../../src/disk/types.ts";
import { type Contestant, naiveContestant, type RaceOptions, type RaceResult, race } from "../support/race.ts";
import { times } from "../support/scale.ts";
import { at, listNames, STRATEGIES } from "../support/workspaces.ts";

/** The weaker strategy waits for quiet in most of them. */
const CALLS: Readonly<Record<Strategy, number>> = { handles: times(300, 15_000), verify: times(15, 150) };

function sealedContestant(strategy: Strategy): (root: string) => Contestant {
  return (root) => {
    const workspace = openWorkspace(root, { strategy });
    return {
      read: async (path) => {
        using node = await workspace.resolve(at(path), new CallClock());
        if (node.kind !== "file") throw new Error(`a ${node.kind}`);
        return Buffer.from(node.read(1024, new CallClock()).bytes).toString("utf8");
      },
      list: (path) => listNames(workspace, path),
      close: () => workspace.close(),
    };
  };
}

async function raceAndTell(name: string, contestant: (root: string) => Contestant, options: RaceOptions) {
  const result = await race(contestant, options);
  console.log(`race, ${name}: ${JSON.stringify(result)}`);
  return result;
}

test.each(STRATEGIES)(
  "EX-12 nothing comes from outside while another process swaps links: %s [promise outside]",
  async (strategy) => {
    const { escaped, refused } = await raceAndTell(strategy, sealedContestant(strategy), {
      calls: CALLS[strategy],
      isEnough: (result) => result.refused > 0,
    });
    expect(escaped).toBe(0);
    expect(refused).toBeGreaterThan(0);
  },
);

// Directories that never stand still cannot be proved, so the weaker strategy refuses everything above. With rests it answers.
test.each(STRATEGIES)("EX-12 nothing comes from outside while links are swapped in bursts: %s", async (strategy) => {
  const options = { calls: CALLS[strategy], restMs: 60, isEnough: (result: RaceResult) => result.inside > 0 };
  const { escaped, inside } = await raceAndTell(`${strategy}, bursts`, sealedContestant(strategy), options);
  expect(escaped).toBe(0);
  expect(inside).toBeGreaterThan(0);
});

test("the same race catches a reader that checks the path and then opens it", async () => {
  const { escaped } = await raceAndTell("naive", naiveContestant, {
    calls: times(100, 6000),
    isEnough: (result) => result.escaped > 0,
  });
  expect(escaped).toBeGreaterThan(0);
});
