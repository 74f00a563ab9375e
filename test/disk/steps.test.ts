// What drives steps: turns of the event loop or none, waits, ends, and what becomes of work that is abandoned.

import { describe, expect, test } from "vitest";
import { CallClock, clockMs } from "../../src/disk/call_clock.ts";
import { TransientChange, toToolError } from "../../src/disk/faults.ts";
import { inOneStep, inSlices, orClose, type Steps, settled, toEnd, withoutWaiting } from "../../src/disk/steps.ts";
import { HastyClock } from "../support/hasty_clock.ts";
import { codeOf } from "../support/workspaces.ts";

/** Pauses so often, and writes down its end. */
function* work(pauses: number, log: string[] = []): Steps<string> {
  try {
    for (let at = 0; at < pauses; at++) yield;
    log.push("done");
    return "result";
  } finally {
    log.push("released");
  }
}

/** Fails so often because something has just changed. */
function failing(failures: number, waitMs: number | null = 1) {
  let tries = 0;
  const act = () =>
    inOneStep(() => {
      if (++tries <= failures) throw toToolError(new TransientChange(waitMs), "f");
      return tries;
    });
  return { act, tries: () => tries };
}

describe("steps in slices", () => {
  test("rest at each pause if that is due, and return what they return", async () => {
    const clock = new HastyClock();
    expect([await inSlices(work(3), clock), clock.rests]).toEqual(["result", 3]);
  });

  test("wait for as long as they say, and for what they say, while the event loop turns", async () => {
    let hasTurned = false;
    // Timers of the same length run in the order in which they were set.
    setTimeout(() => {
      hasTurned = true;
    }, 1);
    function* wait(): Steps<boolean> {
      yield 1;
      let isThere = false;
      yield Promise.resolve().then(() => {
        isThere = true;
      });
      return isThere && hasTurned;
    }
    expect(await inSlices(wait(), new CallClock())).toBe(true);
  });

  test("end at a signal or a deadline, and release what they hold", async () => {
    const controller = new AbortController();
    const log: string[] = [];
    const clock = new HastyClock(() => clock.rests === 2 && controller.abort(), controller.signal);
    expect(await codeOf(() => inSlices(work(9, log), clock))).toBe("CANCELLED");
    expect(log).toEqual(["released"]);
    const late = new CallClock({ deadlineMs: clockMs() - 1 });
    expect(await codeOf(() => inSlices(work(9, log), late))).toBe("TIMEOUT");
    // It never began.
    expect(log).toEqual(["released"]);
  });
});

describe("steps to their end", () => {
  test("give nobody a turn, block where they have to wait, and refuse to wait for a promise", async () => {
    expect(toEnd(work(3))).toBe("result");
    expect(toEnd(settled(failing(2).act))).toBe(3);
    const log: string[] = [];
    function* wait(): Steps<void> {
      yield* work(1, log);
      try {
        yield Promise.resolve();
      } finally {
        log.push("abandoned");
      }
    }
    expect(await codeOf(() => toEnd(wait()))).toBe("INTERNAL");
    expect(log).toEqual(["done", "released", "abandoned"]);
  });
});

describe("what may be over a moment later", () => {
  test("is tried again three times", async () => {
    const [three, four] = [failing(3), failing(4)];
    expect(await inSlices(settled(three.act), new CallClock())).toBe(4);
    expect(await codeOf(() => inSlices(settled(four.act), new CallClock()))).toBe("INTERNAL");
    expect([three.tries(), four.tries()]).toEqual([4, 4]);
  });

  test("is not tried again where nobody knows when, nor is any other failure", async () => {
    const unknown = failing(1, null);
    expect(await codeOf(() => toEnd(settled(unknown.act)))).toBe("INTERNAL");
    expect(unknown.tries()).toBe(1);
    const fail = () => {
      throw new Error("failed");
    };
    expect(() => toEnd(settled(() => inOneStep(fail)))).toThrow("failed");
  });

  test("is null for whoever does not wait", () => {
    const log: string[] = [];
    function* held(): Steps<string> {
      yield* settled(failing(1).act);
      return yield* work(1, log);
    }
    expect(toEnd(withoutWaiting(held()))).toBeNull();
    expect(toEnd(withoutWaiting(work(2, log)))).toBe("result");
    expect(log).toEqual(["done", "released"]);
  });
});

test("what steps were given is closed if they fail or are abandoned, and left open if they return", () => {
  const closed: string[] = [];
  const open = (name: string) => ({ close: () => closed.push(name) });
  expect(toEnd(orClose(open("returned"), work(1)))).toBe("result");
  const fail = () => {
    throw new Error("failed");
  };
  expect(() => toEnd(orClose(open("failed"), inOneStep(fail)))).toThrow("failed");
  expect(toEnd(withoutWaiting(orClose(open("abandoned"), settled(failing(1).act))))).toBeNull();
  expect(closed).toEqual(["failed", "abandoned"]);
});
