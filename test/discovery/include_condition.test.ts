// Conditional includes of a user's git configuration. git is the oracle for which of many conditions hold in a repository.
// Leaves what is done with an included file to sources.test.ts.

import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMet } from "../../src/discovery/include_condition.ts";
import { findRepository } from "../../src/discovery/repository.ts";
import { RuleFileReader } from "../../src/discovery/rule_file_reader.ts";
import { UserFolders } from "../../src/discovery/user_folders.ts";
import { retryBlocking } from "../../src/workspace/retry.ts";
import { times } from "../support/scale.ts";
import { makeTempFolder } from "../support/tree.ts";
import { withWorkspace } from "../support/workspaces.ts";
import { type GitWorld, makeRepository, makeWorld, noGit, runGit } from "./git_oracle.ts";

interface Scenery {
  readonly world: GitWorld;
  readonly root: string;
  readonly config: string;
}

/** A repository at `~/Work/team/a[b]`, on the branch `feature/x`. The home is reached through a link. */
function makeScenery(): Scenery {
  const base = realpathSync(makeTempFolder());
  const root = join(base, "real", "Work", "team", "a[b]");
  mkdirSync(root, { recursive: true });
  symlinkSync("real", join(base, "home"));
  makeRepository(root);
  writeFileSync(join(root, ".git", "HEAD"), "ref: refs/heads/feature/x\n");
  const world = makeWorld(join(base, "home"));
  return { world, root, config: join(world.home, ".gitconfig") };
}

/** Which of the conditions git takes for met. */
function askGit({ world, root, config }: Scenery, conditions: readonly string[]): boolean[] {
  const quote = (text: string) => text.replace(/[\\"]/g, "\\$&");
  const lines = conditions.map((condition, index) => {
    writeFileSync(join(world.home, `${index}`), `[met]\n\tc${index} = 1\n`);
    return `[includeIf "${quote(condition)}"]\n\tpath = ${index}\n`;
  });
  writeFileSync(config, lines.join(""));
  const met = new Set(runGit(world, root, ["config", "--get-regexp", "^met"]).toString().split("\n"));
  return conditions.map((_, index) => met.has(`met.c${index} 1`));
}

function askUs({ world, root, config }: Scenery, conditions: readonly string[]): (boolean | null)[] {
  return withWorkspace(root, "verify", (workspace) => {
    const files = new RuleFileReader(workspace);
    const repository = retryBlocking(() => findRepository(files));
    if (repository === null) throw new Error("no repository");
    const scene = { files, repository, folders: new UserFolders(world.environment) };
    return retryBlocking(() => conditions.map((condition) => isMet(condition, config, scene)));
  });
}

const conditionsIn = (root: string) => [
  ...["gitdir:~/", "gitdir:~/Work/", "gitdir:~/work/", "gitdir/i:~/work/", "gitdir:~/Work", "gitdir:~/Work/**"],
  ...[
    "gitdir:Work/",
    "gitdir:team/",
    "gitdir:eam/",
    "gitdir:a[b]/",
    "gitdir:a\\[b]/",
    "gitdir:a\\[b]/.git",
    "gitdir:.git",
  ],
  ...["gitdir:./Work/", "gitdir:./work/", "gitdir/i:./work/", "gitdir:./*/team/", "gitdir:./", "gitdir:../", "gitdir:"],
  ...[`gitdir:${root}/`, `gitdir:${root.replace("[", "\\[")}/`, `gitdir:${root.replace("[", "\\[")}/.git`, "gitdir:/"],
  ...[
    "gitdir:/**/team/*/.git",
    "gitdir:/*/team/*/.git",
    "gitdir:**",
    "gitdir:*",
    "gitdir/i:**/TEAM/**",
    "gitdir:[",
    "gitdir",
  ],
  ...["onbranch:feature/x", "onbranch:feature/", "onbranch:feature", "onbranch:*", "onbranch:**", "onbranch:f*/?"],
  ...["onbranch:Feature/x", "onbranch:", "onbranch:main", "onbranch/i:feature/", "GITDIR:~/", "nothing:x", "", ":"],
];

describe.skipIf(noGit !== null || process.platform !== "linux")("a condition", () => {
  test("holds where git says so", () => {
    const scenery = makeScenery();
    const conditions = conditionsIn(scenery.root);
    const expected = askGit(scenery, conditions);
    const label = (met: readonly unknown[]) => conditions.map((condition, index) => [condition, met[index]]);
    expect(label(askUs(scenery, conditions))).toEqual(label(expected));
    expect(expected.filter(Boolean).length).toBeGreaterThan(15);
    expect(expected.filter((met) => !met).length).toBeGreaterThan(15);
  });

  test("holds where git says so, whatever the pattern", () => {
    const scenery = makeScenery();
    const kind = fc.constantFrom("gitdir:", "gitdir/i:", "onbranch:");
    const part = fc.constantFrom(
      ...["~/", "/", "./", "Work", "work", "team", "a[b]", "a\\[b]", "a?b*", ".git", "*", "**", "/**/", "t*", "[a-z]"],
      ...["feature", "feature/", "x", "?", "/", "/"],
    );
    const condition = fc.tuple(kind, fc.array(part, { maxLength: 6 })).map(([first, parts]) => first + parts.join(""));
    fc.assert(
      fc.property(fc.array(condition, { minLength: 200, maxLength: 200 }), (conditions) => {
        const expected = askGit(scenery, conditions);
        const label = (met: readonly unknown[]) => conditions.map((text, index) => [text, met[index]]);
        expect(label(askUs(scenery, conditions))).toEqual(label(expected));
      }),
      { numRuns: times(1, 8), endOnFailure: true },
    );
  });

  test("about a branch holds on none if none is checked out", () => {
    const scenery = makeScenery();
    writeFileSync(join(scenery.root, ".git", "HEAD"), `${"0".repeat(40)}\n`);
    const conditions = ["onbranch:**", "onbranch:*", "onbranch:"];
    expect([askUs(scenery, conditions), askGit(scenery, conditions)]).toEqual(new Array(2).fill([false, false, false]));
  });
});

test("a condition that takes what is not looked up is not understood", () => {
  const scenery = makeScenery();
  expect(askUs(scenery, ["hasconfig:remote.*.url:x", "gitdir:~somebody/", "gitdir:%(prefix)/"])).toEqual([
    ...[null, null, null],
  ]);
});
