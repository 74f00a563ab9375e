// A `.git` above the workspace that a stranger may have made, as anybody can in `/tmp`: neither it nor the ignore files that it would make
// count are obeyed.

import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { addEntries, makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { REPOSITORY, serve } from "./services.ts";

const SHARED = [
  ...REPOSITORY,
  "file .git/info/exclude excluded",
  "file .gitignore ignored",
  "file between/.gitignore below",
  "file between/ws/.gitignore own",
];
const ASKED = ["excluded", "ignored", "below", "own", "kept"];
const NOBODY = "65534:65534";

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("tests with a repository of another user are skipped: only root can make one");

/** The shared folder, after `change`. */
function layOut(change: (shared: string) => void): string {
  const shared = makeTree(SHARED);
  change(shared);
  return shared;
}

const give = (path: string) => execFileSync("chown", ["-hR", NOBODY, path]);

/** Puts a link in the place of `.git`, which is still there as `real`. */
const linkTo = (target: string) => (shared: string) => {
  renameSync(join(shared, ".git"), join(shared, "real"));
  symlinkSync(target, join(shared, ".git"));
};

/** As `git worktree` lays it out, beside the shared folder. */
function makeWorktree(shared: string): void {
  const main = join(dirname(shared), "main");
  mkdirSync(main);
  renameSync(join(shared, ".git"), join(main, ".git"));
  const folder = join(main, ".git/worktrees/x");
  const back = join(shared, ".git");
  addEntries(folder, ["file HEAD ref: refs/heads/x", "file commondir ../..", `file gitdir ${back}`]);
  addEntries(shared, [`file .git gitdir: ${folder}`]);
}

const OWN: Record<string, (shared: string) => void> = {
  "is a folder": () => {},
  "is a file": makeWorktree,
};

const LINKS: Record<string, (shared: string) => void> = {
  "leads to a repository beside it": linkTo("real"),
  "leads to a repository elsewhere": (shared) => linkTo(makeTree(REPOSITORY))(shared),
  "leads into the workspace": (shared) => {
    addEntries(
      join(shared, "between/ws"),
      REPOSITORY.map((line) => line.replace(".git", "mine")),
    );
    linkTo("between/ws/mine")(shared);
  },
  "leads nowhere": linkTo("none"),
  "leads nowhere outside": linkTo("/nonexistent/none"),
};

const STRANGERS: Record<string, (shared: string) => void> = {
  "is a folder": (shared) => give(join(shared, ".git")),
  "is a file": (shared) => {
    makeWorktree(shared);
    give(join(shared, ".git"));
  },
  "is a link to a repository of the user's": (shared) => {
    linkTo("real")(shared);
    give(join(shared, ".git"));
  },
};

// Where nobody is told who owns a file, nobody is a stranger.
describe.skipIf(process.getuid === undefined).each(STRATEGIES)("above a workspace kept by %s, .git", (strategy) => {
  const ask = (shared: string, root: string) => {
    const service = serve(join(shared, root), strategy);
    return [service.filterFiles(ASKED), service.problems()];
  };

  test.each(Object.entries(OWN))("of the user's own that %s is obeyed", (_what, change) => {
    const shared = layOut(change);
    expect(ask(shared, "between/ws")).toEqual([["kept"], []]);
    expect(ask(shared, "between")).toEqual([["own", "kept"], []]);
  });

  test.each(Object.entries(LINKS))("that is a link and %s is not obeyed [promise foreign-rules]", (_what, change) => {
    expect(ask(layOut(change), "between/ws")).toEqual([ASKED, []]);
  });

  test.skipIf(!isRoot).each(Object.entries(STRANGERS))(
    "of another user that %s is not obeyed [promise foreign-rules]",
    (_what, change) => {
      expect(ask(layOut(change), "between/ws")).toEqual([ASKED, []]);
    },
  );

  test.skipIf(!isRoot)("of another user does not hide the user's own further up", () => {
    const shared = layOut((folder) => {
      addEntries(join(folder, "between"), REPOSITORY);
      give(join(folder, "between/.git"));
    });
    expect(ask(shared, "between/ws")).toEqual([["kept"], []]);
  });

  test.skipIf(!isRoot)("counts as the user's own if the owner of the workspace made it", () => {
    const shared = layOut((folder) => {
      give(join(folder, ".git"));
      give(join(folder, "between/ws"));
    });
    expect(ask(shared, "between/ws")).toEqual([["kept"], []]);
  });
});
