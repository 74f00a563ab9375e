// Resources while another process swaps a directory, and a file, with links that lead out.

import { expect, test } from "vitest";
import type { Strategy } from "../../../src/disk/types.ts";
import { type Contestant, type RaceResult, race } from "../../support/race.ts";
import { times } from "../../support/scale.ts";
import { STRATEGIES } from "../../support/workspaces.ts";
import { openResources } from "./toolkits.ts";

/** Both ways to names at once. */
function resourceContestant(strategy: Strategy): (root: string) => Contestant {
  return (root) => {
    const resources = openResources(root, { strategy });
    return {
      read: async (path) => {
        const outcome = await resources.read(path);
        if (outcome.status === "failure") throw new Error(outcome.error.message);
        return "text" in outcome.data ? outcome.data.text : outcome.data.blob;
      },
      list: async (path) => {
        const [listed, completed] = [await resources.list(), await resources.complete(`${path}/`)];
        if (listed.status === "failure" || completed.status === "failure") throw new Error("refused");
        const paths = [...listed.data.resources.map(({ name }) => name), ...completed.data.values];
        return paths.map((found) => found.slice(found.lastIndexOf("/") + 1));
      },
      close: () => resources.toolkit.close(),
    };
  };
}

test.each(STRATEGIES)("nothing comes from outside while another process swaps links: %s", async (strategy) => {
  const isEnough = ({ inside, refused }: RaceResult) => inside > 0 && refused > 0;
  const { escaped, inside } = await race(resourceContestant(strategy), { calls: times(12, 150), restMs: 60, isEnough });
  expect(escaped).toBe(0);
  expect(inside).toBeGreaterThan(0);
});
