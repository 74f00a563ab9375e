// Large ignore files are compiled in slices of time where the caller has a clock: the event loop runs meanwhile, a call can be cancelled,
// and the verdicts are those of a caller without one. Leaves how long a slice is to bench/rules.mjs.

import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CallClock } from "../../src/disk/call_clock.ts";
import { type Steps, toEnd } from "../../src/disk/steps.ts";
import { parseGitConfig } from "../../src/git/config.ts";
import { compileIgnoreFile } from "../../src/git/ignore_file.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { FileDiscoveryService } from "../../src/view/discovery_service.ts";
import { HastyClock } from "../support/hasty_clock.ts";
import { isThorough } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";
import { errorOf, STRATEGIES, withWorkspace } from "../support/workspaces.ts";
import { NO_USER, REPOSITORY, serve } from "./services.ts";

const COUNT = isThorough ? 20_000 : 3000;
const NAMES = Array.from({ length: COUNT }, (_, index) => `n${index}`).join("\n");
const LARGE = [
  ...REPOSITORY,
  `file .gitignore ${NAMES}\n!x`,
  `file a/.gitignore ${NAMES}`,
  `file a/b/.gitignore ${NAMES}`,
];

describe.each(STRATEGIES)("with the strategy %s", (strategy) => {
  const open = (service: FileDiscoveryService, root: string, clock: CallClock) =>
    withWorkspace(root, strategy, (workspace) => service.openWalk(workspace, ["a", "b"], {}, clock));

  test("a walk through large ignore files rests many times, and judges as one that does not [promise pattern-time]", async () => {
    const root = makeTree(LARGE);
    const service = serve(root, strategy);
    const clock = new HastyClock();
    const walk = await open(service, root, clock);
    // At least once for every 256 lines of the three files.
    expect(clock.rests).toBeGreaterThan((3 * COUNT) / 256);
    const names = ["n0", `n${COUNT - 1}`, `n${COUNT}`, "x", "y"];
    expect(names.filter((name) => !walk.isIgnored(name, false))).toEqual([`n${COUNT}`, "x", "y"]);
    expect(service.filterFiles(names.map((name) => `a/b/${name}`))).toEqual([`a/b/n${COUNT}`, "a/b/x", "a/b/y"]);
  });

  test("it ends when it is cancelled in the middle", async () => {
    const root = makeTree(LARGE);
    const controller = new AbortController();
    const clock = new HastyClock(() => clock.rests === 5 && controller.abort(), controller.signal);
    expect((await errorOf(() => open(serve(root, strategy), root, clock))).code).toBe("CANCELLED");
    expect(clock.rests).toBe(5);
  });

  test("it ends even if the files change all the time, with rules that were in force at some time", async () => {
    const root = makeTree(LARGE);
    const clock = new HastyClock(() => appendFileSync(join(root, "a/.gitignore"), `\nm${clock.rests}`));
    const walk = await open(serve(root, strategy), root, clock);
    expect([walk.isIgnored("n7", false), walk.isIgnored("m1", false)]).toEqual([true, true]);
  });

  test("what was compiled is kept: another walk has nothing to wait for", async () => {
    const root = makeTree(LARGE);
    const service = serve(root, strategy);
    // Old enough to be kept.
    const now = Date.now;
    Date.now = () => now() + 10_000;
    try {
      await open(service, root, new HastyClock());
      const clock = new HastyClock();
      await open(service, root, clock);
      // Some for each name on the way, none for any line.
      expect(clock.rests).toBeLessThan(10);
    } finally {
      Date.now = now;
    }
  });
});

test("large configurations of git are read in slices too", async () => {
  const root = makeTree([...REPOSITORY, "file .gitignore *.LOG"]);
  writeFileSync(join(root, ".git", "config"), `[core]\nignorecase = true\n${"[x]\na\n".repeat(20_000)}`);
  const clock = new HastyClock();
  const judge = await serve(root).openFolder(".", {}, clock);
  expect([judge({ raw: "a.log", kind: "file" }), judge({ raw: "a", kind: "file" })]).toEqual(["git", null]);
  expect(clock.rests).toBeGreaterThan(100);
});

test("long lines of git configurations, and long rules, are a step each", () => {
  const steps = (work: Steps<unknown>) => [...work].length + 1;
  const value = `a = ${"\\n".repeat(30_000)}\n`;
  const rule = `${"\\ ".repeat(30_000)}\n`;
  expect(steps(parseGitConfig(`[x]\n${value.repeat(16)}`))).toBeGreaterThanOrEqual(16);
  expect(steps(compileIgnoreFile(Buffer.from(rule.repeat(16)), false))).toBeGreaterThanOrEqual(16);
});

test("a long subsection with many names is not written out for each of them", () => {
  const text = `[core]\nignorecase\n[includeif "${"x".repeat(60_000)}"]\n${"path = y\n".repeat(10_000)}`;
  const { entries, isBroken } = toEnd(parseGitConfig(text));
  expect([entries.reduce((sum, { key }) => sum + key.length, 0) < 5_000_000, isBroken]).toEqual([true, true]);
  expect(entries[0]).toEqual({ key: "core.ignorecase", value: null });
});

test("of a git configuration, only the entries that are wanted are kept", () => {
  const text = `[core]\nignorecase\n${"a\n".repeat(100)}`;
  const entries = [{ key: "core.ignorecase", value: null }];
  expect(toEnd(parseGitConfig(text, (key) => key !== "core.a"))).toEqual({ entries, isBroken: false });
});

test("every tool that obeys rules reads them so [promise pattern-time]", async () => {
  const root = makeTree([...LARGE, "file a/b/n1 x", "file a/b/shown x"]);
  const pauses: number[] = [];
  class WatchedRules extends FileDiscoveryService {
    override *walkFrom(...asked: Parameters<FileDiscoveryService["walkFrom"]>) {
      const steps = super.walkFrom(...asked);
      for (let count = 0; ; count++) {
        const step = steps.next();
        if (!step.done) yield step.value;
        else {
          pauses.push(count);
          return step.value;
        }
      }
    }
  }
  const tools = { tree: { respect_gitignore: true }, list_directory: { respect_gitignore: true } };
  const makeRules = () => ({ workspaceRoot: root, discovery: new WatchedRules(root, { environment: NO_USER }) });
  using treeToolkit = createAgentToolkit({ ...makeRules(), config: { tools } });
  using listToolkit = createAgentToolkit({ ...makeRules(), config: { tools } });
  using gemini = createAgentToolkit({ ...makeRules(), dialect: "gemini" });
  const answers = [
    await treeToolkit.tree("a/b", { entry_kind: "all" }),
    await listToolkit.listDirectory("a/b"),
    await gemini.invoke("list_directory", { path: join(root, "a/b") }),
  ];
  for (const answer of answers) expect(JSON.stringify(answer)).toMatch(/^(?!.*n1\b).*shown/);
  expect(pauses.map((count) => count > (3 * COUNT) / 256)).toEqual([true, true, true]);
});
