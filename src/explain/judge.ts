// Says what one tool does with a path, and why: its own answer for the path by name, and the rules in the way of its walks as a sentence.

import { isInFolders } from "../disk/allowed_roots.ts";
import type { Denied } from "../view/verdict.ts";
import type { Seen } from "./facts.ts";
import { describeRule, UNREADABLE } from "./rule_words.ts";
import type { Trace } from "./trace.ts";
import type { NamedAnswer, ToolAnswer } from "./types.ts";
import type { ToolView } from "./views.ts";
import type { Obstacle } from "./views_along.ts";
import type { Walker } from "./walkers.ts";

type WalkAnswer = Omit<ToolAnswer, "by_name">;

/** A path inside the workspace, for all tools. */
export interface Asked {
  readonly unsafePath: unknown;
  readonly seen: Seen;
  /** The folders in which walks start. */
  readonly starts: readonly string[];
  /** By those that the path is below. */
  readonly traces: ReadonlyMap<string, Trace>;
  readonly denied: Denied;
}

export async function judge(view: ToolView, asked: Asked): Promise<ToolAnswer> {
  const by_name = await askByName(view, asked.unsafePath);
  const { word, reason } =
    view.walker === null
      ? { word: by_name.word === "answered" ? ("readable" as const) : by_name.word, reason: by_name.reason }
      : ((await new Walks(view, view.walker, asked, by_name).judge()) ?? judgeUnwalked(by_name, asked.starts));
  return { word: toOwnWord(view, word), reason, by_name };
}

/** For a path that is not inside the workspace. */
export async function refuse(view: ToolView, unsafePath: unknown, message: string): Promise<ToolAnswer> {
  const by_name = await askByName(view, unsafePath);
  return { word: "refused", reason: by_name.reason || message, by_name };
}

async function askByName(view: ToolView, unsafePath: unknown): Promise<NamedAnswer> {
  const outcome = await view.ask(unsafePath);
  if (outcome.status === "success")
    return { word: "answered", reason: view.findFault?.(outcome.data) ?? "", code: null };
  const { message, code } = outcome.error;
  return { word: "refused", reason: message, code };
}

/** For a path that no walk reaches. */
function judgeUnwalked({ word, reason }: NamedAnswer, starts: readonly string[]): WalkAnswer {
  return word === "refused" ? { word, reason } : hide(`walks start at ${starts.join(", ")}, and it is not in there`);
}

function toOwnWord({ name }: ToolView, word: WalkAnswer["word"]): WalkAnswer["word"] {
  if (name !== "search_text") return word;
  return word === "shown" ? "searched" : word === "hidden" ? "not searched" : word;
}

function hide(reason: string): WalkAnswer {
  return { word: "hidden", reason };
}

/** Written so that white space at the ends is kept: list_directory trims its argument. */
function toFolder(path: string): string {
  return `./${path}/.`;
}

class Walks {
  readonly #view: ToolView;
  readonly #walker: Walker;
  readonly #asked: Asked;
  readonly #byName: NamedAnswer;

  constructor(view: ToolView, walker: Walker, asked: Asked, byName: NamedAnswer) {
    this.#view = view;
    this.#walker = walker;
    this.#asked = asked;
    this.#byName = byName;
  }

