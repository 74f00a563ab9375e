// LSTool on porthole's own file service: what git and gemini ignore in a real folder. Leaves the rules themselves to
// test/view, and other services to ../ls.test.ts.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createAgentToolkit } from "../../../src/toolkit.ts";
import type { LSToolConfig } from "../../../src/tools/ls.ts";
import { FileDiscoveryService } from "../../../src/view/discovery_service.ts";
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

  test.skipIf(process.platform !== "linux")(
    "LS-05 goes by the bytes of a name, as git does, also if it is not UTF-8",
    async () => {
      const root = makeTree([...REPOSITORY, "dir sub", "file .geminiignore ?.txt\n"]);
      writeFileSync(join(root, "sub", ".gitignore"), "?.log\n[\xe0-\xff]x\n", "latin1");
      const folder = `${Buffer.from(root).toString("latin1")}/sub`;
      for (const name of ["\xff.log", "\xe9x", "\x80x", "\xff.txt", "\xff"]) {
        writeFileSync(Buffer.from(`${folder}/${name}`, "latin1"), "");
      }
      writeFileSync(Buffer.from(`${folder}/\xc3\xa9.log`, "latin1"), "");
      const seen = [".gitignore", "\ufffd", "\ufffdx", "é.log", "", "(2 git-ignored, 1 gemini-ignored)"];
      expect((await linesOf(hostOn(root), join(root, "sub"), { strategy })).sort()).toEqual(seen.sort());
      const service = new FileDiscoveryService(root, { environment: { HOME: makeTempFolder() } });
      using toolkit = createAgentToolkit({ workspaceRoot: root, dialect: "gemini", discovery: service, strategy });
      const answer = await toolkit.listDirectory(join(root, "sub"));
      expect(answer.status === "success" && answer.data.llmContent.split("\n").slice(1).sort()).toEqual(seen.sort());
    },
  );

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
