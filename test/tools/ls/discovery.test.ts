// LSTool on porthole's own file service: what git and gemini ignore in a real folder. Leaves the rules themselves to
// test/discovery, and other services to ../ls.test.ts.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FileDiscoveryService } from "../../../src/discovery/service.ts";
import type { LSToolConfig } from "../../../src/tools/ls.ts";
import { addEntries, makeTempFolder, makeTree } from "../../support/tree.ts";
import { STRATEGIES } from "../../support/workspaces.ts";
import { linesOf, makeHost } from "./host.ts";

const REPOSITORY = ["dir .git/objects", "dir .git/refs", "file .git/HEAD ref: refs/heads/main\n"];

/** Nothing of the person who runs the tests is read. */
function hostOn(root: string, directories: readonly string[] = [root]): LSToolConfig {
  const service = new FileDiscoveryService(root, { environment: { HOME: makeTempFolder() } });
  return { ...makeHost(root, { directories }), getFileService: () => service };
}

describe.each(STRATEGIES)("with porthole's file service, kept by %s", (strategy) => {
  test("LS-05 hides what git hides: directories by rules for directories, and all that is below them", async () => {
    const root = makeTree([
      ...REPOSITORY,
      "file .gitignore dist/\n*.log\n!keep.log\n",
      "file dist/a x",
      "file dist/keep.log x",
      "file src/dist x",
      "symlink src/link ../dist",
      "file src/.gitignore /x\n",
      "file src/x x",
      "file src/y.log x",
      "file keep.log x",
    ]);
    const host = hostOn(root);
    expect(await linesOf(host, root, { strategy })).toEqual([
      "[DIR] src",
      ".gitignore",
      "keep.log",
      "",
      "(2 git-ignored)",
    ]);
    const inSrc = ["[DIR] link", ".gitignore", "dist", "", "(2 git-ignored)"];
    expect(await linesOf(host, join(root, "src"), { strategy })).toEqual(inSrc);
    const hidden = ["", "", "(2 git-ignored)"];
    expect(await linesOf(host, join(root, "dist"), { strategy })).toEqual(hidden);
    expect(await linesOf(host, join(root, "src/link"), { strategy })).toEqual(hidden);
  });

  test("LS-05 hides what gemini's own file says, with or without git, and sees it change", async () => {
    const root = makeTree([
      "file .gitignore a\n",
      "file .geminiignore sub/\nb\n",
      "file a x",
      "file b x",
      "dir sub/deep",
    ]);
    const host = hostOn(root);
    const seen = [".geminiignore", ".gitignore", "a", "", "(2 gemini-ignored)"];
    expect(await linesOf(host, root, { strategy })).toEqual(seen);
    const both = { file_filtering_options: { respect_gemini_ignore: false } };
    expect(await linesOf(host, root, { strategy, ...both })).toEqual([
      "[DIR] sub",
      ".geminiignore",
      ".gitignore",
      "a",
      "b",
    ]);
    addEntries(root, [...REPOSITORY, "file .geminiignore b\n"]);
    expect(await linesOf(host, root, { strategy })).toEqual([
      "[DIR] sub",
      ".geminiignore",
      ".gitignore",
      "",
      "(2 git-ignored, 1 gemini-ignored)",
    ]);
  });

  test("LS-09 ignores nothing in another workspace directory, whatever its own files say", async () => {
    const root = makeTree([
      ...REPOSITORY,
      "file .gitignore a\n",
      "file a x",
      "dir sub",
      "file sub/a x",
      "file sub/b x",
    ]);
    const other = makeTree([...REPOSITORY, "file .gitignore a\n", "file a x"]);
    const host = hostOn(root, [root, other, join(root, "sub")]);
    expect(await linesOf(host, other, { strategy })).toEqual(["[DIR] .git", ".gitignore", "a"]);
    expect(await linesOf(host, join(root, "sub"), { strategy })).toEqual(["b", "", "(1 git-ignored)"]);
  });
});
