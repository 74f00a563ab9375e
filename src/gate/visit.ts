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
const semaphores = new WeakMap<ToolContext, Semaphore>();

type Found = { readonly node: SealedNode } | { readonly failure: ToolError };

/** What a look found, and the permit to hold it open. */
interface Hold {
  readonly lease: Lease;
  readonly pace: Pace;
  readonly found: Found;
}

/** What a tool is handed: the object, the pace to keep, and a signal for what it starts itself. */
export type Act<Output> = (node: SealedNode, pace: Pace, ending: () => AbortSignal) => Output | Promise<Output>;

export class Visit {
  readonly #context: ToolContext;
  readonly #path: string;
  readonly #limits: RaceLimits;
  readonly #semaphore: Semaphore;
  /** From the start until the first use or release, which takes it over. */
  #kept: Hold | null = null;

  private constructor(context: ToolContext, path: string, limits: RaceLimits) {
    this.#context = context;
    this.#path = path;
    this.#limits = limits;
    this.#semaphore = findSemaphore(context);
  }

  static async start(context: ToolContext, path: string, limits: RaceLimits): Promise<Visit> {
    const visit = new Visit(context, path, limits);
    const pace = visit.#startPace();
    return visit.#keep(await visit.#look(pace), pace);
  }

  /** Without a permit, the look is repeated when the call runs. */
  #keep(found: Found, pace: Pace): Visit {
    const lease = this.#semaphore.tryAcquire();
    if (lease === null) close(found);
    else this.#kept = { lease, pace, found };
    return this;
  }

  /** Each use has a hold of its own, so that several may run at once. */
  async use<Output>(act: Act<Output>): Promise<Output> {
    const kept = this.#takeKept();
    const lease = kept?.lease ?? (await this.#semaphore.acquire(this.#limits));
    let found = kept?.found;
    try {
      // The time that a person or a queue took is not the tool's: a new look has a pace of its own.
      const pace = kept?.pace ?? this.#startPace();
      found ??= await this.#look(pace);
      if ("failure" in found) throw found.failure;
      const { node } = found;
      return await within(this.#limits, async (ending) => act(node, pace, ending));
    } finally {
      lease.release();
      if (found !== undefined) close(found);
    }
  }

  release(): void {
    const kept = this.#takeKept();
    if (kept === null) return;
    kept.lease.release();
    close(kept.found);
  }

  #takeKept(): Hold | null {
    const kept = this.#kept;
    this.#kept = null;
    return kept;
  }

  #startPace(): Pace {
    const { signal, timeoutMs } = this.#limits;
    return new Pace({ signal, deadlineMs: clockMs() + timeoutMs });
  }

  /** A refusal is thrown; that nothing is there is only remembered, since it is the tool's answer and not the gate's. */
  async #look(pace: Pace): Promise<Found> {
    const guard = guardPlaces(this.#context, this.#path);
    let node: SealedNode;
    try {
      node = await this.#context.workspace.resolve(this.#path, pace, guard);
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

function findSemaphore(context: ToolContext): Semaphore {
  let semaphore = semaphores.get(context);
  if (semaphore === undefined) {
    semaphore = new Semaphore({ permits: MAX_OPEN_CALLS });
    semaphores.set(context, semaphore);
  }
  return semaphore;
}