  /** The first walk that shows the path; otherwise the result of the last one. Null if the path is below no start. */
  async judge(): Promise<WalkAnswer | null> {
    const { path } = this.#asked.seen.facts;
    let answer: WalkAnswer | null = null;
    for (const start of this.#asked.starts.filter((folder) => isInFolders(path, [folder]))) {
      const trace = this.#asked.traces.get(start);
      const { word, reason } = await askByName(this.#view, toFolder(start));
      if (word === "refused") answer = { word, reason };
      else
        answer = trace === undefined ? { word: "shown", reason: "walks start here" } : await this.#follow(start, trace);
      if (answer.word === "shown") break;
    }
    return answer;
  }

  // 1 shown 2 not there 3 what no option changes 4 what options change
  async #follow(start: string, trace: Trace): Promise<WalkAnswer> {
    const { seen } = this.#asked;
    const isUnknown = trace.isRefused && this.#walker.refused === "shown";
    const obstacles = trace.obstaclesOf(this.#walker.tool).filter(({ rule }) => !isUnknown || rule.rule !== "kind");
    const fixed = await this.#findFixed(start, trace, obstacles);
    if (trace.kind !== null && fixed === null && obstacles.length === 0) return this.#show(start, trace.kind);
    const { failure } = seen;
    // The tool's own message for the same failure says more: it may suggest a name.
    if (failure !== null)
      return { word: "refused", reason: this.#byName.code === failure.code ? this.#byName.reason : failure.message };
    return hide(fixed ?? this.#wordOptions(obstacles) ?? "the tool cannot access it, or the walk ends before it");
  }

  #show(start: string, kind: NonNullable<Trace["kind"]>): WalkAnswer {
    const from = start === "." ? "" : `in a walk from ${start}`;
    const reason = [this.#walker.conditionFor(kind), from].filter((part) => part !== "").join(", ");
    return { word: "shown", reason };
  }

  async #findFixed(start: string, trace: Trace, obstacles: readonly Obstacle[]): Promise<string | null> {
    const { path, links } = this.#asked.seen.facts;
    const fixed = obstacles.find(({ rule }) => this.#walker.optionAgainst(rule) === null);
    if (fixed !== undefined) return await this.#wordFixed(fixed);
    if (trace.barrier?.rule.rule === "denied")
      return (await askByName(this.#view, toFolder(trace.barrier.path))).reason;
    if (trace.barrier?.rule.rule === "kind")
      return `it is at ${this.#asked.seen.itself}, and walks do not follow the link ${links[0]}`;
    const depth = (start === "." ? path : path.slice(start.length + 1)).split("/").length;
    const { maxDepth } = this.#walker;
    if (depth > maxDepth) return `it is deeper than ${maxDepth} levels below ${start}`;
    if (trace.failure !== null) return trace.failure.message;
    return this.#view.findFault === undefined || trace.kind === null ? null : await this.#findContentFault(trace);
  }

  async #wordFixed({ name, rule }: Obstacle): Promise<string> {
    if (rule.rule === "always") return `${name} is always left out`;
    if (rule.rule === "ignored") return "git ignores it";
    if (rule.rule === "kind" && rule.counts === "special") return describeRule(rule, this.#asked.denied);
    const named = await askByName(this.#view, this.#asked.seen.facts.path);
    if (named.code === "SANDBOX_VIOLATION") return named.reason;
    return rule.rule === "kind" && rule.counts === "unreadable" ? UNREADABLE : describeRule(rule, this.#asked.denied);
  }

  /** For a tool that shows contents. */
  async #findContentFault({ kind, isRefused, sizeBytes }: Trace): Promise<string | null> {
    const outcome = await this.#view.ask(this.#asked.seen.facts.path);
    if (outcome.status !== "success") {
      const { code, message } = outcome.error;
      if (code === "SANDBOX_VIOLATION") return message;
      // A walk has found it, but its name is not UTF-8, so it cannot be asked for.
      return code === "NOT_FOUND" && !isRefused ? null : UNREADABLE;
    }
    if (kind === "directory") return isRefused ? UNREADABLE : null;
    return this.#view.findFault?.(outcome.data, sizeBytes) || null;
  }

  /** The fewest options that show it, and why each is needed. */
  #wordOptions(obstacles: readonly Obstacle[]): string | null {
    const why = new Map<string, Obstacle>();
    for (const obstacle of obstacles) {
      const option = this.#walker.optionAgainst(obstacle.rule);
      if (option === null) return null;
      // Of a folder that git ignores and one that is left out by its name, the name says more.
      if (!why.has(option) || (obstacle.rule.rule === "default" && why.get(option)?.rule.rule === "ignored"))
        why.set(option, obstacle);
    }
    if (why.size === 0) return null;
    const isFirst = (option: string) => option === "include_hidden";
    const options = [...why.keys()].sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
    const reasons = options.flatMap((option) => this.#wordLiftable(why.get(option)));
    return `${reasons.join(", ")}; ${options.join(" and ")} ${options.length === 1 ? "shows" : "show"} it`;
  }

  #wordLiftable(obstacle: Obstacle | undefined): string[] {
    if (obstacle === undefined) return [];
    const words = describeRule(obstacle.rule, this.#asked.denied);
    if (obstacle.rule.rule === "default") return [`${obstacle.name} is ${words}`];
    return [obstacle.rule.rule === "hidden" ? `${obstacle.name} ${words}` : words];
  }
}
