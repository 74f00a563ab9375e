import { expect, test, vi } from "vitest";
import { CallClock } from "../../src/disk/call_clock.ts";
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

const turn = () => new Promise((resolve) => setImmediate(resolve));

// The clock is stopped, so that nothing but a turn begins a slice: a busy machine may take longer than one to come back to us.
async function withStoppedClock(act: (advance: () => void) => Promise<void>): Promise<void> {
  await turn();
  const now = vi.spyOn(performance, "now").mockReturnValue(1000);
  try {
    await act(() => now.mockReturnValue(1010));
  } finally {
    now.mockRestore();
    await turn();
  }
}

test.each(["rest", "sleep"] as const)("a slice begins anew after a turn: %s", (way) =>
  withStoppedClock(async (advance) => {
    const clock = new CallClock();
    advance();
    const isDue = [clock.isDue()];
    await (way === "rest" ? clock.rest() : clock.sleep(1));
    isDue.push(clock.isDue());
    expect(isDue).toEqual([true, false]);
  }),
);

test("LK-09 all calls share the slice of a turn: those that start after it is used up have none", () =>
  withStoppedClock(async (advance) => {
    const first = new CallClock();
    advance();
    const clocks = [first, new CallClock(), first.endEarlier(1)];
    expect(clocks.map((clock) => clock.isDue())).toEqual([true, true, true]);
    await turn();
    expect(clocks.map((clock) => clock.isDue())).toEqual([false, false, false]);
  }));

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
