// What must hold where a disk gives every long name a short one as well (FAT, NTFS): no place in a call leads to a denied file by it, be it
// a path, a glob, a cursor or a link.

import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { mayMakeShortNames } from "../../src/disk/disk_kinds.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { runInFoldingFolder } from "../support/folding_child.ts";
import { makeFoldingFolder } from "../support/folding_mount.ts";
import { makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";

const INTERNALS = new URL("../../build/", import.meta.url).href;

// In the child, since only it sees the folder.
const MAKE = `
  const { mkdirSync, writeFileSync, symlinkSync, existsSync, mkdtempSync } = await import("node:fs");
  const { dirname, join } = await import("node:path");
  const { execFileSync } = await import("node:child_process");
  const [folder, strategy, internals] = args;
  const { toCallId } = await import(internals + "walk/cursor.js");
  const root = join(folder, "Work");
  const put = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const path of ["Hidden Folder/plan.txt", "Hidden Folder/deep/plan.txt", "in/Hidden Folder/plan.txt", "credentials.json"]) put(path, "TOP-SECRET");
  for (const path of ["aa.txt", "in/zz.txt", "zz.txt", "BACKUP~1/a.txt", "BACKUP~1/b.txt", "OLD~1.TXT"]) put(path, "OPEN");
  put(".portholeignore", "Hidden Folder/\\n");
  const shortOf = (name) => {
    if (process.platform !== "win32") return { "Hidden Folder": "HIDDEN~1", "credentials.json": "CREDEN~1.JSO" }[name];
    const listed = execFileSync("cmd", ["/d", "/c", "dir", "/x", root], { encoding: "latin1" });
    return listed.split(/\\r?\\n/).find((line) => line.endsWith(" " + name))?.split(/ +/).find((word) => word.includes("~")) ?? null;
  };
  const toolkit = library.createAgentToolkit({ workspaceRoot: root, strategy, defaults: "agent" });
  const shown = (answer) => answer.status === "success" ? answer.data : answer.error.code;
  const forge = (call, names, detail = "") =>
    Buffer.from(toCallId([toCallId(call), detail, names]) + ":" + detail + ":" + names, "latin1").toString("base64url");
  const LIST = [".", "list_files", "**", "file", false, false];
  const SEARCH = [".", "search_text", "SECRET|OPEN", false, false, [], [], "lines", 0, false, false];
  const find = async (after) => shown(await toolkit.listFiles(".", { pattern: "**", ...after })).paths;
  const search = async (after) => shown(await toolkit.searchText(".", { pattern: "SECRET|OPEN", ...after })).files?.map(({ path }) => path);
  const FILES = ["BACKUP~1/a.txt", "BACKUP~1/b.txt", "OLD~1.TXT", "aa.txt", "credentials.json", "in/zz.txt", "zz.txt"];
  const [hidden, secret] = [shortOf("Hidden Folder"), shortOf("credentials.json")];
`;

const run = (program: string, strategy: string) => runInFoldingFolder(MAKE + program, [strategy, INTERNALS]);

const noShortNames = makeFoldingFolder === null ? "no such folder" : await findFault();

async function findFault(): Promise<string | null> {
  const found = await run(
    'return hidden && secret && existsSync(join(root, hidden, "plan.txt")) && existsSync(join(root, secret));',
    "verify",
  );
  return found === true ? null : "this disk makes no short names";
}

if (noShortNames !== null) console.warn(`tests with short names are skipped: ${noShortNames}`);

describe.skipIf(noShortNames !== null).each(STRATEGIES)("where files have short names, kept by %s", (strategy) => {
  test("LK-07 LK-04 a cursor enters no denied folder by its short name", async () => {
    const program = `
      const found = [];
      for (const names of [hidden + "/", hidden + "/deep/", hidden + "/a", hidden.toLowerCase() + "/", "in/" + hidden + "/"]) {
        const [listed, searched] = [forge(LIST, names), forge(SEARCH, names)];
        const resources = await toolkit.resources.list({ id: "1", cursor: listed });
        found.push([await find({ after: listed }), await search({ after: searched }), resources.data?.resources.map(({ name }) => name)]);
      }
      return found.flat(2).filter((path) => !FILES.includes(path));`;
    expect(await run(program, strategy)).toEqual([]);
  });

  test("LK-07 LK-04 a search is not continued in a denied file by its short name", async () => {
    const program = `return (await search({ after: forge(SEARCH, secret, "0.0.0.0.0") })).filter((path) => !FILES.includes(path));`;
    expect(await run(program, strategy)).toEqual([]);
  });

  test("LF-04 LK-04 neither a pattern nor a completion enters a denied folder by its short name, or shows it", async () => {
    const program = `
      const found = [];
      for (const pattern of [hidden + "/*", hidden + "/plan.txt", hidden + "/**", "{in,aa}/" + hidden + "/*", hidden, secret])
        found.push(await find({ pattern, entry_kind: "all" }));
      const { data } = await toolkit.resources.complete({ id: "1", path: hidden + "/" });
      return [...found.flat(), ...data.values];`;
    expect(await run(program, strategy)).toEqual([]);
  });

  test("EX-13 a denied file is not read by its short name, nor through a link to that", async () => {
    const program = `
      const links = [["way", hidden], ["file", secret], ["there", "in/" + hidden + "/plan.txt"]];
      if (process.platform !== "win32") for (const [name, target] of links) symlinkSync(target, join(root, name));
      const found = [];
      for (const path of [hidden + "/plan.txt", secret, "in/" + hidden + "/plan.txt", "in/../" + secret, "way/plan.txt", "file", "there"])
        found.push(shown(await toolkit.invoke("read_file", { path })).content);
      found.push(shown(await toolkit.listDirectory(hidden)).entries, shown(await toolkit.tree("way")).root);
      return found.filter((content) => content !== undefined);`;
    expect(await run(program, strategy)).toEqual([]);
  });

  test("LK-07 a folder that is really called so is walked, and left and entered again between pages", async () => {
    const program = `
      const pages = [];
      for (let after = {}; after !== null && pages.length < 20; ) {
        const { paths, next } = shown(await toolkit.listFiles(".", { pattern: "**", max_results: 1, ...after }));
        pages.push(...paths);
        after = next === null ? null : { after: next };
      }
      return [pages, await find({ pattern: "BACKUP~1/*" })].map((paths) => paths.filter((path) => path.includes("~")));`;
    const inside = ["BACKUP~1/a.txt", "BACKUP~1/b.txt"];
    expect(await run(program, strategy)).toEqual([[...inside, "OLD~1.TXT"], inside]);
  });
});

const makesNone = process.platform === "linux" && !mayMakeShortNames(tmpdir());

test.skipIf(!makesNone).each(STRATEGIES)(
  "a disk that makes no short names has plain files so called, kept by %s",
  async (strategy) => {
    const workspaceRoot = makeTree(["file BACKUP~1/OLD~1.TXT OPEN", "symlink way BACKUP~1"]);
    using toolkit = createAgentToolkit({ workspaceRoot, strategy });
    for (const path of ["BACKUP~1/OLD~1.TXT", "way/OLD~1.TXT"])
      expect(await toolkit.invoke("read_file", { path })).toMatchObject({ data: { content: "OPEN" } });
  },
);
