// Walks over real folders for tests, with everything that is done to the disk written down.

import { CallClock } from "../../src/disk/call_clock.ts";
import type { ListRequest, SealedDirectory, Strategy } from "../../src/disk/types.ts";
import { DeniedPatterns } from "../../src/view/denied/patterns.ts";
import type { EntryRules } from "../../src/walk/entry_filter.ts";
import { PathGlobs, readPathGlob } from "../../src/walk/path_globs.ts";
import { Walk, type WalkOptions } from "../../src/walk/walk.ts";
import { recordDirectory } from "../support/recorded_directory.ts";
import { openDirectory, STRATEGIES, withWorkspace } from "../support/workspaces.ts";

export interface WalkSetup extends Partial<Omit<WalkOptions, "rules">> {
  readonly pattern?: string;
  readonly rules?: Partial<EntryRules>;
  readonly clock?: CallClock;
  readonly strategy?: Strategy;
  /** May change what is asked of a directory, or throw in its place. */
  readonly onList?: (request: ListRequest, location: string) => ListRequest;
  readonly wrap?: (directory: SealedDirectory) => SealedDirectory;
}

/** Everything is shown, nothing is hidden. */
const ALL: EntryRules = {
  kinds: { file: "visit", directory: "visit", symlink: "visit", other: "visit" },
  sought: null,
  include: null,
  exclude: null,
  includeHidden: true,
  includeIgnored: true,
  denied: new DeniedPatterns({}),
  showsDenied: true,
};

export const FILES: EntryRules["kinds"] = { file: "visit", directory: "pass", symlink: "linked", other: "unreadable" };

export const globs = (...patterns: string[]) => new PathGlobs(patterns.map((pattern) => readPathGlob("glob", pattern)));

/** `use` gets the walk and the log of recorded_directory.ts. */
export async function withWalk<T>(
  root: string,
  setup: WalkSetup,
  use: (walk: Walk, log: string[]) => Promise<T>,
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
    const directory = recordDirectory(wrap?.(opened) ?? opened, log, onList);
    const sought = pattern === undefined ? {} : { sought: globs(pattern) };
    const walk = new Walk(
      { directory, path: ".", ignored: null, clock },
      { maxEntries: 1_000_000, ...options, rules: { ...ALL, ...sought, ...rules } },
    );
    try {
      return await use(walk, log);
    } finally {
      walk.close();
    }
  });
}

export async function visitAll(walk: Walk): Promise<string[]> {
  const paths: string[] = [];
  for (let visit = await walk.next(); visit !== null; visit = await walk.next()) paths.push(visit.path);
  return paths;
}
