// What becomes of the entries of one directory: the values, and what is skipped or ends the call when the disk fails. The faults
// are put in the way of real directories. Leaves the texts to ../ls.test.ts.

import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CallClock, clockMs } from "../../../src/disk/call_clock.ts";
import { toToolError } from "../../../src/disk/faults.ts";
import type { SealedDirectory, Strategy } from "../../../src/disk/types.ts";
import type { ToolError } from "../../../src/errors.ts";
import { type IgnoreFilter, ignoreNothing, openIgnoreFilter } from "../../../src/tools/ls/ignored_entries.ts";
import { type FolderListing, type FolderRequest, listFolder } from "../../../src/tools/ls/listing.ts";
import { recordDirectory } from "../../support/recorded_directory.ts";
import { makeTree } from "../../support/tree.ts";
import { addRaw } from "../../support/tree_calls.ts";
import { at, errorOf, openDirectory, STRATEGIES, withWorkspace } from "../../support/workspaces.ts";
import { makeHost } from "./host.ts";

interface Setting {
  readonly root: string;
  readonly strategy: Strategy;
  readonly request?: Partial<FolderRequest>;
  readonly clock?: CallClock;
  readonly wrap?: (directory: SealedDirectory) => SealedDirectory;
}

function listIn({
  root,
  strategy,
  request,
  clock = new CallClock(),
  wrap = (d) => d,
}: Setting): Promise<FolderListing> {
  return withWorkspace(root, strategy, async (workspace) => {
    const directory = openDirectory(workspace, ".");
    const follow = (location: string) => workspace.resolve(at(location), clock);
    try {
      return await listFolder(
        wrap(directory),
        { path: root, ignore: [], judge: ignoreNothing, follow, ...request },
        clock,
      );
    } finally {
      directory.close();
    }
  });
}

const RESPECT_ALL = { respectGitIgnore: true, respectGeminiIgnore: true };

const namesOf = ({ entries }: FolderListing) => entries.map(({ name }) => name);

/** Fails where the metadata of that child is asked for. */
function failAt(name: string, error: ToolError): (directory: SealedDirectory) => SealedDirectory {
  return (directory) => {
    const recorded = recordDirectory(directory, []);
    const childMetadata = async (rawNames: readonly string[], clock: CallClock) => {
      const found = await recorded.childMetadata(rawNames, clock);
      return found.map((metadata, index) => (rawNames[index] === name ? error : metadata));
    };
    return { ...recorded, childMetadata };
  };
}

