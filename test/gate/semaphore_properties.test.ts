// The semaphore against a model of it, over random orders of asking, releasing, cancelling, blocking and waiting. Between two steps pass
// as many microtasks as the plan says; timers fire only where it says so.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type Lease, Semaphore } from "../../src/gate/semaphore.ts";

const STEPS = [
  "ask",
  "ask with a time limit",
  "try",
  "cancel",
  "release",
  "release again",
  "block",
  "unblock",
  "grant",
  "let time pass",
] as const;

interface Step {
  readonly kind: (typeof STEPS)[number];
  /** Chooses whom it is about. */
  readonly who: number;
  readonly microtasks: number;
}

type State = "waiting" | "held" | "released" | "CANCELLED" | "TIMEOUT" | "LIMIT_EXCEEDED";

/** What the semaphore should have done, in the same step. */
class Model {
  readonly states: State[] = [];
  readonly isTimed: boolean[] = [];
  readonly permits: number;
  readonly maxWaiting: number;
  isBlocked = false;

  constructor(permits: number, maxWaiting: number) {
    this.permits = permits;
    this.maxWaiting = maxWaiting;
  }

  count(wanted: State): number {
    return this.states.filter((state) => state === wanted).length;
  }

  hasRoom(): boolean {
    return !this.isBlocked && this.count("held") < this.permits;
  }

  ask(isTimed: boolean): void {
    const waiting = this.count("waiting");
    this.isTimed.push(isTimed);
    if (waiting === 0 && this.hasRoom()) this.states.push("held");
    else this.states.push(waiting < this.maxWaiting ? "waiting" : "LIMIT_EXCEEDED");
  }

  end(who: number, from: State, to: State): boolean {
    if (this.states[who] !== from) return false;
    this.states[who] = to;
    return true;
  }

  grant(): void {
    for (const [who, state] of this.states.entries())
      if (state === "waiting" && this.hasRoom()) this.states[who] = "held";
  }

  letTimePass(): void {
    for (const [who, isTimed] of this.isTimed.entries()) if (isTimed) this.end(who, "waiting", "TIMEOUT");
  }
}

/** The semaphore, asked by as many callers as there are; each tells what became of it. */
class Real {
  readonly seen: State[] = [];
  readonly #leases: (Lease | undefined)[] = [];
  readonly #controllers: AbortController[] = [];
  readonly semaphore: Semaphore;
  readonly grant: () => void;

  constructor(model: Model) {
    const { permits, maxWaiting } = model;
    this.semaphore = new Semaphore({ permits, maxWaiting });
    this.grant = this.semaphore.blockWhile(() => model.isBlocked);
  }

  ask(timeoutMs: number | undefined): void {
    const who = this.seen.push("waiting") - 1;
    const controller = new AbortController();
    this.#controllers[who] = controller;
    this.semaphore.acquire({ signal: controller.signal, timeoutMs }).then(
      (lease) => {
        this.#leases[who] = lease;
        this.seen[who] = "held";
      },
      ({ code }) => {
        this.seen[who] = code;
      },
    );
  }

  /** At once: a caller that holds nothing yet cannot release anything. */
  release(who: number): boolean {
    const lease = this.#leases[who];
    lease?.release();
    if (lease !== undefined) this.seen[who] = "released";
    return lease !== undefined;
  }

  tryAcquire(): boolean {
    const lease = this.semaphore.tryAcquire();
    if (lease !== null) {
      this.#leases[this.seen.push("held") - 1] = lease;
    }
    return lease !== null;
  }

  cancel(who: number): void {
    this.#controllers[who]?.abort();
  }
}

const passTime = () => new Promise<void>((resolve) => setTimeout(resolve, 3));
const passMicrotasks = async (count: number) => {
  for (let i = 0; i < count; i++) await Promise.resolve();
};

/** One of those to whom it may make a difference; a step about nobody does nothing. */
function choose({ states }: Model, wanted: readonly State[], any: number): number {
  const candidates = [...states.keys()].filter((who) => wanted.includes(states[who] ?? "released"));
  return candidates[any % candidates.length] ?? -1;
}

/** Not async: no microtask passes that the plan does not ask for. */
function take(model: Model, real: Real, { kind, who: any }: Step): void {
  const who = choose(model, kind === "cancel" ? ["waiting", "held"] : ["held"], any);
  if (kind === "ask" || kind === "ask with a time limit") {
    model.ask(kind !== "ask");
    real.ask(kind === "ask" ? undefined : 1);
  } else if (kind === "try") {
    const isFree = model.count("waiting") === 0 && model.hasRoom();
    if (isFree) model.ask(false);
    expect(real.tryAcquire()).toBe(isFree);
  } else if (kind === "cancel") {
    model.end(who, "waiting", "CANCELLED");
    real.cancel(who);
  } else if (kind === "release" || kind === "release again") {
    if (real.release(who) && kind === "release again") real.release(who);
    if (real.seen[who] === "released" && model.end(who, "held", "released")) model.grant();
  } else if (kind === "grant") {
    model.grant();
    real.grant();
  } else if (kind !== "let time pass") {
    model.isBlocked = kind === "block";
  }
}

async function follow(model: Model, real: Real, plan: readonly Step[]): Promise<void> {
  for (const step of plan) {
    take(model, real, step);
    if (step.kind === "let time pass") {
      await passTime();
      model.letTimePass();
    }
    for (let i = 0; i < step.microtasks; i++) await Promise.resolve();
  }
}

const plans = fc.array(
  fc.record({ kind: fc.constantFrom(...STEPS), who: fc.nat(99), microtasks: fc.constantFrom(0, 0, 1, 2, 3) }),
  { maxLength: 40 },
);

test("EX-16 EX-17 every caller gets what the model says, and at the end every permit can be had again", async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom(1, 3, 99),
    plans,
    async (permits, maxWaiting, plan) => {
      const model = new Model(permits, maxWaiting);
      const real = new Real(model);
      await follow(model, real, plan);
      await passMicrotasks(10);
      expect(real.seen).toEqual(model.states);
      model.isBlocked = false;
      for (const who of real.seen.keys()) real.cancel(who);
      await passMicrotasks(10);
      for (const who of real.seen.keys()) real.release(who);
      const free = Array.from({ length: permits + 1 }, () => real.tryAcquire());
      expect(free).toEqual([...Array.from({ length: permits }, () => true), false]);
    },
  );
  await fc.assert(property, { numRuns: 1500, seed: 12 });
});
