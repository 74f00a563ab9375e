// git is the oracle: for every path of generated repositories, ignored or not, and by which line of which file.

import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openWorkspace } from "../../src/disk/open.ts";
import type { IgnoreVerdict } from "../../src/git/ignore_verdict.ts";
import type { IgnoreWalk } from "../../src/git/ignore_walk.ts";
import { FileDiscoveryService } from "../../src/view/discovery_service.ts";
import { isThorough, times } from "../support/scale.ts";
import { askGit, type GitAnswer, noGit } from "./git_oracle.ts";
import { anyFoldersOf, anyRepository, type MadeRepository, makeFolders, makeFromPlan } from "./random_repository.ts";

// At least 80 paths in each, and a quarter as many again with at least 500: 30,000 for 150.
const RUNS = times(1, 60);
/** In each of that quarter; each has at least 13 paths. */
const FOLDERS = isThorough ? 40 : 16;

const toText = (raw: string) => Buffer.from(raw, "latin1").toString("utf8");

/** What we should say where git says this. */
function expectedOf(answer: GitAnswer | null, made: MadeRepository): IgnoreVerdict {
  if (answer === null) return { ignored: false, from: null };
  const { file, line, pattern } = answer;
  const ignored = !pattern.startsWith("!");
  const shown = toText(pattern);
  if (file === made.globalFile) {
    const told = `~/${file.slice(made.world.home.length + 1)}`;
    return { ignored, from: { source: "global", file: told, line, pattern: shown } };
  }
  if (file.endsWith("info/exclude")) {
    const isInside = file === ".git/info/exclude" && made.prefix === "";
    return {
      ignored,
      from: { source: "info_exclude", file: isInside ? file : null, line, pattern: isInside ? shown : null },
    };
  }
  const isInside = file.startsWith(made.prefix);
  const told = isInside ? toText(file.slice(made.prefix.length)) : null;
  return { ignored, from: { source: "gitignore", file: told, line, pattern: isInside ? shown : null } };
}

/** The verdicts of a walk, in the order of `paths`, which are relative to the root. */
async function walkAll(
  service: FileDiscoveryService,
  made: MadeRepository,
  paths: readonly string[],
): Promise<IgnoreVerdict[]> {
  using workspace = openWorkspace(made.root);
  const walks = new Map<string, IgnoreWalk>();
  const verdicts: IgnoreVerdict[] = [];
  for (const path of paths) {
    const cut = path.lastIndexOf("/");
    const folder = path.slice(0, Math.max(cut, 0));
    const names = folder === "" ? [] : folder.split("/");
    const walk = walks.get(folder) ?? (await service.openWalk(workspace, names, { respectGeminiIgnore: false }));
    walks.set(folder, walk);
    verdicts.push(walk.verdict(path.slice(cut + 1), made.entries.get(made.prefix + path) ?? false));
  }
  return verdicts;
}

/** How many paths were compared. */
async function compare(made: MadeRepository): Promise<number> {
  const full = [...made.entries.keys()].filter((path) => path.startsWith(made.prefix) && path !== made.prefix);
  const paths = full.map((path) => path.slice(made.prefix.length));
  const expected = askGit(made.world, made.top, full).map((answer) => expectedOf(answer, made));
  const service = new FileDiscoveryService(made.root, { environment: made.world.environment });
  const found = await walkAll(service, made, paths);
  const label = (verdicts: readonly IgnoreVerdict[]) => verdicts.map((verdict, index) => [full[index], verdict]);
  expect(label(found)).toEqual(label(expected));

  const askable = paths.flatMap((path, index) =>
    Buffer.from(toText(path)).toString("latin1") === path ? [index] : [],
  );
  const shown = askable.filter((index) => !expected[index]?.ignored).map((index) => toText(paths[index] ?? ""));
  const asked = askable.map((index) => toText(paths[index] ?? ""));
  expect(service.filterFiles(asked, { respectGeminiIgnore: false })).toEqual(shown);
  // Of what lies beyond a link git says nothing.
  const slashed = asked.filter((path) => !lstatSync(join(made.root, path)).isSymbolicLink());
  return paths.length + compareSlashed(made, service, slashed);
}

/** The same paths with a slash behind them, whatever they are. */
function compareSlashed(made: MadeRepository, service: FileDiscoveryService, paths: readonly string[]): number {
  const full = paths.map((path) => `${made.prefix}${Buffer.from(path).toString("latin1")}/`);
  const expected = askGit(made.world, made.top, full).map((answer) => expectedOf(answer, made));
  const found = paths.map((path) => service.verdict(`${path}/`, { respectGeminiIgnore: false }));
  const label = (verdicts: readonly IgnoreVerdict[]) => verdicts.map((verdict, index) => [full[index], verdict]);
  expect(label(found)).toEqual(label(expected));
  return paths.length;
}

/** Compares as many as are asked for, and returns how many paths that were. */
async function compareAll<Plan>(
  plans: fc.Arbitrary<Plan>,
  make: (plan: Plan) => MadeRepository,
  numRuns: number,
): Promise<number> {
  let compared = 0;
  const property = fc.asyncProperty(plans, async (plan) => {
    const made = make(plan);
    try {
      compared += await compare(made);
    } finally {
      rmSync(made.base, { recursive: true });
    }
  });
  await fc.assert(property, { numRuns });
  console.log(`compared with git: ${compared} paths`);
  return compared;
}

describe.skipIf(noGit !== null)("git", () => {
  test("agrees on every path of repositories with ignore files of every kind, and on the line that decided", async () => {
    expect(await compareAll(anyRepository, makeFromPlan, RUNS)).toBeGreaterThanOrEqual(RUNS * 80);
  }, 3_600_000);

  test("agrees on every path of folders with one or two patterns each, and on the line that decided", async () => {
    const runs = Math.ceil(RUNS / 4);
    expect(await compareAll(anyFoldersOf(FOLDERS), makeFolders, runs)).toBeGreaterThanOrEqual(runs * FOLDERS * 12);
  }, 3_600_000);
});
