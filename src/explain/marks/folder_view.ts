// How the tools see one folder: walks down to it from the starts of their walks, as each tool would, and remembers which tools stop on the
// way.

import type { ToolContext } from "../../call/context.ts";
import type { CallClock } from "../../disk/call_clock.ts";
import { rawToText } from "../../disk/names.ts";
import { SandboxPath } from "../../disk/sandbox_path.ts";
import type { Entry, SealedDirectory } from "../../disk/types.ts";
import type { IgnoreWalk } from "../../git/ignore_walk.ts";
import type { Denied } from "../../view/denied/patterns.ts";
import type { FolderFilter, Omission, WalkFilter } from "../../walk/walk_filter.ts";
import { describeIgnore, KIND_WORDS, toRule } from "../rule_words.ts";

const ROOT = SandboxPath.ofLocation(".");

export type ViewContext = Pick<ToolContext, "workspace" | "discovery">;

export interface ViewRequest {
  readonly filters: readonly WalkFilter[];
  readonly denied: Denied;
  readonly clock: CallClock;
}

/** How one tool sees the folder. */
interface Seer {
  readonly tool: string;
  readonly filter: FolderFilter;
  readonly rules: IgnoreWalk | null;
}

type Rules = ReadonlyMap<WalkFilter["obeys"], IgnoreWalk | null>;

export class FolderView {
  readonly #request: ViewRequest;
  #rules: Rules = new Map();
  #seers: readonly Seer[] = [];
  /** The tools that do not reach the folder, and why. */
  readonly #stopped = new Map<string, string>();

  private constructor(request: ViewRequest, rules: Rules) {
    this.#request = request;
    this.#settle(rules);
  }

  /** `depth` is the number of levels between the start of the walk and `folder`. */
  static async open(
    context: ViewContext,
    folder: SealedDirectory,
    depth: number,
    request: ViewRequest,
  ): Promise<FolderView> {
    const start = folder.names.slice(0, folder.names.length - depth);
    const view = new FolderView(request, await openRules(context, start, request));
    if (depth > 0) await view.#goDown(context, start.length, folder);
    return view;
  }

  /** The tools that leave out an entry of the folder, each with its rule. */
  judge(entry: Entry): Map<string, string> {
    const leftOut = new Map<string, string>();
    for (const { tool, filter, rules } of this.#seers) {
      const omission = filter.leavesOut(entry);
      const rule = omission === null ? this.#stopped.get(tool) : this.#word(omission, entry, rules);
      if (rule !== undefined) leftOut.set(tool, rule);
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
    for (const { tool, filter, rules } of this.#seers) {
      const omission = filter.staysOut(entry);
      if (omission === null || this.#stopped.has(tool)) continue;
      this.#stopped.set(tool, `${entry.name}: ${this.#word(omission, entry, rules)}`);
    }
    const below = new Map<WalkFilter["obeys"], IgnoreWalk | null>();
    for (const [obeys, rules] of this.#rules)
      below.set(obeys, rules && (await rules.enter(raw, directory, this.#request.clock)));
    this.#settle(below);
  }

  #settle(rules: Rules): void {
    this.#rules = rules;
    this.#seers = this.#request.filters.map(({ tool, obeys, inFolder }) => {
      const obeyed = rules.get(obeys) ?? null;
      return { tool, filter: inFolder(obeyed), rules: obeyed };
    });
  }

  #word(omission: Omission, { raw, kind }: Entry, rules: IgnoreWalk | null): string {
    if (omission === "kind") return `it is ${KIND_WORDS[kind]}`;
    if (omission !== "ignored") return WORDS[omission];
    const verdict = rules?.verdict(raw, kind === "directory");
    const rule = verdict === undefined ? null : toRule(verdict, this.#request.denied);
    return rule === null ? "ignored" : describeIgnore(rule);
  }
}

const WORDS: Readonly<Record<Exclude<Omission, "ignored" | "kind">, string>> = {
  always: "always left out",
  default: "left out by default",
  excluded: "excluded",
  hidden: "starts with a dot",
};

/** At the start of a walk. If the start itself is ignored, the shared rules do not apply in it, because it was requested. */
async function openRules({ workspace, discovery }: ViewContext, start: readonly string[], request: ViewRequest) {
  const rules = new Map<WalkFilter["obeys"], IgnoreWalk | null>();
  for (const { obeys } of request.filters) {
    if (rules.has(obeys) || obeys === "nothing") continue;
    const walk = await discovery.openWalk(workspace, start, { respectGeminiIgnore: false }, request.clock);
    rules.set(obeys, walk.own.ignored ? null : walk);
  }
  return rules;
}
