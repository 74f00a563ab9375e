// How the tools see one folder: walks down to it from the start of their walks, as each tool would, and remembers which tools stop on the
// way.

import type { ToolContext } from "../../call/context.ts";
import type { CallClock } from "../../disk/call_clock.ts";
import { rawToText } from "../../disk/names.ts";
import { SandboxPath } from "../../disk/sandbox_path.ts";
import type { Entry, SealedDirectory } from "../../disk/types.ts";
import type { Denied, Rule } from "../../view/verdict.ts";
import { openIgnored, View } from "../../view/view.ts";
import { describeRule } from "../rule_words.ts";
import type { Walker, WalkOptions } from "../walkers.ts";

const ROOT = SandboxPath.ofLocation(".");

export type ViewContext = Pick<ToolContext, "workspace" | "discovery">;

export interface ViewRequest {
  readonly walkers: readonly Walker[];
  readonly options: WalkOptions;
  readonly denied: Denied;
  readonly clock: CallClock;
}

/** By tool. */
type Views = ReadonlyMap<string, View>;

export class FolderView {
  readonly #request: ViewRequest;
  #views: Views;
  /** The tools that do not reach the folder, and why. */
  readonly #stopped = new Map<string, string>();

  private constructor(request: ViewRequest, views: Views) {
    this.#request = request;
    this.#views = views;
  }

  /** `depth` is the number of levels between the start of the walk and `folder`. */
  static async open(
    context: ViewContext,
    folder: SealedDirectory,
    depth: number,
    request: ViewRequest,
  ): Promise<FolderView> {
    const start = folder.names.slice(0, folder.names.length - depth);
    const view = new FolderView(request, await openViews(context, start, request));
    if (depth > 0) await view.#goDown(context, start.length, folder);
    return view;
  }

  /** The tools that leave out an entry of the folder, each with its rule. */
  judge(entry: Entry): Map<string, string> {
    const leftOut = new Map<string, string>();
    for (const [tool, view] of this.#views) {
      const verdict = view.judge(entry);
      const why = verdict === "shown" ? this.#stopped.get(tool) : this.#describe(verdict);
      if (why !== undefined) leftOut.set(tool, why);
    }
    return leftOut;
  }

  /** From the root, by the bytes of the names, because a path cannot express names that are not UTF-8. */
  async #goDown({ workspace }: ViewContext, startDepth: number, folder: SealedDirectory): Promise<void> {
    const { clock } = this.#request;
    let parent = await workspace.resolve(ROOT, clock);
    try {
      for (const [depth, raw] of folder.names.entries()) {
        if (parent.kind !== "directory") return;
        const isLast = depth === folder.names.length - 1;
        const child = isLast ? folder : await parent.openChild(raw, clock);
        // Only one stays open: a path may have two thousand names.
        parent.close();
        parent = isLast ? parent : child;
        if (depth >= startDepth) await this.#enter(raw, child);
      }
    } finally {
      parent.close();
    }
  }

  async #enter(raw: string, directory: SealedDirectory): Promise<void> {
    const entry: Entry = { raw, name: rawToText(raw), kind: "directory" };
    const below = new Map<string, View>();
    for (const [tool, view] of this.#views) {
      const verdict = view.judge(entry);
      // A directory that is not listed itself is entered.
      if (verdict !== "shown" && verdict.rule !== "kind" && !this.#stopped.has(tool))
        this.#stopped.set(tool, `${entry.name}: ${this.#describe(verdict)}`);
      below.set(tool, await view.enter(entry, directory, this.#request.clock));
    }
    this.#views = below;
  }

  #describe(rule: Rule): string {
    return describeRule(rule, this.#request.denied);
  }
}

async function openViews(
  { workspace, discovery }: ViewContext,
  start: readonly string[],
  { walkers, options, denied, clock }: ViewRequest,
): Promise<Views> {
  const obeysAny = walkers.some(({ respectsGitignore }) => respectsGitignore);
  const rules = obeysAny ? await openIgnored(discovery, workspace, start, clock) : null;
  const location = start.map(rawToText).join("/") || ".";
  const toView = ({ respectsGitignore, rules: rulesOf }: Walker) => {
    const sources = { path: location, denied, ignored: respectsGitignore ? rules : null };
    return View.atStart(rulesOf(options), sources, { location });
  };
  return new Map(walkers.map((walker) => [walker.tool, toView(walker)]));
}
