// The semaphore of the gate and of the MCP server, step by step. Leaves random orders to semaphore_properties.test.ts.

import { describe, expect, test } from "vitest";
import { type Lease, Semaphore } from "../../src/call/semaphore.ts";
import { makeCountedSignal } from "../support/signals.ts";

/** Waiters with names, and the leases that they were granted, in order. */
function open(semaphore: Semaphore) {
  const granted: string[] = [];
  const leases = new Map<string, Lease>();
  const ask = async (name: string, signal?: AbortSignal, holdBack?: () => boolean) => {
    const lease = await semaphore.acquire({ signal, holdBack });
    granted.push(name);
    leases.set(name, lease);
  };
  return { granted, ask, release: (name: string) => leases.get(name)?.release() };
}

describe("a semaphore", () => {
  test("grants permits in the order of asking, and nobody overtakes", async () => {
    const semaphore = new Semaphore({ permits: 2 });
    const { granted, ask, release } = open(semaphore);
    const asked = ["a", "b", "c", "d"].map((name) => ask(name));
    await asked[1];
    expect(granted).toEqual(["a", "b"]);
    release("b");
    expect(semaphore.tryAcquire()).toBeNull();
    await asked[2];
    release("a");
    await asked[3];
    expect(granted).toEqual(["a", "b", "c", "d"]);
    release("c");
    expect(semaphore.tryAcquire()).not.toBeNull();
    expect(semaphore.tryAcquire()).toBeNull();
  });

  test("a lease that is released twice gives one permit back", () => {
    const semaphore = new Semaphore({ permits: 1 });
    const first = semaphore.tryAcquire();
    first?.release();
    const second = semaphore.tryAcquire();
    first?.release();
    expect([second === null, semaphore.tryAcquire()]).toEqual([false, null]);
  });

  test("EX-17 a waiter that is cancelled keeps nobody from a permit and leaves no listener", async () => {
    const semaphore = new Semaphore({ permits: 1 });
    const counted = makeCountedSignal();
    const { granted, ask, release } = open(semaphore);
    await ask("a", counted.signal);
    const quits = ask("b", counted.signal);
    const stays = ask("c");
    expect(counted.count()).toBe(1);
    counted.abort();
    await expect(quits).rejects.toMatchObject({ code: "CANCELLED" });
    release("a");
    await stays;
    await expect(ask("d", counted.signal)).rejects.toMatchObject({ code: "CANCELLED" });
    expect([granted, counted.count()]).toEqual([["a", "c"], 0]);
  });

  test("EX-17 a permit that was granted before the cancellation arrives all the same", async () => {
    const semaphore = new Semaphore({ permits: 1 });
    const held = semaphore.tryAcquire();
    const controller = new AbortController();
    const waiting = semaphore.acquire({ signal: controller.signal, timeoutMs: 1 });
    held?.release();
    controller.abort();
    (await waiting).release();
    expect(semaphore.tryAcquire()).not.toBeNull();
  });

  test("EX-16 a waiter gives up when its time is up", async () => {
    const semaphore = new Semaphore({ permits: 1 });
    const held = semaphore.tryAcquire();
    await expect(semaphore.acquire({ timeoutMs: 1 })).rejects.toMatchObject({ code: "TIMEOUT" });
    held?.release();
    expect(semaphore.tryAcquire()).not.toBeNull();
  });

  test("a waiter that is held back is overtaken, and has its place again when it no longer is", async () => {
    let isBusy = true;
    const semaphore = new Semaphore({ permits: 1 });
    const { granted, ask, release } = open(semaphore);
    const held = ["a", "b"].map((name) => ask(name, undefined, () => isBusy));
    await ask("c");
    const late = ask("d");
    isBusy = false;
    semaphore.resume();
    release("c");
    await held[0];
    release("a");
    await held[1];
    release("b");
    await late;
    expect(granted).toEqual(["c", "a", "b", "d"]);
  });

  test("who is held back is asked once for each turn, however many others come and go", async () => {
    let asked = 0;
    const semaphore = new Semaphore({ permits: 1 });
    const controller = new AbortController();
    const isBusy = () => {
      asked += 1;
      return true;
    };
    const waiting = Array.from({ length: 10 }, () =>
      semaphore.acquire({ signal: controller.signal, holdBack: isBusy }),
    );
    const before = asked;
    for (let i = 0; i < 100; i++) (await semaphore.acquire()).release();
    expect(asked).toBe(before);
    semaphore.resume();
    expect(asked).toBe(before + 10);
    controller.abort();
    for (const gone of waiting) await expect(gone).rejects.toMatchObject({ code: "CANCELLED" });
  });

  test.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("boom");
      },
    ],
    ["promises", async () => true],
  ])("a caller whose predicate %s is not held back", async (_case, isBusy) => {
    const semaphore = new Semaphore({ permits: 1 });
    const { granted, ask, release } = open(semaphore);
    const holdBack = () => isBusy() as boolean;
    await ask("a", undefined, holdBack);
    const later = ask("b", undefined, holdBack);
    release("a");
    await later;
    expect(granted).toEqual(["a", "b"]);
  });

  test("a predicate that cancels its own waiter costs no permit", async () => {
    const semaphore = new Semaphore({ permits: 1 });
    const held = semaphore.tryAcquire();
    const controller = new AbortController();
    let isArmed = false;
    const isBusy = () => {
      if (isArmed) controller.abort();
      return false;
    };
    const waiting = semaphore.acquire({ signal: controller.signal, holdBack: isBusy });
    isArmed = true;
    held?.release();
    await expect(waiting).rejects.toMatchObject({ code: "CANCELLED" });
    expect(semaphore.tryAcquire()).not.toBeNull();
  });

  test("those who are held back take no room from those who wait", async () => {
    const semaphore = new Semaphore({ permits: 1, maxWaiting: 1 });
    const { granted, ask, release } = open(semaphore);
    const isBusy = () => true;
    void ask("held back", undefined, isBusy);
    await expect(ask("one too many", undefined, isBusy)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
    await ask("a");
    const waiting = ask("b");
    release("a");
    await waiting;
    expect(granted).toEqual(["a", "b"]);
  });

  test("refuses a waiter when too many wait already, and those who wait lose nothing", async () => {
    const { granted, ask, release } = open(new Semaphore({ permits: 1, maxWaiting: 1 }));
    await ask("a");
    const waiting = ask("b");
    await expect(ask("c")).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
      message: "at most 1 calls can wait; try again later",
      retriable: true,
    });
    release("a");
    await waiting;
    const late = ask("d");
    release("b");
    await late;
    expect(granted).toEqual(["a", "b", "d"]);
  });
});
