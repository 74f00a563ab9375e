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
    expect(counted.count()).toBe(1);
    counted.abort();
    await expect(late).rejects.toMatchObject({ code: "CANCELLED" });
    expect(counted.count()).toBe(0);
  });
});
