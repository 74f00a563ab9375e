// Links are followed after the directory has been read, one by one, each in slices of time, and only so many are kept at once. Leaves
// what is shown of them to ../ls.test.ts and listing.test.ts.

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CallClock } from "../../../src/disk/call_clock.ts";
import type { Strategy } from "../../../src/disk/types.ts";
import { type IgnoreFilter, openIgnoreFilter } from "../../../src/tools/ls/ignored_entries.ts";
import { type FolderListing, type FolderRequest, listFolder, MAX_SHOWN } from "../../../src/tools/ls/listing.ts";
import { HastyClock } from "../../support/hasty_clock.ts";
import { recordDirectory } from "../../support/recorded_directory.ts";
import { isPaired, isThorough } from "../../support/scale.ts";
import { makeTree } from "../../support/tree.ts";
import { at, errorOf, openDirectory, STRATEGIES, withWorkspace } from "../../support/workspaces.ts";
import { makeHost } from "./host.ts";

interface Setting {
  readonly root: string;
  readonly strategy: Strategy;
  readonly judge: IgnoreFilter;
  readonly clock?: CallClock;
  readonly ignore?: readonly string[];
}

/** Lists the folder `l`. `log` has what was done, `follow NAME` for each link. */
async function listLinks({ root, strategy, judge, clock = new CallClock(), ignore = [] }: Setting, log: string[] = []) {
  return withWorkspace(root, strategy, async (workspace): Promise<FolderListing> => {
    const directory = openDirectory(workspace, "l");
    const follow: FolderRequest["follow"] = (location) => {
      log.push(`follow ${location}`);
      return workspace.resolve(at(location), clock);
    };
    try {
      return await listFolder(recordDirectory(directory, log), { path: root, ignore, judge, follow }, clock);
    } finally {
      directory.close();
    }
  });
}

/** A host's own file service: it is asked about many entries at once. */
function judgeOf(
  root: string,
  ignored: { git?: readonly string[]; gemini?: readonly string[] } = {},
): Promise<IgnoreFilter> {
  const respectAll = { respectGitIgnore: true, respectGeminiIgnore: true };
  return openIgnoreFilter(makeHost(root, ignored).getFileService(), "l", respectAll, new CallClock());
}

const LINKS = isThorough ? 100 : 20;
const CHAIN = 30;

/** Each of the links in `l` goes through many others. */
function plantChains(): string {
  const chain = Array.from({ length: CHAIN }, (_, at) => `symlink c${at} ${at === 0 ? "f" : `c${at - 1}`}`);
  const links = Array.from({ length: LINKS }, (_, at) => `symlink l/x${at} ../c${CHAIN - 1}`);
  return makeTree(["file f hello", ...chain, ...links]);
}

describe.each(STRATEGIES)("in workspaces kept by %s", (strategy) => {
  test("the event loop gets a turn between links, and on the way through each", async () => {
    const root = plantChains();
    const clock = new HastyClock();
    const { entries } = await listLinks({ root, strategy, judge: await judgeOf(root), clock });
    expect([entries.length, new Set(entries.map(({ size }) => size))]).toEqual([LINKS, new Set([5])]);
    expect(clock.rests).toBeGreaterThan(LINKS * CHAIN);
  });

  test("a call that is cancelled on the way through a link follows no other", async () => {
    const root = plantChains();
    const controller = new AbortController();
    const log: string[] = [];
    const followed = () => log.filter((act) => act.startsWith("follow")).length;
    const clock = new HastyClock(() => followed() === 3 && controller.abort(), controller.signal);
    const error = await errorOf(async () => listLinks({ root, strategy, judge: await judgeOf(root), clock }, log));
    expect([error.code, followed()]).toEqual(["CANCELLED", 3]);
  });

  test.skipIf(!isPaired(0, strategy, STRATEGIES))(
    "of more links than are kept, all are followed once, and counts and order are the same",
    async () => {
      const root = makeTree(["dir d", "file f hello", "file l/plain x", "dir l/zz"]);
      const add = (name: string, target: string) => symlinkSync(target, join(root, "l", name));
      const toName = (at: number) => `x${String(at).padStart(6, "0")}`;
      for (let at = 0; at < MAX_SHOWN; at++) add(toName(at), at % 10 === 0 ? "../f" : "nowhere");
      // Those that come last as they are kept are shown first.
      for (const name of ["y1", "y2"]) add(name, "../d");
      for (const name of ["a.git", "y.git", "a.gemini", "y.tmp"]) add(name, "../f");
      const judge = await judgeOf(root, { git: ["l/a.git", "l/y.git"], gemini: ["l/a.gemini"] });
      const log: string[] = [];
      const listing = await listLinks({ root, strategy, judge, ignore: ["*.tmp"] }, log);
      const { entries, ...rest } = listing;
      expect(entries.slice(0, 6).map(({ name }) => name)).toEqual(["y1", "y2", "zz", "plain", toName(0), toName(10)]);
      expect(entries.length).toBe(4 + MAX_SHOWN / 10);
      expect(rest).toEqual({ isEmpty: false, leftOut: 0, gitIgnoredCount: 2, geminiIgnoredCount: 1 });
      const links = [...Array.from({ length: MAX_SHOWN }, (_, at) => toName(at)), "y1", "y2"];
      expect(log.filter((act) => act.startsWith("follow")).sort()).toEqual(links.map((name) => `follow l/${name}`));
      expect(log.filter((act) => act.startsWith("list"))).toEqual(["list l", "list l"]);
    },
  );
});
