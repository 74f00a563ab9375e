// The limit on tools that do not look at their clock.

import { describe, expect, test, vi } from "vitest";
import { raceLimits } from "../../src/call/race_limits.ts";
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
    "work that does not wait for the event loop needs no listener",
    async () => {
      const counted = makeCountedSignal();
      const answer = await raceLimits({ timeoutMs: 60_000, signal: counted.signal }, async () => {
        for (let turn = 0; turn < 100; turn++) await null;
        return 7;
      });
      await new Promise<void>((resolve) => process.nextTick(resolve));
      expect({ answer, added: counted.added() }).toEqual({ answer: 7, added: 0 });
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

  test("EX-17 what the tool has started is told at once, also before the event loop has had a turn", async () => {
    const controller = new AbortController();
    let steps = 0;
    const given = raceLimits({ timeoutMs: 60_000, signal: controller.signal }, async (getSignal) => {
      const ending = getSignal();
      for (; steps < 1000 && !ending.aborted; steps++) {
        if (steps === 3) controller.abort();
        await null;
      }
    });
    await expect(given).rejects.toMatchObject({ code: "CANCELLED" });
    expect(steps).toBe(4);
  });

  test("EX-16 the time of the work before its first wait counts", async () => {
    const started: string[] = [];
    const timers = vi.spyOn(globalThis, "setTimeout").mockImplementation(((_act: () => void, delay: number) => {
      started.push(`timer of ${delay} ms`);
    }) as never);
    await raceLimits({ timeoutMs: 60_000, signal: undefined }, async () => {
      started.push("work");
    });
    timers.mockRestore();
    expect(started).toEqual(["timer of 60000 ms", "work"]);
  });

  test.each(["addEventListener", "removeEventListener", "aborted"])(
    "a signal of the caller's own whose %s throws is answered with its error",
    async (member) => {
      const { signal } = new AbortController();
      let isBroken = false;
      const own = new Proxy(signal, {
        get(target, name) {
          if (name === member && isBroken) throw new Error(`no ${member}`);
          const value = Reflect.get(target, name, target);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      const given = raceLimits({ timeoutMs: 60_000, signal: own }, async () => {
        if (member === "removeEventListener") await new Promise(setImmediate);
        isBroken = true;
        await new Promise(setImmediate);
      });
      await expect(given).rejects.toThrow(`no ${member}`);
    },
  );

  test("EX-16 is over in time for a signal of the caller's own that keeps its listeners", async () => {
    const own = new Proxy(new AbortController().signal, {
      get(target, name) {
        if (name === "removeEventListener") throw new Error("no removeEventListener");
        const value = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    await expect(raceLimits({ timeoutMs: 5, signal: own }, never)).rejects.toMatchObject({ code: "TIMEOUT" });
  });
});
