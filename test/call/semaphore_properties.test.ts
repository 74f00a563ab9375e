// The semaphore against a model of it, over random orders of asking, releasing, cancelling, holding back and waiting. Between two steps
// pass as many microtasks as the plan says; timers fire only where it says so.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type Lease, Semaphore } from "../../src/call/semaphore.ts";
import { times } from "../support/scale.ts";

const STEPS = [
  "ask",
  "ask with a time limit",
  "ask to be held back",
  "try",
  "cancel",
  "release",
  "release again",
  "hold back",
  "hold back no longer",
  "resume",
  "let time pass",
] as const;

interface Step {
  readonly kind: (typeof STEPS)[number];
  /** Chooses whom it is about. */
  readonly who: number;
  readonly microtasks: number;
}

type State = "waiting" | "held back" | "held" | "released" | "CANCELLED" | "TIMEOUT" | "LIMIT_EXCEEDED";

/** What the semaphore should have done, in the same step. */
class Model {
  readonly states: State[] = [];
  readonly asked: Step["kind"][] = [];
  readonly permits: number;
  readonly maxWaiting: number;
  isBusy = false;

  constructor(permits: number, maxWaiting: number) {
    this.permits = permits;
    this.maxWaiting = maxWaiting;
  }

  count(wanted: State): number {
    return this.states.filter((state) => state === wanted).length;
  }

  hasRoom(): boolean {
    return this.count("held") < this.permits;
  }

  ask(kind: Step["kind"]): void {
    const who = this.asked.push(kind) - 1;
    const waiting = this.count("waiting");
    const others = waiting + (kind === "ask to be held back" ? this.count("held back") : 0);
    if (waiting === 0 && this.hasRoom() && !this.isHeldBack(who)) this.states.push("held");
    else this.states.push(others < this.maxWaiting ? "waiting" : "LIMIT_EXCEEDED");
    this.grant();
  }

  isHeldBack(who: number): boolean {
    return this.isBusy && this.asked[who] === "ask to be held back";
  }

  end(who: number, from: State, to: State): boolean {
    if (this.states[who] !== from) return false;
    this.states[who] = to;
    return true;
  }

  grant(): void {
    for (const [who, state] of this.states.entries())
      if (state === "waiting" && this.hasRoom()) this.states[who] = this.isHeldBack(who) ? "held back" : "held";
  }

  resume(): void {
    for (const who of this.states.keys()) this.end(who, "held back", "waiting");
    this.grant();
  }

  letTimePass(): void {
    for (const [who, kind] of this.asked.entries())
      if (kind === "ask with a time limit") this.end(who, "waiting", "TIMEOUT");
  }
}

/** The semaphore, asked by as many callers as there are; each tells what became of it. */
class Real {
  readonly seen: State[] = [];
  readonly #leases: (Lease | undefined)[] = [];
  readonly #controllers: AbortController[] = [];
  readonly semaphore: Semaphore;
  readonly #model: Model;

  constructor(model: Model) {
    const { permits, maxWaiting } = model;
    this.semaphore = new Semaphore({ permits, maxWaiting });
    this.#model = model;
  }

  ask(kind: Step["kind"]): void {
    const who = this.seen.push("waiting") - 1;
    const controller = new AbortController();
    this.#controllers[who] = controller;
    const timeoutMs = kind === "ask with a time limit" ? 1 : undefined;
    const holdBack = kind === "ask to be held back" ? () => this.#model.isBusy : undefined;
    this.semaphore.acquire({ signal: controller.signal, timeoutMs, holdBack }).then(
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
  const who = choose(model, kind === "cancel" ? ["waiting", "held back", "held"] : ["held"], any);
  if (kind === "ask" || kind === "ask with a time limit" || kind === "ask to be held back") {
    model.ask(kind);
    real.ask(kind);
  } else if (kind === "try") {
    const isFree = model.count("waiting") === 0 && model.hasRoom();
    if (isFree) model.ask("ask");
    expect(real.tryAcquire()).toBe(isFree);
  } else if (kind === "cancel") {
    if (!model.end(who, "waiting", "CANCELLED")) model.end(who, "held back", "CANCELLED");
    real.cancel(who);
  } else if (kind === "release" || kind === "release again") {
    if (real.release(who) && kind === "release again") real.release(who);
    if (real.seen[who] === "released" && model.end(who, "held", "released")) model.grant();
  } else if (kind === "resume") {
    model.resume();
    real.semaphore.resume();
  } else if (kind !== "let time pass") {
    model.isBusy = kind === "hold back";
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

test("EX-16 EX-17 every caller gets what the model says, and at the end every permit can be had again [promise no-endless-wait]", async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom(1, 3, 99),
    plans,
    async (permits, maxWaiting, plan) => {
      const model = new Model(permits, maxWaiting);
      const real = new Real(model);
      await follow(model, real, plan);
      await passMicrotasks(10);
      expect(real.seen).toEqual(model.states.map((state) => (state === "held back" ? "waiting" : state)));
      for (const who of real.seen.keys()) real.cancel(who);
      await passMicrotasks(10);
      for (const who of real.seen.keys()) real.release(who);
      const free = Array.from({ length: permits + 1 }, () => real.tryAcquire());
      expect(free).toEqual([...Array.from({ length: permits }, () => true), false]);
    },
  );
  await fc.assert(property, { numRuns: times(150, 1500) });
});
