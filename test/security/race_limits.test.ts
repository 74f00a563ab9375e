// The limit on tools that do not look at their clock.

import { describe, expect, test } from "vitest";
import { raceLimits } from "../../src/security/race_limits.ts";
import { makeCountedSignal } from "../support/signals.ts";

const never = () => new Promise<never>(() => {});

describe("raceLimits", () => {
  test("EX-16 gives up at the limit and tells what the tool has started", async () => {
    let ending: AbortSignal | undefined;
    const late = raceLimits({ timeoutMs: 5, signal: undefined }, (getSignal) => {
      ending = getSignal();
      return never();
    });
    expect(ending?.aborted).toBe(false);
    await expect(late).rejects.toMatchObject({ code: "TIMEOUT" });
    expect(ending?.aborted).toBe(true);
  });

  test("EX-17 gives up when the caller does, and a signal asked for afterwards has fired already", async () => {
    const controller = new AbortController();
    let ask: (() => AbortSignal) | undefined;
    const late = raceLimits({ timeoutMs: 60_000, signal: controller.signal }, (getSignal) => {
      ask = getSignal;
      return never();
    });
    controller.abort();
    await expect(late).rejects.toMatchObject({ code: "CANCELLED" });
    expect(ask?.().aborted).toBe(true);
  });

  test("does not begin when the caller has given up before", async () => {
    let begun = false;
    const work = async () => {
      begun = true;
    };
    await expect(raceLimits({ timeoutMs: 60_000, signal: AbortSignal.abort() }, work)).rejects.toMatchObject({
      code: "CANCELLED",
    });
    expect(begun).toBe(false);
  });

  test("leaves no listener on the caller's signal, however it ends", async () => {
    const counted = makeCountedSignal();
    const limits = { timeoutMs: 60_000, signal: counted.signal };
    expect(await raceLimits(limits, async () => 7)).toBe(7);
    await expect(raceLimits(limits, () => Promise.reject(new Error("x")))).rejects.toThrow("x");
    await expect(raceLimits({ ...limits, timeoutMs: 1 }, never)).rejects.toMatchObject({ code: "TIMEOUT" });
    expect(counted.count()).toBe(0);
    const late = raceLimits(limits, never);
    await new Promise<void>((resolve) => process.nextTick(resolve));
    expect(counted.count()).toBe(1);
    counted.abort();
    await expect(late).rejects.toMatchObject({ code: "CANCELLED" });
    expect(counted.count()).toBe(0);
  });

  // On Bun, the next tick may come before the end of the work.
  test.skipIf(process.versions.bun !== undefined)(
    "work that does not wait for the event loop needs neither a timer nor a listener",
    async () => {
      const counted = makeCountedSignal();
      const timers = countTimers();
      const answer = await raceLimits({ timeoutMs: 60_000, signal: counted.signal }, async () => {
        for (let turn = 0; turn < 100; turn++) await null;
        return 7;
      });
      await new Promise<void>((resolve) => process.nextTick(resolve));
      timers.restore();
      expect({ answer, added: counted.added(), timers: timers.count() }).toEqual({ answer: 7, added: 0, timers: 0 });
    },
  );

  test("EX-17 a caller who gives up in the same turn gets no answer, whether or not there is one", async () => {
    for (const work of [async () => 7, () => Promise.reject(new Error("x")), never]) {
      const controller = new AbortController();
      let ending: AbortSignal | undefined;
      const given = raceLimits({ timeoutMs: 60_000, signal: controller.signal }, (getSignal) => {
        ending = getSignal();
        return work();
      });
      controller.abort();
      await expect(given).rejects.toMatchObject({ code: "CANCELLED" });
      expect(ending?.aborted).toBe(true);
    }
  });
});

/** Counts the timers that are started. */
function countTimers() {
  const original = globalThis.setTimeout;
  let count = 0;
  globalThis.setTimeout = Object.assign((act: () => void, delay?: number) => {
    count += 1;
    return original(act, delay);
  }, original);
  const restore = () => {
    globalThis.setTimeout = original;
  };
  return { count: () => count, restore };
}
