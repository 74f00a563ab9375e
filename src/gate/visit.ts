// One look at the object that a call names: opened and checked as one, handed to the tool once, and let go. Leaves to
// factory.ts which decisions come before and after it.

import { isInFolders, type ToolContext } from "../context.ts";
import { deniedByPattern, outsideAllowedRoots, ToolError } from "../errors.ts";
import { clockMs, Pace } from "../workspace/pace.ts";
import type { SealedNode } from "../workspace/types.ts";
import { type RaceLimits, Slots, within } from "./limits.ts";

// A walk holds one descriptor for each level it is in; this many calls stay well below the usual limit of 1024.
const MAX_OPEN_CALLS = 32;
const slotsOf = new WeakMap<ToolContext, Slots>();

type Opened = { readonly node: SealedNode; readonly pace: Pace };
type Found = { readonly node: SealedNode } | { readonly failure: ToolError };

/** What a tool is handed: the object, the pace to keep, and a signal for what it starts itself. */
export type Act<Output> = (node: SealedNode, pace: Pace, ending: () => AbortSignal) => Output | Promise<Output>;

export class Visit {
  readonly #context: ToolContext;
  readonly #path: string;
  readonly #limits: RaceLimits;
  readonly #slots: Slots;
  #hasSlot = false;
  #pace: Pace;
  #found: Found | null = null;

  private constructor(context: ToolContext, path: string, limits: RaceLimits) {
    this.#context = context;
    this.#path = path;
    this.#limits = limits;
    this.#slots = findSlots(context);
    this.#pace = this.#startPace();
  }

  /** A promise only where the look has to wait. */
  static start(context: ToolContext, path: string, limits: RaceLimits): Visit | Promise<Visit> {
    const visit = new Visit(context, path, limits);
    const found = visit.#look();
    return found instanceof Promise ? found.then((later) => visit.#keep(later)) : visit.#keep(found);
  }

  /** Keeps what it found only if there is a slot for it; otherwise the look is repeated when the call runs. */
  #keep(found: Found): Visit {
    this.#found = found;
    this.#hasSlot = this.#slots.tryTake();
    if (!this.#hasSlot) this.release();
    return this;
  }

  async use<Output>(act: Act<Output>): Promise<Output> {
    if (!this.#hasSlot) {
      await within(this.#limits, (ending) => this.#slots.take(ending()));
      this.#hasSlot = true;
    }
    try {
      const opened = this.#open();
      const { node, pace } = opened instanceof Promise ? await opened : opened;
      return await within(this.#limits, async (ending) => act(node, pace, ending));
    } finally {
      this.release();
    }
  }

  release(): void {
    if (this.#found !== null && "node" in this.#found) this.#found.node.close();
    this.#found = null;
    if (!this.#hasSlot) return;
    this.#hasSlot = false;
    this.#slots.giveBack();
  }

  /** The time that a person or a queue took is not the tool's: what is opened anew has a pace of its own. */
  #open(): Opened | Promise<Opened> {
    if (this.#found !== null) return this.#hand(this.#found);
    this.#pace = this.#startPace();
    const found = this.#look();
    return found instanceof Promise ? found.then((later) => this.#hand(later)) : this.#hand(found);
  }

  #hand(found: Found): Opened {
    this.#found = found;
    if ("failure" in found) throw found.failure;
    return { node: found.node, pace: this.#pace };
  }

  #startPace(): Pace {
    const { signal, timeoutMs } = this.#limits;
    return new Pace({ signal, deadlineMs: clockMs() + timeoutMs });
  }

  /** A refusal is thrown; that nothing is there is only remembered, since it is the tool's answer and not the gate's. */
  #look(): Found | Promise<Found> {
    this.#refuseDenied(this.#path);
    let node: SealedNode | Promise<SealedNode>;
    try {
      node = this.#context.workspace.resolve(this.#path, this.#pace);
    } catch (error) {
      return this.#remember(error);
    }
    if (!(node instanceof Promise)) return this.#judge(node);
    return node.then(
      (later) => this.#judge(later),
      (error) => this.#remember(error),
    );
  }

  async #remember(error: unknown): Promise<Found> {
    if (!ToolError.isInstance(error) || error.kind !== "ExecutionFailed") throw error;
    await this.#refuseHidden();
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
  async #refuseHidden(): Promise<void> {
    const { allowedRoots, workspace } = this.#context;
    if (allowedRoots === null) return;
    const { links } = workspace.trace(this.#path);
    const names = this.#path.split("/");
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const location = await this.#locate(names.join("/") || ".");
      if (location === null) continue;
      const next = location === "." ? name : `${location}/${name}`;
      if (links.includes(next)) break;
      this.#refuseElsewhere(next);
      return;
    }
    throw outsideAllowedRoots(this.#path, allowedRoots);
  }

  async #locate(path: string): Promise<string | null> {
    try {
      const node = await this.#context.workspace.resolve(path, this.#pace);
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

function findSlots(context: ToolContext): Slots {
  let slots = slotsOf.get(context);
  if (slots === undefined) {
    slots = new Slots(MAX_OPEN_CALLS);
    slotsOf.set(context, slots);
  }
  return slots;
}