describe.each(STRATEGIES)("one directory, kept by %s", (strategy) => {
  test("LS-06 makes an entry of each: name, path, kind, size and time", async () => {
    const root = makeTree(["dir d", "file f hello", "symlink l f", "symlink to-d d", "file empty"]);
    for (const [name, seconds] of [
      ["d", 1],
      ["f", 1_700_000_000.5],
      ["empty", 0.25],
    ] as const) {
      utimesSync(join(root, name), seconds, seconds);
    }
    const at = (name: string) => ({ name, path: join(root, name) });
    const folder = { isDirectory: true, size: 0, modifiedTime: new Date(1000) };
    const file = { isDirectory: false, size: 5, modifiedTime: new Date(1_700_000_000_500) };
    expect(await listIn({ root, strategy })).toEqual({
      isEmpty: false,
      entries: [
        { ...at("d"), ...folder },
        { ...at("to-d"), ...folder },
        { ...at("empty"), isDirectory: false, size: 0, modifiedTime: new Date(250) },
        { ...at("f"), ...file },
        { ...at("l"), ...file },
      ],
      leftOut: 0,
      gitIgnoredCount: 0,
      geminiIgnoredCount: 0,
    });
  });

  test("LS-06 shows entries below the path that was asked for", async () => {
    const root = makeTree(["file f x"]);
    const { entries } = await listIn({ root, strategy, request: { path: "/as/./asked/" } });
    expect(entries.map(({ path }) => path)).toEqual(["/as/asked/f"]);
  });

  test("LS-06 is empty only if nothing at all lies in it", async () => {
    const ignored = makeTree(["file a.log x"]);
    expect((await listIn({ root: makeTree([]), strategy })).isEmpty).toBe(true);
    const { isEmpty, entries } = await listIn({ root: ignored, strategy, request: { ignore: ["*"] } });
    expect([isEmpty, entries]).toEqual([false, []]);
  });

  test.skipIf(process.platform !== "linux")(
    "LS-06 lists names that are not UTF-8, and skips links of such names",
    async () => {
      const root = makeTree([]);
      for (const raw of ["a\xff", "a\xfe"]) addRaw(root, "file", raw);
      addRaw(root, "dir", "\xff");
      symlinkSync("f", Buffer.from(`${root}/l\xff`, "latin1"));
      // What the link's name looks like is the name of something else.
      mkdirSync(join(root, "l\ufffd"));
      writeFileSync(join(root, "f"), "");
      const service = makeHost(root, { git: ["l\ufffd/"] });
      const judge = await openIgnoreFilter(service.getFileService(), ".", RESPECT_ALL, new CallClock());
      const listing = await listIn({ root, strategy, request: { judge } });
      expect(namesOf(listing)).toEqual(["\ufffd", "a\ufffd", "a\ufffd", "f"]);
      expect(listing.gitIgnoredCount).toBe(1);
    },
  );

  test("LS-06 skips what is gone or cannot be read when it is looked at", async () => {
    const root = makeTree(["file a x", "file b x", "file c x"]);
    const gone = { root, strategy, wrap: (directory: SealedDirectory) => removeAfterList(directory, join(root, "b")) };
    expect(namesOf(await listIn(gone))).toEqual(["a", "c"]);
    for (const code of ["ENOENT", "EACCES", "EIO", "ELOOP", "EBUSY"]) {
      const wrap = failAt("a", toToolError({ code }, "a"));
      expect([code, namesOf(await listIn({ root, strategy, wrap }))]).toEqual([code, ["c"]]);
    }
  });

  test("LS-06 ends when descriptors or time run out: an answer that lacks any number of entries would be wrong", async () => {
    const root = makeTree(["file a x", "file b x"]);
    const wrap = failAt("b", toToolError({ code: "EMFILE" }, "b"));
    expect((await errorOf(() => listIn({ root, strategy, wrap }))).retriable).toBe(true);
    const late = new CallClock({ deadlineMs: clockMs() - 1 });
    expect((await errorOf(() => listIn({ root, strategy, clock: late }))).code).toBe("TIMEOUT");
    const controller = new AbortController();
    const request = { judge: cancelAt(controller) };
    const clock = new CallClock({ signal: controller.signal });
    expect((await errorOf(() => listIn({ root, strategy, request, clock }))).code).toBe("CANCELLED");
  });

  test("LS-05 does not look at what is ignored", async () => {
    const root = makeTree(["file a.log x", "file b x", "file c x", "symlink d.log b"]);
    const log: string[] = [];
    const host = makeHost(root, { git: ["b"] });
    const judge = await openIgnoreFilter(host.getFileService(), ".", RESPECT_ALL, new CallClock());
    const wrap = (directory: SealedDirectory) => recordDirectory(directory, log);
    expect(namesOf(await listIn({ root, strategy, wrap, request: { judge, ignore: ["*.log"] } }))).toEqual(["c"]);
    expect(log).toEqual(["list .", "stat c"]);
  });

  test("LS-05 asks the file service in portions, and adds up what it says", async () => {
    const names = Array.from({ length: 1000 }, (_, i) => `f${i}`);
    const root = makeTree(names.map((name) => `file ${name} x`));
    const host = makeHost(root, {
      git: names.filter((_, i) => i % 2 === 0),
      gemini: names.filter((_, i) => i % 5 === 0),
    });
    const judge = await openIgnoreFilter(host.getFileService(), ".", RESPECT_ALL, new CallClock());
    const { entries, gitIgnoredCount, geminiIgnoredCount } = await listIn({ root, strategy, request: { judge } });
    expect([entries.length, gitIgnoredCount, geminiIgnoredCount]).toEqual([400, 500, 100]);
    expect(host.asked.length).toBe(1000);
  });
});

function removeAfterList(directory: SealedDirectory, path: string): SealedDirectory {
  const list: SealedDirectory["list"] = async (request, clock) => {
    const listing = await directory.list(request, clock);
    rmSync(path);
    return listing;
  };
  return { ...recordDirectory(directory, []), list };
}

function cancelAt(controller: AbortController): IgnoreFilter {
  const ask: IgnoreFilter["ask"] = (entries) => {
    controller.abort();
    return ignoreNothing.ask(entries);
  };
  return { portion: 1, ask };
}
