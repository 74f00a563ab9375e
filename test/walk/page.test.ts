// How much time a call keeps to answer in. The ends of pages are in test/tools/edit/list_files/pages.test.ts.

import { expect, test } from "vitest";
import { CallClock, clockMs } from "../../src/disk/call_clock.ts";
import { endEarly } from "../../src/walk/page.ts";

test("LK-08 the work of a call ends a tenth of the time that is left before the call does, half a second at most", () => {
  const most = [
    [100_000, 99_500],
    [2_000, 1_800],
    [100, 80],
    [20, 10],
  ] as const;
  for (const [leftMs, workMs] of most) {
    const work = endEarly(new CallClock({ deadlineMs: clockMs() + leftMs }));
    expect([leftMs, work.leftMs <= workMs]).toEqual([leftMs, true]);
  }
  expect(endEarly(new CallClock({ deadlineMs: clockMs() + 1e9 })).leftMs).toBeGreaterThan(1e8);
  expect(endEarly(new CallClock()).leftMs).toBe(Number.POSITIVE_INFINITY);
});
