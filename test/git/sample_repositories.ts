// The random repositories of oracle.test.ts, and git's word about their paths, for a program that is not a test: bench/ignore.mjs.

import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { askGit } from "./git_oracle.ts";
import { anyFoldersOf, anyRepository, type MadeRepository, makeFolders, makeFromPlan } from "./random_repository.ts";

export interface SampledPath {
  /** Relative to the root of the workspace. */
  readonly path: string;
  readonly isDirectory: boolean;
  /** Whether git ignores it. */
  readonly isIgnored: boolean;
}

export interface Sample {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly paths: readonly SampledPath[];
}

/** With ignore files of every kind at every level. */
export function sampleRepositories(count: number, seed: number): Iterable<Sample> {
  return sample(anyRepository, makeFromPlan, { numRuns: count, seed });
}

/** With 40 folders side by side, each with one or two patterns. */
export function sampleFolders(count: number, seed: number): Iterable<Sample> {
  return sample(anyFoldersOf(40), makeFolders, { numRuns: count, seed });
}

/** Each repository is removed when the next one is asked for. */
function* sample<Plan>(
  plans: fc.Arbitrary<Plan>,
  make: (plan: Plan) => MadeRepository,
  chosen: fc.Parameters<Plan>,
): Generator<Sample> {
  for (const plan of fc.sample(plans, chosen)) {
    const made = make(plan);
    try {
      yield { root: made.root, environment: made.world.environment, paths: samplePaths(made) };
    } finally {
      rmSync(made.base, { recursive: true });
    }
  }
}

/** Without links, and without names that are not UTF-8. */
function samplePaths({ world, top, prefix, entries }: MadeRepository): SampledPath[] {
  const raws = [...entries.keys()].filter((raw) => raw.startsWith(prefix) && isText(raw) && !isLink(top, raw));
  const answers = askGit(world, top, raws);
  return raws.map((raw, at) => ({
    path: toText(raw.slice(prefix.length)),
    isDirectory: entries.get(raw) ?? false,
    isIgnored: answers[at]?.pattern.startsWith("!") === false,
  }));
}

function toText(raw: string): string {
  return Buffer.from(raw, "latin1").toString("utf8");
}

function isText(raw: string): boolean {
  return Buffer.from(toText(raw)).toString("latin1") === raw;
}

function isLink(top: string, raw: string): boolean {
  return lstatSync(join(top, toText(raw))).isSymbolicLink();
}
