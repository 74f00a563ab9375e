import { expect, test, vi } from "vitest";
import { Pace } from "../../src/workspace/pace.ts";
import { codeOf } from "../support/workspaces.ts";

test.each(["rest", "sleep"] as const)(
  "a signal that comes while the event loop has its turn is seen: %s",
  async (way) => {
    const controller = new AbortController();
    const pace = new Pace({ signal: controller.signal });
    const turn = way === "rest" ? pace.rest() : pace.sleep(1);
    controller.abort();
    expect(await codeOf(() => turn)).toBe("CANCELLED");
  },
);

test.each(["rest", "sleep"] as const)("a slice begins anew after a turn: %s", async (way) => {
  // Stopped, so that nothing but the turn begins a slice: a busy machine may take longer than one to come back to us.
  const clock = vi.spyOn(process, "hrtime").mockReturnValue([1, 0]);
  const pace = new Pace();
  clock.mockReturnValue([1, 10e6]);
  const isDue = [pace.isDue()];
  await (way === "rest" ? pace.rest() : pace.sleep(1));
  isDue.push(pace.isDue());
  clock.mockRestore();
  expect(isDue).toEqual([true, false]);
});
