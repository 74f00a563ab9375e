// Walks over real folders for tests, with everything that is done to the disk written down.

import { CallClock } from "../../src/disk/call_clock.ts";
import type { Directory, ListRequest, Strategy } from "../../src/disk/types.ts";
import { DeniedPatterns } from "../../src/view/denied/patterns.ts";
import {
  defaultNamesUnasked,
  deniedFiles,
  dotGit,
  excludedBy,
  hidden,
  type Kinds,
  notIncludedBy,
  type ViewRules,
} from "../../src/view/rules.ts";
import { WalkFolder } from "../../src/walk/folder.ts";
import { PathGlobs, readPathGlob } from "../../src/walk/path_globs.ts";
import { nextInSlices, type Visit, Walk, type WalkOptions } from "../../src/walk/walk.ts";
import { promise, recordDirectory } from "../support/recorded_directory.ts";
import { openDirectory, STRATEGIES, withWorkspace } from "../support/workspaces.ts";

export interface WalkSetup extends Partial<Omit<WalkOptions, "sought">> {
  readonly pattern?: string;
  readonly rules?: Partial<Rules>;
  readonly clock?: CallClock;
  readonly strategy?: Strategy;
  /** May change what is asked of a directory, or throw in its place. */
  readonly onList?: (request: ListRequest, location: string) => ListRequest;
  readonly wrap?: (directory: Directory) => Directory;
}

/** The rules of a search, each of which a test may switch on. */
interface Rules {
  readonly kinds: Kinds;
  readonly include: PathGlobs | null;
  readonly exclude: PathGlobs | null;
  readonly includeHidden: boolean;
  readonly includeIgnored: boolean;
  readonly showsDenied: boolean;
}

/** Everything is shown, nothing is hidden. */
const ALL: Rules = {
  kinds: { file: "shown", directory: "shown", symlink: "shown", other: "shown" },
  include: null,
  exclude: null,
  includeHidden: true,
  includeIgnored: true,
  showsDenied: true,
};

function toViewRules({ kinds, include, exclude, includeHidden, includeIgnored, showsDenied }: Rules): ViewRules {
  const names = [
    includeIgnored ? dotGit : defaultNamesUnasked,
    ...(exclude === null ? [] : [excludedBy(exclude, exclude.top)]),
    ...(include === null ? [] : [notIncludedBy(include, include.top)]),
    ...(includeHidden ? [] : [hidden]),
    ...(showsDenied ? [] : [deniedFiles]),
  ];
  return { names, kinds };
}

export const FILES: Kinds = { file: "shown", directory: "unasked", symlink: "linked", other: "unreadable" };

export const globs = (...patterns: string[]) => new PathGlobs(patterns.map((pattern) => readPathGlob("glob", pattern)));

/** `use` gets the walk and the log of recorded_directory.ts. */
export async function withWalk<T>(
  root: string,
  setup: WalkSetup,
  use: (walk: DrivenWalk, log: string[]) => Promise<T>,
): Promise<T> {
  const {
    pattern,
    rules,
    clock = new CallClock(),
    strategy = STRATEGIES[0] ?? "verify",
    onList,
    wrap,
    ...options
  } = setup;
  return withWorkspace(root, strategy, async (workspace) => {
    const log: string[] = [];
    using opened = openDirectory(workspace, ".");
    const directory = recordDirectory(promise(wrap?.(opened.inner) ?? opened.inner), log, onList);
    const sources = { path: ".", denied: new DeniedPatterns({}), ignored: null };
    const folder = WalkFolder.atStart(directory.inner, toViewRules({ ...ALL, ...rules }), sources);
    const sought = pattern === undefined ? null : globs(pattern);
    const walk = new Walk(folder, { maxEntries: 1_000_000, ...options, sought });
    try {
      return await use(drive(walk, clock), log);
    } finally {
      walk.close();
    }
  });
}

/** A walk whose steps run in slices. */
export type DrivenWalk = Pick<Walk, "leftOut" | "mark" | "place" | "endedBy" | "turns"> & {
  next(): Promise<Visit | null>;
};

function drive(walk: Walk, clock: CallClock): DrivenWalk {
  return {
    leftOut: walk.leftOut,
    next: () => nextInSlices(walk, clock),
    get mark() {
      return walk.mark;
    },
    get place() {
      return walk.place;
    },
    get endedBy() {
      return walk.endedBy;
    },
    get turns() {
      return walk.turns;
    },
  };
}

export async function visitAll(walk: DrivenWalk): Promise<string[]> {
  const paths: string[] = [];
  for (let visit = await walk.next(); visit !== null; visit = await walk.next()) paths.push(visit.path);
  return paths;
}
