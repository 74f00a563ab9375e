// What git's configuration says about ignoring: the excludes file and whether case counts, and who may say it.
// Leaves the syntax to git_config.test.ts.

import { realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { IgnoreVerdict } from "../../src/git/ignore_verdict.ts";
import { FileDiscoveryService } from "../../src/view/discovery_service.ts";
import { makeTree } from "../support/tree.ts";
import { askGit, makeWorld, noGit } from "./git_oracle.ts";
import { NO_USER, REPOSITORY, serve } from "./services.ts";

const NOTHING = { ignored: false, from: null };
const told = (ignored: boolean, source: string, file: string | null, line: number, pattern: string | null) =>
  ({ ignored, from: { source, file, line, pattern } }) as IgnoreVerdict;

describe("the user's own git configuration", () => {
  const root = makeTree([...REPOSITORY]);
  const ask = (
    lines: readonly string[],
    environment: (home: string) => Record<string, string> = (HOME) => ({ HOME }),
  ) => {
    const home = makeTree(["file .config/git/ignore default", "file mine *.mine", "file yours *.yours", ...lines]);
    const service = new FileDiscoveryService(root, { environment: environment(home) });
    const ignored = ["default", "a.mine", "a.yours"].filter((path) => service.shouldIgnoreFile(path));
    return [ignored, service.problems().map(({ reason }) => reason)];
  };
  const config = (path: string) => `[core]\n\texcludesFile = ${path}\n`;

  test("names the excludes file; without it there is a default", () => {
    expect(ask([])).toEqual([["default"], []]);
    expect(ask([`file .gitconfig ${config("~/mine")}`])).toEqual([["a.mine"], []]);
    expect(ask([`file .config/git/config ${config("~/mine")}`])).toEqual([["a.mine"], []]);
    expect(ask([`file .config/git/config ${config("~/mine")}`, `file .gitconfig ${config("~/yours")}`])).toEqual([
      ["a.yours"],
      [],
    ]);
    expect(ask([`file .gitconfig ${config("~/nothing")}`])).toEqual([[], []]);
    expect(ask([`file .gitconfig ${config("")}`])).toEqual([[], []]);
  });

  test("is found where the environment says", () => {
    const lines = [
      `file .gitconfig ${config("~/mine")}`,
      `file other ${config("~/yours")}`,
      "file xdg/git/ignore *.mine",
      `file xdg2/git/config ${config("~/yours")}`,
    ];
    expect(ask(lines, (home) => ({ HOME: home, GIT_CONFIG_GLOBAL: join(home, "other") }))).toEqual([["a.yours"], []]);
    expect(ask(lines, (home) => ({ HOME: home, GIT_CONFIG_GLOBAL: "" }))).toEqual([["default"], []]);
    expect(ask(lines.slice(1), (home) => ({ HOME: home, XDG_CONFIG_HOME: join(home, "xdg") }))).toEqual([
      ["a.mine"],
      [],
    ]);
    expect(ask(lines.slice(1), (home) => ({ HOME: home, XDG_CONFIG_HOME: join(home, "xdg2") }))).toEqual([
      ["a.yours"],
      [],
    ]);
    expect(ask([], (home) => ({ HOME: home, XDG_CONFIG_HOME: "" }))).toEqual([["default"], []]);
    expect(ask(lines, () => ({}))).toEqual([[], []]);
  });

  test("may include other files, which may include others, but not for ever", () => {
    const included = ["file a [include]\npath = ~/b", `file b ${config("~/mine")}`];
    expect(ask(["file .gitconfig [include]\n\tpath = a\n", ...included])).toEqual([["a.mine"], []]);
    expect(ask(["file .gitconfig [include]\n\tpath = .gitconfig\n\tpath = .gitconfig\n"])).toEqual([
      ["default"],
      ["unsupported"],
    ]);
  });

  test("says where the excludes file is, a repository's does not", () => {
    const stranger = makeTree([...REPOSITORY, "file mine *.mine"]);
    writeFileSync(join(stranger, ".git", "config"), config(join(stranger, "mine")));
    expect(serve(stranger).shouldIgnoreFile("a.mine")).toBe(false);
  });

  test("may not include files on a condition: none is read or guessed, and that is reported", () => {
    const included = `file work ${config("~/mine")}`;
    const includeIf = (condition: string) => `file .gitconfig [includeIf "${condition}"]\n\tpath = work\n`;
    const conditions = [
      `gitdir:${realpathSync(root)}/`,
      "onbranch:main",
      "gitdir:/elsewhere/",
      "hasconfig:remote.*.url:x",
    ];
    for (const condition of [...conditions, "none:x"])
      expect(ask([includeIf(condition), included])).toEqual([["default"], ["unsupported"]]);
    expect(ask([`${includeIf("onbranch:main")}[include]\n\tpath = work\n`, included])).toEqual([
      ["a.mine"],
      ["unsupported"],
    ]);
  });

  test("may stand in the environment, which is the strongest", () => {
    const entries = (...pairs: readonly (readonly [string, string])[]) => ({
      GIT_CONFIG_COUNT: String(pairs.length),
      ...Object.fromEntries(pairs.map(([key], index) => [`GIT_CONFIG_KEY_${index}`, key])),
      ...Object.fromEntries(pairs.map(([, value], index) => [`GIT_CONFIG_VALUE_${index}`, value])),
    });
    const lines = [`file .gitconfig ${config("~/mine")}`];
    const yours = entries(["a.b", "c"], ["Core.excludesFile", "~/yours"]);
    expect(ask(lines, (HOME) => ({ HOME, ...yours }))).toEqual([["a.yours"], []]);
    expect(ask(lines, (HOME) => ({ HOME, ...yours, GIT_CONFIG_COUNT: "1" }))).toEqual([["a.mine"], []]);
    expect(ask(lines, (HOME) => ({ HOME, ...yours, GIT_CONFIG_COUNT: "-1" }))).toEqual([["a.mine"], []]);
    const folded = makeTree([...REPOSITORY, "file .gitignore A", "file .git/config [core]\nignorecase = false"]);
    const environment = { ...NO_USER, ...entries(["core.ignorecase", "true"]) };
    expect(new FileDiscoveryService(folded, { environment }).shouldIgnoreFile("a")).toBe(true);
    expect(serve(folded).shouldIgnoreFile("a")).toBe(false);
  });

  test.skipIf(noGit !== null)(
    "may include files from the environment, as git has it; what git stops at is reported",
    () => {
      const home = makeTree(["file rules *.mine", "file Inc [core]\nexcludesFile = ~/rules"]);
      const top = realpathSync(makeTree([...REPOSITORY, "file a.mine x"]));
      const inc = join(home, "Inc");
      const git = { fails: [] as string[], ignores: [] as string[] };
      const ours = { fails: [] as string[], ignores: [] as string[] };
      for (const [key, value] of [
        ["include.path", inc],
        ["Include.PATH", "~/Inc"],
        ["include.path", "Inc"],
        ["include.path", "../Inc"],
        ["include.path", ""],
        ["include.path", join(home, "missing")],
      ] as const) {
        const label = `${key}=${value}`;
        const entry = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: key, GIT_CONFIG_VALUE_0: value };
        const world = makeWorld(home);
        const environment = { ...world.environment, ...entry };
        try {
          if (askGit({ home, environment }, top, ["a.mine"])[0] !== null) git.ignores.push(label);
        } catch {
          git.fails.push(label);
        }
        const service = new FileDiscoveryService(top, { environment });
        if (service.shouldIgnoreFile("a.mine")) ours.ignores.push(label);
        if (service.problems().length > 0) ours.fails.push(label);
      }
      expect(ours).toEqual(git);
      expect([git.ignores.length, git.fails.length]).toEqual([2, 3]);
    },
  );

  test("may not include files on a condition from the environment either", () => {
    const entry = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "includeIf.onbranch:main.path", GIT_CONFIG_VALUE_0: "/b" };
    expect(ask([], (HOME) => ({ HOME, ...entry }))).toEqual([["default"], ["unsupported"]]);
  });

  test("that says a relative path means a file of the repository, as git has it, which is then told as such", () => {
    const top = makeTree([...REPOSITORY, "file excludes *.top", "file sub/excludes *.sub"]);
    const home = makeTree([`file .gitconfig ${config("excludes")}`]);
    const ask = (folder: string) => {
      const service = new FileDiscoveryService(folder, { environment: { HOME: home } });
      return [service.verdict("a.top"), service.verdict("a.sub"), service.problems()];
    };
    expect(ask(top)).toEqual([told(true, "global", "excludes", 1, "*.top"), NOTHING, []]);
    expect(ask(join(top, "sub"))).toEqual([told(true, "global", null, 1, null), NOTHING, []]);
    rmSync(join(top, "excludes"));
    expect(ask(top)).toEqual([NOTHING, NOTHING, []]);
    symlinkSync(join(home, ".gitconfig"), join(top, "excludes"));
    expect(ask(top)[2]).toEqual([{ source: "global", file: "excludes", reason: "leads_outside" }]);
    expect(ask(join(top, "sub"))[2]).toEqual([{ source: "global", file: null, reason: "leads_outside" }]);
  });

  test("that is not understood is reported, and the rest is obeyed", () => {
    expect(ask([`file .gitconfig ${config("~somebody/mine")}`])).toEqual([[], ["unsupported"]]);
    expect(ask([`file .gitconfig ${config("~/mine")}[broken`])).toEqual([["a.mine"], ["unsupported"]]);
    expect(ask(["dir .gitconfig"])).toEqual([["default"], ["not_a_file"]]);
  });

  test("is told with the user's folder shortened, or not at all", () => {
    const home = makeTree(["file mine *.mine"]);
    const elsewhere = makeTree(["file mine *.mine"]);
    const verdictWith = (path: string) => {
      writeFileSync(join(home, ".gitconfig"), config(path));
      return new FileDiscoveryService(root, { environment: { HOME: home } }).verdict("a.mine");
    };
    expect(verdictWith("~/mine")).toEqual(told(true, "global", "~/mine", 1, "*.mine"));
    expect(verdictWith(join(home, "mine"))).toEqual(told(true, "global", "~/mine", 1, "*.mine"));
    expect(verdictWith(join(elsewhere, "mine"))).toEqual(told(true, "global", null, 1, "*.mine"));
  });
});

