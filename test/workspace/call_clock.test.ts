import { expect, test, vi } from "vitest";
import { CallClock } from "../../src/workspace/call_clock.ts";
import { codeOf } from "../support/workspaces.ts";

test.each(["rest", "sleep"] as const)(
  "a signal that comes while the event loop has its turn is seen: %s",
  async (way) => {
    const controller = new AbortController();
    const clock = new CallClock({ signal: controller.signal });
    const turn = way === "rest" ? clock.rest() : clock.sleep(1);
    controller.abort();
    expect(await codeOf(() => turn)).toBe("CANCELLED");
  },
);

test.each(["rest", "sleep"] as const)("a slice begins anew after a turn: %s", async (way) => {
  // Stopped, so that nothing but the turn begins a slice: a busy machine may take longer than one to come back to us.
  const hrtime = vi.spyOn(process, "hrtime").mockReturnValue([1, 0]);
  const clock = new CallClock();
  hrtime.mockReturnValue([1, 10e6]);
  const isDue = [clock.isDue()];
  await (way === "rest" ? clock.rest() : clock.sleep(1));
  isDue.push(clock.isDue());
  hrtime.mockRestore();
  expect(isDue).toEqual([true, false]);
});

test("the event loop has a turn after each slice, however many calls rest", async () => {
  const happened: string[] = [];
  let isOver = false;
  const turn = () => {
    happened.push("turn");
    if (!isOver) setImmediate(turn);
  };
  const work = async (name: string) => {
    const clock = new CallClock();
    for (let slice = 0; slice < 3; slice++) {
      await clock.rest();
      happened.push(name);
    }
  };
  setImmediate(turn);
  await Promise.all(["a", "b", "c", "d"].map(work));
  isOver = true;
  const slices = happened.filter((what) => what !== "turn");
  expect(slices).toEqual(["a", "b", "c", "d", "a", "b", "c", "d", "a", "b", "c", "d"]);
  expect(happened.filter((what, at) => what !== "turn" && at > 0 && happened[at - 1] !== "turn")).toEqual([]);
});
