// Rules from files that a stranger may have written: those that can be no rules, and the user's own where they are kept in the workspace.
// Leaves `.git` files that lead outside to git_layout.test.ts. dist/ must be built.

import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FileDiscoveryService } from "../../src/view/discovery_service.ts";
import { addEntries, makeTempFolder, makeTree } from "../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../support/unprivileged.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { REPOSITORY, serve } from "./services.ts";

describe("what a stranger writes for git", () => {
  const LONG = "/modules".repeat(130_000).slice(0, 1_000_000);

  test.each([`gitdir: ${LONG}\nx`, `gitdir: ${LONG}`, "gitdir: a\nb", "gitdir: a\0b"])(
    "that can be no path is not even taken apart: a .git file",
    (content) => {
      const root = makeTree([`file .git ${content}`, "file .gitignore *.log"]);
      const service = serve(root);
      // Not as one that leads outside.
      expect([service.filterFiles(["a.log", "b"]), service.problems()]).toEqual([["b"], []]);
    },
  );

  test("is no rule if nobody should read it, also where nobody says what is denied", () => {
    const root = makeTree([...REPOSITORY, "file .ssh/id_rsa secret\n", "symlink .geminiignore .ssh/id_rsa"]);
    const service = serve(root);
    expect([service.getGeminiIgnorePatterns(), service.shouldIgnoreFile("secret")]).toEqual([[], false]);
    expect(service.problems()).toEqual([{ source: "geminiignore", file: ".geminiignore", reason: "denied" }]);
  });

  test("does not count as the user's own where his configuration is kept in the workspace [promise foreign-rules]", () => {
    const outside = makeTree(["file secrets line-one\n"]);
    const root = makeTree([...REPOSITORY, `file gitconfig [core]\nexcludesFile = ${join(outside, "secrets")}`]);
    for (const home of [
      makeTree([`symlink .gitconfig ${join(root, "gitconfig")}`]),
      makeTree([`file .gitconfig [include]\npath = ${join(root, "gitconfig")}`]),
    ]) {
      const service = new FileDiscoveryService(root, { environment: { HOME: home } });
      expect(service.verdict("line-one")).toEqual({ ignored: false, from: null });
      expect(service.problems()).toMatchObject([{ source: "global", reason: "leads_outside" }]);
    }
  });

  test("nor where his excludes file is linked through the workspace to somewhere else [promise foreign-rules]", () => {
    const outside = makeTree(["file secrets line-one\n"]);
    const root = makeTree([...REPOSITORY, "file own line-two\n"]);
    symlinkSync(join(outside, "secrets"), join(root, "ignores"));
    const ask = (target: string) => {
      const home = makeTree([`symlink ignores ${target}`, "file .gitconfig [core]\nexcludesFile = ~/ignores"]);
      const service = new FileDiscoveryService(root, { environment: { HOME: home } });
      return [service.filterFiles(["line-one", "line-two"]), service.problems().map(({ reason }) => reason)];
    };
    expect(ask(join(root, "ignores"))).toEqual([["line-one", "line-two"], ["leads_outside"]]);
    expect(ask(join(root, "own"))).toEqual([["line-one"], []]);
    expect(ask(join(outside, "secrets"))).toEqual([["line-two"], []]);
  });

  test("in the environment, and is not understood, is reported", () => {
    const root = makeTree([...REPOSITORY]);
    const environment = { HOME: "/nonexistent", GIT_CONFIG_PARAMETERS: "'core.excludesfile'='x'" };
    const service = new FileDiscoveryService(root, { environment });
    expect([service.shouldIgnoreFile("a"), service.problems()]).toMatchObject([
      false,
      [{ source: "global", reason: "unsupported" }],
    ]);
  });
});

describe.skipIf(noUnprivilegedChild !== null)(
  "in a folder that may be passed through and not read, the workspace",
  () => {
    test.each(STRATEGIES)("has its own rules, and no others: %s", (strategy) => {
      const around = makeTempFolder();
      addEntries(around, ["file ws/.gitignore *.log", "file ws/a.log x", "file ws/b x", "dir ws/.git"]);
      chmodSync(around, 0o111);
      const names = runUnprivileged(
        `const { createAgentToolkit } = await import(new URL("lib.js", build));
       const config = { tools: { tree: { respect_gitignore: true } } };
       const toolkit = createAgentToolkit({ workspaceRoot: args[0], strategy: args[1], config });
       const { data, error } = await toolkit.tree(".", { entry_kind: "all" });
       toolkit.close();
       return error ? error.message : data.root.children.map(({ name }) => name);`,
        [join(around, "ws"), strategy],
      );
      expect(names).toEqual(["b"]);
    });
  },
);
