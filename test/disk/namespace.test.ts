// Places that look like the workspace and are not: another mount namespace has other things under the same path, and a disk that was
// taken away while it was in use has no path at all. dist/ must be built.

import { realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as library from "../../src/lib.ts";
import { type Answers, collectAnswers } from "../support/answers.mjs";
import { answerOf } from "../support/child_program.ts";
import { IN_NAMESPACE, inhabit } from "../support/namespaces.mjs";
import { paired } from "../support/scale.ts";
import { addEntries, makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";

const STOLEN = ["stolen", "theirs"];

/** The answers in which something from outside stands. */
function tellingOnes(answers: Answers): string[] {
  return Object.keys(answers).filter((label) => STOLEN.some((word) => JSON.stringify(answers[label]).includes(word)));
}

/** Those of tools, which must be violations and are not. */
function unrefused(answers: Answers): string[] {
  const ofTools = Object.keys(answers).filter((label) => /^(tree|list|read|gemini) /.test(label));
  expect(ofTools.length).toBeGreaterThan(0);
  return ofTools.filter((label) => !JSON.stringify(answers[label]).includes('"code":"SANDBOX_VIOLATION"'));
}

function leaveOut(answers: Answers, path: string): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([label]) => !label.endsWith(` ${path}`)));
}

// Whoever obeys `sub/.gitignore` has read it.
const FILL =
  "mkdir -p $1/var/sub; for f in secret theirs sub/theirs; do echo stolen >$1/var/$f; done; echo '*.o' >$1/var/sub/.gitignore";
const PATHS = ["var", "var/secret", "var/sub", "var/sub/x.o", "var/none"];

describe.skipIf(IN_NAMESPACE === null)("EX-12 a link into another mount namespace leads out", () => {
  const MOUNTS = {
    "a tmpfs in the place of the workspace": `mount -t tmpfs tmpfs $1; ${FILL}`,
    "another folder in the place of the workspace": `${FILL.replaceAll("$1", "$2")}; mount --bind $2 $1`,
  };
  const LINKS: Record<string, (pid: number, root: string) => string> = {
    root: (pid, root) => `/proc/${pid}/root${root}/var`,
    cwd: (pid) => `/proc/${pid}/cwd/var`,
  };
  const PLACES = paired(Object.entries(MOUNTS), Object.entries(LINKS)).map(([[what, mount], [door, toTarget]]) => ({
    what,
    mount,
    door,
    toTarget,
  }));
  const CASES = paired(PLACES, STRATEGIES).map(([place, strategy]) => ({ ...place, strategy }));

  test.each(CASES)("$what, by /proc/PID/$door: $strategy [promise outside]", async ({ strategy, mount, toTarget }) => {
    const root = realpathSync(makeTree(["dir .git", "file mine x"]));
    const beside = join(root, "../beside");
    addEntries(beside, ["file empty"]);
    const inhabitant = await inhabit(`${mount}; cd $1`, [root, beside]);
    try {
      symlinkSync(toTarget(inhabitant.pid, root), join(root, "var"));
      const answers = await collectAnswers(library, { root, paths: PATHS, strategy });
      expect({ telling: tellingOnes(answers), unrefused: unrefused(answers) }).toEqual({ telling: [], unrefused: [] });
      expect(answers["rules var/sub/x.o"]).toMatchObject({ git: { ignored: false } });
    } finally {
      await inhabitant.leave();
    }
  });
});

// The kernel calls what is held `/` then, and an absolute link looks as if it began there.
const PROGRAM = `
  const { execFileSync } = await import("node:child_process");
  const { symlinkSync, writeFileSync, mkdirSync } = await import("node:fs");
  const [{ mount, top, ...question }] = args;
  execFileSync("mount", ["-t", "tmpfs", "tmpfs", mount]);
  mkdirSync(question.root, { recursive: true });
  writeFileSync(question.root + "/mine", "mine");
  symlinkSync("/" + top, question.root + "/" + top);
  const toolkits = answers.openToolkits(library, question);
  execFileSync("umount", ["-l", mount]);
  return await answers.askToolkits(toolkits, question);`;

describe.skipIf(IN_NAMESPACE === null)("EX-12 after the workspace's disk was unmounted while in use", () => {
  const PLACES = { "the disk itself": ".", "a folder on it": "a/ws" };
  const CASES = paired(Object.entries(PLACES), STRATEGIES).map(([[what, place], strategy]) => ({
    strategy,
    what,
    place,
  }));

  test.each(CASES)("no link leads out of $what: $strategy [promise outside]", async ({ strategy, place }) => {
    const mount = realpathSync(makeTree(["dir empty"]));
    const outside = join(mount, "../outside");
    addEntries(outside, ["file f stolen", "file sub/theirs stolen"]);
    const [, top = "", ...below] = realpathSync(outside).split("/");
    const paths = ["f", "sub", "none"].map((name) => [top, ...below, name].join("/"));
    const question = { mount, top, root: join(mount, place), paths: [top, ...paths, "mine"], strategy };
    const { "read mine": mine, ...answers } = (await answerOf(IN_NAMESPACE ?? [], PROGRAM, [question])) as Answers;
    expect({ telling: tellingOnes(answers) }).toEqual({ telling: [] });
    // By handles the disk is still there; by paths there is another folder now.
    if (strategy === "handles") expect(mine).toMatchObject({ content: { content: "mine" } });
    else expect(mine).toMatchObject({ is_error: true });
    if (strategy === "handles") expect(unrefused(leaveOut(answers, "mine"))).toEqual([]);
  });
});
