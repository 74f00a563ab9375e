// Compiled rules are kept, and dropped the moment their file is another one. Leaves what the rules say to others.

import { appendFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openWorkspace } from "../../src/disk/open.ts";
import { inOneStep, toEnd } from "../../src/disk/steps.ts";
import type { Workspace } from "../../src/disk/types.ts";
import { FileCache, type FileCacheOptions } from "../../src/git/file_cache.ts";
import { RuleFileReader } from "../../src/git/rule_file_reader.ts";
import { isThorough } from "../support/scale.ts";
import { addEntries, makeTree } from "../support/tree.ts";
import { REPOSITORY, serve } from "./services.ts";

const opened: Workspace[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  for (const workspace of opened.splice(0)) workspace.close();
});

/** So that files made just now count as old: what changed a moment ago is never kept. A tick of the disk's own clock has to pass as well. */
function letTimePass(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  const now = Date.now() + 10_000;
  vi.spyOn(Date, "now").mockReturnValue(now);
}

describe("a service that was asked before", () => {
  const root = makeTree([...REPOSITORY, "file .gitignore aaa", "dir d"]);
  const file = join(root, ".gitignore");
  const service = serve(root);
  const shown = () => service.filterFiles(["aaa", "bbb", "d/ccc"]);

  test("sees an ignore file that was changed, with the same size and the same time of modification", () => {
    letTimePass();
    // Whole seconds: what a `Date` holds would not give back the nanoseconds.
    const time = new Date(1_600_000_000_000);
    const look = () => {
      const { ino, size, mtimeNs } = statSync(file, { bigint: true });
      return [ino, size, mtimeNs];
    };
    utimesSync(file, time, time);
    const before = look();
    expect(shown()).toEqual(["bbb", "d/ccc"]);
    writeFileSync(file, "bbb");
    utimesSync(file, time, time);
    expect(look()).toEqual(before);
    expect(shown()).toEqual(["aaa", "d/ccc"]);
  });

  test("sees one that was replaced, appeared or disappeared", () => {
    letTimePass();
    writeFileSync(`${file}.new`, "aaa");
    renameSync(`${file}.new`, file);
    expect(shown()).toEqual(["bbb", "d/ccc"]);
    letTimePass();
    writeFileSync(join(root, "d", ".gitignore"), "ccc");
    expect(shown()).toEqual(["bbb"]);
    letTimePass();
    rmSync(file);
    expect(shown()).toEqual(["aaa", "bbb"]);
  });

  test("sees a repository that came and went, its info/exclude and its configuration", () => {
    letTimePass();
    writeFileSync(join(root, ".git", "info", "exclude"), "BBB");
    expect(shown()).toEqual(["aaa", "bbb"]);
    letTimePass();
    writeFileSync(join(root, ".git", "config"), "[core]\nignorecase = true");
    expect(shown()).toEqual(["aaa"]);
    letTimePass();
    rmSync(join(root, ".git"), { recursive: true });
    expect(shown()).toEqual(["aaa", "bbb", "d/ccc"]);
    letTimePass();
    addEntries(root, REPOSITORY);
    expect(shown()).toEqual(["aaa", "bbb"]);
  });

  test("is never behind, however fast the file changes", () => {
    for (let round = 0; round < (isThorough ? 300 : 60); round++) {
      const [hidden, other] = round % 2 === 0 ? ["aaa", "bbb"] : ["bbb", "aaa"];
      writeFileSync(file, hidden ?? "");
      expect(service.filterFiles(["aaa", "bbb"])).toEqual([other]);
    }
  });
});

describe("RuleFileReader", () => {
  const open = (root: string) => {
    const workspace = openWorkspace(root);
    opened.push(workspace);
    return new RuleFileReader(workspace.inner);
  };
  const faultOf = (files: RuleFileReader, path: string) =>
    toEnd(files.below({ root: files.root, path: "." }, path).read(undefined)).fault;

  test("follows links that stay inside, and tells of those that lead out without looking", () => {
    const root = makeTree(["file real/rules a", "symlink link real", "symlink out ../outside", "symlink gone ../none"]);
    addEntries(join(root, ".."), ["file outside/rules b"]);
    const files = open(root);
    expect(["link/rules", "real/none", "out/rules", "gone/rules"].map((path) => faultOf(files, path))).toEqual([
      null,
      "missing",
      "leads_outside",
      "leads_outside",
    ]);
  });

  test("follows none where that is not wanted, wherever they lead", () => {
    const root = makeTree(["file real/rules a", "symlink link real", "symlink gone nowhere", "symlink out ../outside"]);
    const files = new RuleFileReader(open(root).root, { followsLinks: false });
    const paths = ["real/rules", "link/rules", "gone/rules", "out/rules"];
    expect(paths.map((path) => faultOf(files, path))).toEqual([null, ...new Array(3).fill("leads_outside")]);
  });

  test("reads nothing that is denied, by its name or through a link", () => {
    const root = makeTree(["file secret/rules a", "symlink link secret/rules", "file d/rules a"]);
    const isDenied = (location: string) => location.startsWith("secret");
    const files = new RuleFileReader(open(root).root, { isDenied });
    expect(["secret/rules", "link", "d/rules"].map((path) => faultOf(files, path))).toEqual(["denied", "denied", null]);
  });
});

