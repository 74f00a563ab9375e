// The limit on tools that do not look at their pace, and the turns of calls that hold something open.

import { describe, expect, test } from "vitest";
import { Slots, within } from "../../src/gate/limits.ts";

const never = () => new Promise<never>(() => {});

/** A signal that counts its listeners. */
function makeCounted() {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners -= 1;
    remove(...args);
  };
  return { signal, abort: () => controller.abort(), count: () => listeners };
}

describe("within", () => {
  test("EX-16 gives up at the limit and tells what the tool has started", async () => {
    let ending: AbortSignal | undefined;
    const late = within({ timeoutMs: 5, signal: undefined }, (getSignal) => {
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
    const late = within({ timeoutMs: 60_000, signal: controller.signal }, (getSignal) => {
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
    await expect(within({ timeoutMs: 60_000, signal: AbortSignal.abort() }, work)).rejects.toMatchObject({
      code: "CANCELLED",
    });
    expect(begun).toBe(false);
  });

  test("leaves no listener on the caller's signal, however it ends", async () => {
    const counted = makeCounted();
    const limits = { timeoutMs: 60_000, signal: counted.signal };
    expect(await within(limits, async () => 7)).toBe(7);
    await expect(within(limits, () => Promise.reject(new Error("x")))).rejects.toThrow("x");
    await expect(within({ ...limits, timeoutMs: 1 }, never)).rejects.toMatchObject({ code: "TIMEOUT" });
    expect(counted.count()).toBe(0);
    const late = within(limits, never);
    expect(counted.count()).toBe(1);
    counted.abort();
    await expect(late).rejects.toMatchObject({ code: "CANCELLED" });
    expect(counted.count()).toBe(0);
  });
});

describe("turns", () => {
  test("go round in order, and nobody overtakes", async () => {
    const slots = new Slots(1);
    const log: string[] = [];
    expect([slots.tryTake(), slots.tryTake()]).toEqual([true, false]);
    const turns = ["a", "b"].map((name) => slots.take(undefined).then(() => log.push(name)));
    slots.giveBack();
    expect(slots.tryTake()).toBe(false);
    await turns[0];
    expect(log).toEqual(["a"]);
    slots.giveBack();
    await turns[1];
    slots.giveBack();
    expect([log, slots.tryTake()]).toEqual([["a", "b"], true]);
  });

  test("EX-17 one who waits can give up, keeps nobody else from a turn, and leaves no listener", async () => {
    const slots = new Slots(1);
    const counted = makeCounted();
    await slots.take(counted.signal);
    const quits = slots.take(counted.signal);
    const stays = slots.take(undefined);
    expect(counted.count()).toBe(1);
    counted.abort();
    await expect(quits).rejects.toMatchObject({ code: "CANCELLED" });
    slots.giveBack();
    await stays;
    await expect(slots.take(counted.signal)).rejects.toMatchObject({ code: "CANCELLED" });
    expect(counted.count()).toBe(0);
  });
});
