// One look at the object that a call names: opened and checked as one, handed to the tool once, and let go. Leaves to
// factory.ts which decisions come before and after it.

import type { ToolContext } from "../context.ts";
import { ToolError } from "../errors.ts";
import { clockMs, Pace } from "../workspace/pace.ts";
import type { SealedNode } from "../workspace/types.ts";
import { type RaceLimits, within } from "./limits.ts";
import { guardPlaces, requireAllowed } from "./places.ts";
import { type Lease, Semaphore } from "./semaphore.ts";

// A walk holds one descriptor for each level it is in; this many calls stay well below the usual limit of 1024.
const MAX_OPEN_CALLS = 32;
// Those that only look whether anything forbids the call hold one or two, and not for long.
const MAX_LOOKS_BESIDE = 8;

/** For what is held until the call has run, and for looks beside that. */
interface Semaphores {
  readonly hold: Semaphore;
  readonly look: Semaphore;
}

const semaphores = new WeakMap<ToolContext, Semaphores>();

type Found = { readonly node: SealedNode } | { readonly failure: ToolError };

/** What a look found, and the permit to hold it open. */
interface Hold {
  readonly lease: Lease;
  readonly found: Found;
}

/** What a tool is handed: the object, the pace to keep, and a signal for what it starts itself. */
export type Act<Output> = (node: SealedNode, pace: Pace, ending: () => AbortSignal) => Output | Promise<Output>;

export class Visit {
  readonly #context: ToolContext;
  readonly #path: string;
  readonly #limits: RaceLimits;
  readonly #semaphores: Semaphores;
  /** From the start until the first use or release, which takes it over. */
  #kept: Hold | null = null;
  /** Of the whole call, queues included. Null: not running, since a person may be asked. */
  #deadlineMs: number | null;

  private constructor(context: ToolContext, path: string, limits: RaceLimits) {
    this.#context = context;
    this.#path = path;
    this.#limits = limits;
    this.#semaphores = findSemaphores(context);
    this.#deadlineMs = clockMs() + limits.timeoutMs;
  }

  static async start(context: ToolContext, path: string, limits: RaceLimits): Promise<Visit> {
    const visit = new Visit(context, path, limits);
    const lease = visit.#semaphores.hold.tryAcquire();
    if (lease === null) await visit.#lookBeside();
    else visit.#kept = await visit.#lookAndHold(lease);
    return visit;
  }

  /** Each use has a hold of its own, so that several may run at once. */
  async use<Output>(act: Act<Output>): Promise<Output> {
    // The time that a person took is not the call's.
    this.#deadlineMs ??= clockMs() + this.#limits.timeoutMs;
    const kept = this.#takeKept();
    const hold = kept ?? (await this.#lookAndHold(await this.#semaphores.hold.acquire(this.#limitsLeft())));
    const { lease, found } = hold;
    try {
      if ("failure" in found) throw found.failure;
      const { node } = found;
      return await within(this.#limitsLeft(), async (ending) => act(node, this.#makePace(), ending));
    } finally {
      lease.release();
      close(found);
    }
  }

  release(): void {
    this.#deadlineMs = null;
    const kept = this.#takeKept();
    if (kept === null) return;
    kept.lease.release();
    close(kept.found);
  }

  /** Takes over the lease: it is released if the look is refused. */
  async #lookAndHold(lease: Lease): Promise<Hold> {
    try {
      return { lease, found: await this.#look() };
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  /** Only to see that nothing forbids the call; the look is repeated when it runs. */
  async #lookBeside(): Promise<void> {
    const lease = await this.#semaphores.look.acquire(this.#limitsLeft());
    try {
      close(await this.#look());
    } finally {
      lease.release();
    }
  }

  #takeKept(): Hold | null {
    const kept = this.#kept;
    this.#kept = null;
    return kept;
  }

  #limitsLeft(): RaceLimits {
    const { signal, timeoutMs } = this.#limits;
    return { signal, timeoutMs: this.#deadlineMs === null ? timeoutMs : Math.max(0, this.#deadlineMs - clockMs()) };
  }

  #makePace(): Pace {
    const { signal, timeoutMs } = this.#limitsLeft();
    return new Pace({ signal, deadlineMs: clockMs() + timeoutMs });
  }

  /** A refusal is thrown; that nothing is there is only remembered, since it is the tool's answer and not the gate's. */
  async #look(): Promise<Found> {
    const guard = guardPlaces(this.#context, this.#path);
    let node: SealedNode;
    try {
      node = await this.#context.workspace.resolve(this.#path, this.#makePace(), { guard });
    } catch (error) {
      if (!ToolError.isInstance(error) || error.kind !== "ExecutionFailed") throw error;
      return { failure: error };
    }
    return { node: requireAllowed(this.#context, this.#path, node) };
  }
}

function close(found: Found): void {
  if ("node" in found) found.node.close();
}

function findSemaphores(context: ToolContext): Semaphores {
  let found = semaphores.get(context);
  if (found === undefined) {
    found = { hold: new Semaphore({ permits: MAX_OPEN_CALLS }), look: new Semaphore({ permits: MAX_LOOKS_BESIDE }) };
    semaphores.set(context, found);
  }
  return found;
}
