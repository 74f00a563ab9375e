// The object that a call names: opened and checked in one step, handed to the tool once, and closed. It takes one of the places for
// calls at work while it is open.

import { ToolError } from "../errors.ts";
import { clockMs, Pace } from "../workspace/pace.ts";
import type { SealedNode } from "../workspace/types.ts";
import type { ToolContext } from "./context.ts";
import { type RaceLimits, within } from "./limits.ts";
import { guardPlaces, requireAllowed } from "./places.ts";
import type { Lease } from "./semaphore.ts";
import type { Awaitable } from "./spec.ts";

type Found = { readonly node: SealedNode } | { readonly failure: ToolError };

/** An open object, and the place that its call takes. */
interface Hold {
  readonly lease: Lease;
  readonly found: Found;
}

/** What a tool is handed: the object, the pace to keep, and a signal for what it starts itself. */
export type Act<Output> = (node: SealedNode, pace: Pace, ending: () => AbortSignal) => Awaitable<Output>;

export class Visit {
  readonly #context: ToolContext;
  readonly #path: string;
  readonly #limits: RaceLimits;
  /** From the start until the first use or release, which takes it over. */
  #kept: Hold | null = null;
  /** Of the whole call, waiting for a place included. Null: not running, since a person may be asked. */
  #deadlineMs: number | null;

  private constructor(context: ToolContext, path: string, limits: RaceLimits) {
    this.#context = context;
    this.#path = path;
    this.#limits = limits;
    this.#deadlineMs = clockMs() + limits.timeoutMs;
  }

  static async start(context: ToolContext, path: string, limits: RaceLimits): Promise<Visit> {
    const visit = new Visit(context, path, limits);
    visit.#kept = await visit.#open();
    return visit;
  }

  /** Each use has an object of its own, so that several may run at once. */
  async use<Output>(act: Act<Output>): Promise<Output> {
    // The time that a person took does not count.
    this.#deadlineMs ??= clockMs() + this.#limits.timeoutMs;
    const { lease, found } = this.#takeKept() ?? (await this.#open());
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

  async #open(): Promise<Hold> {
    const lease = await this.#context.semaphore.acquire(this.#limitsLeft());
    try {
      return { lease, found: await this.#find() };
    } catch (error) {
      lease.release();
      throw error;
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

  /** Throws refusals. "Not found" and the like are kept: the tool reports them. */
  async #find(): Promise<Found> {
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
