// Opens and checks the file or folder that a call names, passes it to the tool once, and closes it. It holds a permit of the semaphore
// while it is open.

import { CallClock, clockMs } from "../disk/call_clock.ts";
import type { SealedNode } from "../disk/types.ts";
import { ToolError } from "../errors.ts";
import type { Denied } from "../view/verdict.ts";
import { type RaceLimits, raceLimits } from "./race_limits.ts";
import type { Lease, Semaphore, WaitLimits } from "./semaphore.ts";

/** An open object, and what is denied in its call. */
interface FoundTarget {
  readonly node: SealedNode;
  readonly denied: Denied;
}

/** Opens the object, with every check. */
type OpenTarget = (clock: CallClock) => Promise<FoundTarget>;

/** The limits of the whole call, and whether it must wait before it starts. */
type TargetLimits = RaceLimits & Pick<WaitLimits, "holdBack">;

type Target = FoundTarget | { readonly failure: ToolError };

/** An open object, and the permit of its call. */
interface LeasedTarget {
  readonly lease: Lease;
  readonly target: Target;
}

/**
 * The parameters of a tool's work: the object, the clock to observe, a signal for anything it starts itself, and what is denied. It must not
 * throw, only reject.
 */
export type TargetWork<Output> = (
  node: SealedNode,
  clock: CallClock,
  ending: () => AbortSignal,
  denied: Denied,
) => Promise<Output>;

export class OpenedTarget {
  readonly #semaphore: Semaphore;
  readonly #openTarget: OpenTarget;
  readonly #limits: TargetLimits;
  /** Set from the start until the first use or release. */
  #kept: LeasedTarget | null = null;
  /** For the whole call, including the wait for a permit. */
  #deadlineMs: number;
  /** The remaining time for the next use; the time between a release and that use does not count. */
  #leftMs: number;

  private constructor(semaphore: Semaphore, open: OpenTarget, limits: TargetLimits) {
    this.#semaphore = semaphore;
    this.#openTarget = open;
    this.#limits = limits;
    this.#leftMs = limits.timeoutMs;
    this.#deadlineMs = clockMs() + limits.timeoutMs;
  }

  static async start(semaphore: Semaphore, open: OpenTarget, limits: TargetLimits): Promise<OpenedTarget> {
    const opened = new OpenedTarget(semaphore, open, limits);
    opened.#kept = await opened.#open();
    return opened;
  }

  /**
   * Each use opens an object of its own, so that several may run at once. `keep` gets the output outside the time limit, while the permit
   * is still held.
   */
  async use<Output>(act: TargetWork<Output>, keep?: (output: Output) => Promise<void>): Promise<Output> {
    const kept = this.#takeKept();
    if (kept === null) this.#deadlineMs = clockMs() + this.#leftMs;
    const { lease, target } = kept ?? (await this.#open());
    try {
      if ("failure" in target) throw target.failure;
      const { node, denied } = target;
      const limits = this.#limitsLeft();
      const output = await raceLimits(limits, (ending) => act(node, this.#makeClock(), ending, denied));
      if (keep !== undefined) await keep(output);
      return output;
    } finally {
      close(target);
      lease.release();
    }
  }

  /** Throws if there is no object to run a tool on. */
  requireFound(): void {
    if (this.#kept !== null && "failure" in this.#kept.target) throw this.#kept.target.failure;
  }

  /** Throws the first failure if none of these can be opened. For a target that was found. */
  async requireAny(
    paths: readonly string[],
    open: (path: string, denied: Denied, clock: CallClock) => Promise<SealedNode>,
  ): Promise<void> {
    const target = this.#kept?.target;
    if (target === undefined || "failure" in target) return;
    const clock = this.#makeClock();
    let first: unknown;
    for (const path of paths) {
      clock.check();
      try {
        (await open(path, target.denied, clock)).close();
        return;
      } catch (error) {
        first ??= error;
      }
    }
    if (first !== undefined) throw first;
  }

  release(): void {
    const kept = this.#takeKept();
    if (kept === null) return;
    this.#leftMs = Math.max(0, this.#deadlineMs - clockMs());
    close(kept.target);
    kept.lease.release();
  }

  async #open(): Promise<LeasedTarget> {
    const { signal, holdBack } = this.#limits;
    const lease =
      this.#semaphore.tryAcquire({ signal, holdBack }) ??
      (await this.#semaphore.acquire({ ...this.#limitsLeft(), holdBack }));
    try {
      return { lease, target: await this.#openTarget(this.#makeClock()) };
    } catch (error) {
      // "Not found" and the like are kept: the tool reports them. Refusals are thrown.
      if (ToolError.isInstance(error) && error.kind === "ExecutionFailed") return { lease, target: { failure: error } };
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
    return { signal: this.#limits.signal, timeoutMs: Math.max(0, this.#deadlineMs - clockMs()) };
  }

  #makeClock(): CallClock {
    return new CallClock({ signal: this.#limits.signal, deadlineMs: this.#deadlineMs });
  }
}

function close(target: Target): void {
  if ("node" in target) target.node.close();
}
