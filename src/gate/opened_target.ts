// The object that a call names: opened and checked in one step, handed to the tool once, and closed. It takes one of the places for
// calls at work while it is open.

import { ToolError } from "../errors.ts";
import type { Awaitable } from "../security/approval.ts";
import { type RaceLimits, raceLimits } from "../security/race_limits.ts";
import { CallClock, clockMs } from "../workspace/call_clock.ts";
import type { SandboxPath } from "../workspace/sandbox_path.ts";
import type { SealedNode } from "../workspace/types.ts";
import type { ToolContext } from "./context.ts";
import { guardPlaces, requireAllowed } from "./places.ts";
import type { Lease } from "./semaphore.ts";

type Target = { readonly node: SealedNode } | { readonly failure: ToolError };

/** An open object, and the place that its call takes. */
interface LeasedTarget {
  readonly lease: Lease;
  readonly target: Target;
}

/** What a tool is handed: the object, the clock to keep, and a signal for what it starts itself. */
export type TargetWork<Output> = (node: SealedNode, clock: CallClock, ending: () => AbortSignal) => Awaitable<Output>;

export class OpenedTarget {
  readonly #context: ToolContext;
  readonly #path: SandboxPath;
  readonly #limits: RaceLimits;
  /** From the start until the first use or release, which takes it over. */
  #kept: LeasedTarget | null = null;
  /** Of the whole call, waiting for a place included. Null: not running, since a person may be asked. */
  #deadlineMs: number | null;

  private constructor(context: ToolContext, path: SandboxPath, limits: RaceLimits) {
    this.#context = context;
    this.#path = path;
    this.#limits = limits;
    this.#deadlineMs = clockMs() + limits.timeoutMs;
  }

  static async start(context: ToolContext, path: SandboxPath, limits: RaceLimits): Promise<OpenedTarget> {
    const opened = new OpenedTarget(context, path, limits);
    opened.#kept = await opened.#open();
    return opened;
  }

  /** Each use has an object of its own, so that several may run at once. */
  async use<Output>(act: TargetWork<Output>): Promise<Output> {
    // The time that a person took does not count.
    this.#deadlineMs ??= clockMs() + this.#limits.timeoutMs;
    const { lease, target } = this.#takeKept() ?? (await this.#open());
    try {
      if ("failure" in target) throw target.failure;
      const { node } = target;
      return await raceLimits(this.#limitsLeft(), async (ending) => act(node, this.#makeClock(), ending));
    } finally {
      lease.release();
      close(target);
    }
  }

  release(): void {
    this.#deadlineMs = null;
    const kept = this.#takeKept();
    if (kept === null) return;
    kept.lease.release();
    close(kept.target);
  }

  async #open(): Promise<LeasedTarget> {
    const lease = await this.#context.semaphore.acquire(this.#limitsLeft());
    try {
      return { lease, target: await this.#find() };
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  #takeKept(): LeasedTarget | null {
    const kept = this.#kept;
    this.#kept = null;
    return kept;
  }

  #limitsLeft(): RaceLimits {
    const { signal, timeoutMs } = this.#limits;
    return { signal, timeoutMs: this.#deadlineMs === null ? timeoutMs : Math.max(0, this.#deadlineMs - clockMs()) };
  }

  #makeClock(): CallClock {
    const { signal, timeoutMs } = this.#limitsLeft();
    return new CallClock({ signal, deadlineMs: clockMs() + timeoutMs });
  }

  /** Throws refusals. "Not found" and the like are kept: the tool reports them. */
  async #find(): Promise<Target> {
    const guard = guardPlaces(this.#context, this.#path.relative);
    let node: SealedNode;
    try {
      node = await this.#context.workspace.resolve(this.#path, this.#makeClock(), { guard });
    } catch (error) {
      if (!ToolError.isInstance(error) || error.kind !== "ExecutionFailed") throw error;
      return { failure: error };
    }
    return { node: requireAllowed(this.#context, this.#path.relative, node) };
  }
}

function close(target: Target): void {
  if ("node" in target) target.node.close();
}