describe("core.ignorecase", () => {
  const rules = "file .gitignore A.LOG\n*.Txt\n[X]1\n\\Y1\nSub/b*";
  const asked = ["a.log", "A.LOG", "b.TXT", "x1", "X1", "y1", "SUB/B", "É.log"];
  const ignoredIn = (config: string, HOME: string) => {
    const root = makeTree([...REPOSITORY, rules, `file .git/config ${config}`]);
    const service = new FileDiscoveryService(root, { environment: { HOME } });
    return asked.filter((path) => service.shouldIgnoreFile(path));
  };
  const exact = ["A.LOG", "X1"];
  const folded = ["a.log", "A.LOG", "b.TXT", "SUB/B"];

  test("makes letters match in both cases, but for those in brackets and behind backslashes, as git has it", () => {
    expect(ignoredIn("", NO_USER.HOME)).toEqual(exact);
    expect(ignoredIn("[core]\nignorecase = true", NO_USER.HOME)).toEqual(folded);
    expect(ignoredIn("[Core]\n IgnoreCase", NO_USER.HOME)).toEqual(folded);
    for (const value of ["yes", "ON", "1", "2k"]) {
      expect(ignoredIn(`[core]\nignorecase = ${value}`, NO_USER.HOME)).toEqual(folded);
    }
    for (const value of ["false", "no", "Off", "0", "", '""', "maybe"]) {
      expect(ignoredIn(`[core]\nignorecase = ${value}`, NO_USER.HOME)).toEqual(exact);
    }
  });

  test("is the user's where the repository says nothing", () => {
    const home = makeTree(["file .gitconfig [core]\nignorecase = true"]);
    expect(ignoredIn("", home)).toEqual(folded);
    expect(ignoredIn("[core]\nignorecase = false", home)).toEqual(exact);
  });
});
