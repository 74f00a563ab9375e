// One look at the object that a call names: opened and checked as one, handed to the tool once, and let go. Leaves to
// factory.ts which decisions come before and after it.

import type { ToolContext } from "../context.ts";
import { deniedByPattern, outsideAllowedRoots, ToolError } from "../errors.ts";
import { Pace } from "../workspace/pace.ts";
import type { SealedNode } from "../workspace/types.ts";

interface VisitLimits {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

export class Visit {
  readonly #context: ToolContext;
  readonly #path: string;
  readonly #limits: VisitLimits;
  #pace: Pace;
  #found: { readonly node: SealedNode } | { readonly failure: ToolError } | null;

  constructor(context: ToolContext, path: string, limits: VisitLimits) {
    this.#context = context;
    this.#path = path;
    this.#limits = limits;
    this.#pace = this.#startPace();
    this.#found = this.#look();
  }

  async use<Output>(act: (node: SealedNode, pace: Pace) => Output | Promise<Output>): Promise<Output> {
    if (this.#found === null) {
      this.#pace = this.#startPace();
      this.#found = this.#look();
    }
    if ("failure" in this.#found) throw this.#found.failure;
    try {
      return await act(this.#found.node, this.#pace);
    } finally {
      this.release();
    }
  }

  release(): void {
    if (this.#found !== null && "node" in this.#found) this.#found.node.close();
    this.#found = null;
  }

  #startPace(): Pace {
    const { signal, timeoutMs } = this.#limits;
    return new Pace({ signal, deadlineMs: performance.now() + timeoutMs });
  }

  /** A refusal is thrown; that nothing is there is only remembered, since it is the tool's answer and not the gate's. */
  #look(): { readonly node: SealedNode } | { readonly failure: ToolError } {
    this.#refuseDenied(this.#path);
    let node: SealedNode;
    try {
      node = this.#context.workspace.resolve(this.#path, this.#pace);
    } catch (error) {
      if (!ToolError.isInstance(error) || error.kind !== "ExecutionFailed") throw error;
      this.#refuseElsewhere(this.#path);
      return { failure: error };
    }
    try {
      this.#refuseElsewhere(node.location);
      this.#refuseDenied(node.location);
      return { node };
    } catch (error) {
      node.close();
      throw error;
    }
  }

  #refuseElsewhere(location: string): void {
    const { allowedRoots } = this.#context;
    const isAllowed = allowedRoots?.some(
      (root) => root === "." || location === root || location.startsWith(`${root}/`),
    );
    if (allowedRoots !== null && !isAllowed) throw outsideAllowedRoots(this.#path, allowedRoots);
  }

  #refuseDenied(location: string): void {
    const pattern = this.#context.denied.find(location);
    if (pattern !== null) throw deniedByPattern(this.#path, pattern);
  }
}
