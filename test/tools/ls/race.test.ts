// LSTool while another process swaps a directory with a link that leads out. The host takes every path for one inside, so that
// the seal alone decides. Leaves the seal itself to test/disk.

import { join } from "node:path";
import { expect, test } from "vitest";
import type { Strategy } from "../../../src/disk/types.ts";
import { LSTool, LSToolInvocation } from "../../../src/tools/ls.ts";
import { type Contestant, race } from "../../support/race.ts";
import { times } from "../../support/scale.ts";
import { STRATEGIES } from "../../support/workspaces.ts";
import { makeHost } from "./host.ts";

/** Nothing is read here; the directory is listed both through `build` and past it. */
function listingContestant(strategy: Strategy, onListed: () => void): (root: string) => Contestant {
  return (root) => {
    const host = makeHost(root, { trusting: true });
    const see = async (call: Promise<{ readonly llmContent: string; readonly error?: object }>) => {
      const { llmContent, error } = await call;
      if (error !== undefined) throw new Error("refused");
      return llmContent.split("\n").slice(1);
    };
    return {
      read: () => "inside",
      list: async (path) => {
        const params = { path: join(root, path) };
        const built = await see(new LSTool(host, { strategy }).buildAndExecute(params));
        const unchecked = await see(new LSToolInvocation(host, params, { strategy }).execute());
        onListed();
        return [...built, ...unchecked];
      },
    };
  };
}

test.each(STRATEGIES)(
  "LS-02 nothing from outside is listed while another process swaps links: %s",
  async (strategy) => {
    let listed = 0;
    const contestant = listingContestant(strategy, () => listed++);
    const { escaped } = await race(contestant, { calls: times(12, 150), restMs: 60, isEnough: () => listed > 0 });
    expect(escaped).toBe(0);
    expect(listed).toBeGreaterThan(0);
  },
);
