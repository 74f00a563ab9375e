// One look at the object that a call names: opened and checked as one, handed to the tool once, and let go. Leaves to
// factory.ts which decisions come before and after it.

import { isInFolders, type ToolContext } from "../context.ts";
import { deniedByPattern, outsideAllowedRoots, ToolError } from "../errors.ts";
import { clockMs, Pace } from "../workspace/pace.ts";
import type { SealedNode } from "../workspace/types.ts";
import { type RaceLimits, within } from "./limits.ts";
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

  /** A promise only where the look has to wait. */
  static start(context: ToolContext, path: string, limits: RaceLimits): Visit | Promise<Visit> {
    const visit = new Visit(context, path, limits);
    const pace = visit.#startPace();
    const found = visit.#look(pace);
    return found instanceof Promise ? found.then((later) => visit.#keep(later, pace)) : visit.#keep(found, pace);
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
      if (found === undefined) {
        const looked = this.#look(pace);
        found = looked instanceof Promise ? await looked : looked;
      }
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
  #look(pace: Pace): Found | Promise<Found> {
    this.#refuseDenied(this.#path);
    let node: SealedNode | Promise<SealedNode>;
    try {
      node = this.#context.workspace.resolve(this.#path, pace);
    } catch (error) {
      return this.#remember(error, pace);
    }
    if (!(node instanceof Promise)) return this.#judge(node);
    return node.then(
      (later) => this.#judge(later),
      (error) => this.#remember(error, pace),
    );
  }

  async #remember(error: unknown, pace: Pace): Promise<Found> {
    if (!ToolError.isInstance(error) || error.kind !== "ExecutionFailed") throw error;
    await this.#refuseHidden(pace);
    return { failure: error };
  }

  #judge(node: SealedNode): Found {
    try {
      this.#refuseElsewhere(node.location);
      this.#refuseDenied(node.location);
      return { node };
    } catch (error) {
      node.close();
      throw error;
    }
  }

  /**
   * Where nothing can be opened, the answer must be the same whether or not something is there that may not be looked at.
   * The nearest folder that can be opened tells where the path leads; if it goes on through a link, nobody knows, and
   * every doubt is a no.
   */
  async #refuseHidden(pace: Pace): Promise<void> {
    const { allowedRoots, workspace } = this.#context;
    if (allowedRoots === null) return;
    const { links } = workspace.trace(this.#path);
    const names = this.#path.split("/");
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const location = await this.#locate(names.join("/") || ".", pace);
      if (location === null) continue;
      const next = location === "." ? name : `${location}/${name}`;
      if (links.includes(next)) break;
      this.#refuseElsewhere(next);
      return;
    }
    throw outsideAllowedRoots(this.#path, allowedRoots);
  }

  async #locate(path: string, pace: Pace): Promise<string | null> {
    try {
      const node = await this.#context.workspace.resolve(path, pace);
      node.close();
      return node.location;
    } catch (error) {
      // Of the root itself nothing has to be kept secret: it is gone, or busy.
      if (path !== "." && ToolError.isInstance(error) && error.kind === "ExecutionFailed") return null;
      throw error;
    }
  }

  #refuseElsewhere(location: string): void {
    const { allowedRoots } = this.#context;
    if (allowedRoots === null || isInFolders(location, allowedRoots)) return;
    throw outsideAllowedRoots(this.#path, allowedRoots);
  }

  #refuseDenied(location: string): void {
    const pattern = this.#context.denied.find(location);
    if (pattern !== null) throw deniedByPattern(this.#path, pattern);
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
