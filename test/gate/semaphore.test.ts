// The semaphore of the gate and of the MCP server, step by step. Leaves random orders to semaphore_properties.test.ts.

import { describe, expect, test } from "vitest";
import { type Lease, Semaphore } from "../../src/gate/semaphore.ts";
import { makeCountedSignal } from "../support/signals.ts";

/** Waiters with names, and the leases that they were granted, in order. */
function open(semaphore: Semaphore) {
  const granted: string[] = [];
  const leases = new Map<string, Lease>();
  const ask = async (name: string, signal?: AbortSignal) => {
    const lease = await semaphore.acquire({ signal });
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

  test("grants nothing while it is blocked, and in order when it no longer is", async () => {
    let isBlocked = true;
    const semaphore = new Semaphore({ permits: 2 });
    const grant = semaphore.blockWhile(() => isBlocked);
    const { granted, ask } = open(semaphore);
    const first = ask("a");
    grant();
    await Promise.resolve();
    isBlocked = false;
    const asked = [first, ask("b")];
    await Promise.resolve();
    expect([granted, semaphore.tryAcquire()]).toEqual([[], null]);
    grant();
    await Promise.all(asked);
    expect(granted).toEqual(["a", "b"]);
  });

  test("refuses a waiter when too many wait already, and those who wait lose nothing", async () => {
    const { granted, ask, release } = open(new Semaphore({ permits: 1, maxWaiting: 1 }));
    await ask("a");
    const waiting = ask("b");
    await expect(ask("c")).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
      message: "at most 1 calls can wait; make this one again later",
    });
    release("a");
    await waiting;
    const late = ask("d");
    release("b");
    await late;
    expect(granted).toEqual(["a", "b", "d"]);
  });
});