describe("FileCache", () => {
  const open = (lines: readonly string[], options: FileCacheOptions<string> = {}) => {
    const root = makeTree(lines);
    const workspace = openWorkspace(root);
    opened.push(workspace);
    const files = new RuleFileReader(workspace.inner);
    const made: string[] = [];
    const cache = new FileCache((bytes) => {
      const text = Buffer.from(bytes).toString().slice(0, 8);
      made.push(text);
      return inOneStep(() => text);
    }, options);
    const get = (path: string) => toEnd(cache.get(files.below({ root: files.root, path: "." }, path)));
    return { root, get, made };
  };

  test("makes nothing anew while the file stays the same", () => {
    const { get, made } = open(["file a 1", "file b 2"]);
    letTimePass();
    expect([get("a"), get("b"), get("a"), get("c")]).toEqual([
      { fault: null, value: "1" },
      { fault: null, value: "2" },
      { fault: null, value: "1" },
      { fault: "missing" },
    ]);
    expect(made).toEqual(["1", "2"]);
  });

  test("makes anew what has changed, and what came back", () => {
    const { root, get, made } = open(["file a 1"]);
    letTimePass();
    get("a");
    appendFileSync(join(root, "a"), "2");
    expect(get("a")).toEqual({ fault: null, value: "12" });
    renameSync(join(root, "a"), join(root, "b"));
    expect(get("a")).toEqual({ fault: "missing" });
    renameSync(join(root, "b"), join(root, "a"));
    expect(get("a")).toEqual({ fault: null, value: "12" });
    expect(made).toEqual(["1", "12", "12"]);
  });

  const TRUSTED = { readsAlways: false, deviceOffset: 0n, holders: 1, isOld: true };
  test.each([
    ["has just changed, since it may change again without showing it", { ...TRUSTED, isOld: false }],
    ["R3 is read always", { ...TRUSTED, readsAlways: true }],
    ["R4 is on another disk than the workspace", { ...TRUSTED, deviceOffset: 1n }],
    ["R4 was read through another workspace", { ...TRUSTED, holders: 2 }],
  ])(
    "reads a file again that %s, and makes nothing anew from equal bytes",
    (_, { readsAlways, deviceOffset, holders, isOld }) => {
      const root = makeTree([]);
      const workspaces = [0, 1].map(() => openWorkspace(root));
      opened.push(...workspaces);
      const made: string[] = [];
      const cache = new FileCache((bytes) => inOneStep(() => made.push(Buffer.from(bytes).toString())), {
        readsAlways,
      });
      const knownIds: unknown[] = [];
      let next = 0;
      // The stamp stays the same whatever the file contains.
      const get = (text: string) => {
        const workspace = workspaces[next++ % holders] as Workspace;
        const stamp = { id: "1", changedMs: isOld ? 0 : Date.now(), device: workspace.device + deviceOffset };
        const read = (knownId: string | undefined) => {
          knownIds.push(knownId);
          return inOneStep(() => ({ fault: null, stamp, bytes: Buffer.from(text) }));
        };
        toEnd(cache.get({ key: "a", folder: workspace.inner, read }));
      };
      for (const text of ["a", "a", "b", "b", "a"]) get(text);
      expect(knownIds).toEqual(Array(5).fill(undefined));
      expect(made).toEqual(["a", "b", "a"]);
    },
  );

  test("keeps no more than a few of the largest files, those used last", () => {
    const { get, made } = open(
      Array.from({ length: 6 }, (_, index) => `file f${index} ${index}`),
      { weigh: () => 2_500_000 },
    );
    letTimePass();
    for (const name of ["f0", "f1", "f2", "f0", "f3", "f4", "f0", "f4", "f1"]) get(name);
    expect(made.map((text) => text[0])).toEqual(["0", "1", "2", "3", "4", "1"]);
  });
});
