// The views of several tools during a walk down to one folder, and the rules that stop each of them on the way.

import type { ToolContext } from "../call/context.ts";
import { rawToText } from "../disk/names.ts";
import type { Steps } from "../disk/steps.ts";
import type { Directory, Entry } from "../disk/types.ts";
import type { ContentVerdict, Denied, Rule } from "../view/verdict.ts";
import { openIgnored, View } from "../view/view.ts";
import type { Walker, WalkOptions } from "./walkers.ts";

export type ViewContext = Pick<ToolContext, "workspace" | "discovery">;

export interface ViewRequest {
  readonly walkers: readonly Walker[];
  readonly options: WalkOptions;
  readonly denied: Denied;
}

/** A rule that leaves out an entry, or keeps a walk from entering it. */
export interface Obstacle {
  readonly name: string;
  /** The location of the entry. */
  readonly path: string;
  readonly rule: Rule;
}

/** In order, by tool. */
export type Obstacles = ReadonlyMap<string, readonly Obstacle[]>;

export class ViewsAlong {
  readonly #views: ReadonlyMap<string, View>;
  /** On the way to this folder. */
  readonly #obstacles: Obstacles;

  private constructor(views: ReadonlyMap<string, View>, obstacles: Obstacles) {
    this.#views = views;
    this.#obstacles = obstacles;
  }

  /** For walks that start at a folder, by its raw names. No link may be on the way to it. */
  static *atStart(
    { workspace, discovery }: ViewContext,
    start: readonly string[],
    { walkers, options, denied }: ViewRequest,
  ): Steps<ViewsAlong> {
    const obeysAny = walkers.some(({ respectsGitignore }) => respectsGitignore);
    const rules = obeysAny ? yield* openIgnored(discovery, workspace.inner, start) : null;
    const location = start.map(rawToText).join("/") || ".";
    const toView = (walker: Walker) => {
      const sources = { path: location, denied, ignored: walker.respectsGitignore ? rules : null };
      return View.atStart(walker.rules(options), sources, { location });
    };
    return new ViewsAlong(new Map(walkers.map((walker) => [walker.tool, toView(walker)])), new Map());
  }

  /** What leaves out the folder itself, or one above it. */
  obstaclesOf(tool: string): readonly Obstacle[] {
    return this.#obstacles.get(tool) ?? [];
  }

  /** Every rule by which the tools leave out an entry of the folder. */
  judge(entry: Entry): Obstacles {
    const toObstacles = (view: View) => view.judgeAll(entry).map((rule) => this.toObstacle(entry, rule));
    return new Map([...this.#views].map(([tool, view]) => [tool, toObstacles(view)]));
  }

  toObstacle({ name }: Entry, rule: Rule): Obstacle {
    return { name, path: (this.#anyView?.location ?? "") + name, rule };
  }

  /** The same for all tools. */
  content(entry: Entry): ContentVerdict {
    return this.#anyView?.content(entry) ?? "open";
  }

  /** Enters a child, which is open as `directory`. A directory that a tool does not list is entered too. */
  *enter(entry: Entry, directory: Directory): Steps<ViewsAlong> {
    const views = new Map<string, View>();
    for (const [tool, view] of this.#views) views.set(tool, yield* view.enter(entry, directory));
    const obstacles = new Map<string, readonly Obstacle[]>();
    for (const [tool, found] of this.judge(entry)) {
      const others = found.filter(({ rule }) => rule.rule !== "kind");
      obstacles.set(tool, [...this.obstaclesOf(tool), ...others]);
    }
    return new ViewsAlong(views, obstacles);
  }

  get #anyView(): View | undefined {
    const [view] = this.#views.values();
    return view;
  }
}
