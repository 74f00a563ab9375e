import { opendirSync } from "node:fs";
import { expect, test } from "vitest";
import { type ListedDirectory, listBounded, type NameStream } from "../../src/disk/list_bounded.ts";
import { inOneStep, toEnd } from "../../src/disk/steps.ts";
import type { Entry, EntryKind } from "../../src/disk/types.ts";
import { notFound } from "../../src/errors/paths.ts";
import { makeTree } from "../support/tree.ts";
import { byName } from "../support/workspaces.ts";

// Such a file system cannot be made without mounting one, so the fault that the runtime makes of it is put in its place: at the
// first name, or behind some that it could ask for.
function makeKindless(code: string, readable: readonly string[] = []): NameStream {
  const left = [...readable];
  return {
    readSync: () => {
      const name = left.shift();
      if (name === undefined) throw Object.assign(new Error("lstat"), { code });
      return { name, isFile: () => true, isDirectory: () => false, isSymbolicLink: () => false };
    },
    closeSync: () => {},
  };
}

const KINDS: Readonly<Record<string, EntryKind>> = { b: "file", "a\xc3\xa9": "directory", c: "symlink" };

function childMetadata(rawNames: readonly string[]) {
  const lookAt = (raw: string) => {
    const kind = KINDS[raw];
    return kind === undefined ? notFound(raw) : { kind, sizeBytes: 0, modifiedMs: 0 };
  };
  return inOneStep(() => rawNames.map(lookAt));
}

function fallBack(readable: readonly string[] = []): ListedDirectory {
  const openAgain = () => inOneStep(() => makeKindless("ENOENT", readable));
  return { asked: ".", rawNames: () => inOneStep(() => ["gone", "c", "b", "a\xc3\xa9"]), openAgain, childMetadata };
}

// The second is what the runtime says when the path of the directory is bytes.
test.each(["ENOENT", "ERR_INVALID_ARG_TYPE"])(
  "a file system that does not tell the kinds of entries is asked for each of them: %s",
  async (code) => {
    const listing = toEnd(listBounded(makeKindless(code), { limit: 2, order: byName }, fallBack()));
    expect(listing).toEqual({
      entries: [
        { raw: "a\xc3\xa9", name: "aé", kind: "directory" },
        { raw: "b", name: "b", kind: "file" },
      ],
      more: true,
    });
  },
);

test("a filter is asked once for each name, also for those that came before the fault", async () => {
  const asked: string[] = [];
  const accept = (entry: Entry) => asked.push(entry.name) > 0;
  const request = { limit: 9, order: byName, accept };
  const listing = toEnd(listBounded(makeKindless("ENOENT", ["b"]), request, fallBack(["b"])));
  expect(asked).toEqual(["b", "c", "aé"]);
  expect(listing.entries.map((entry) => entry.name)).toEqual(["aé", "b", "c"]);
});

test("a filter that fails is not taken for such a file system", async () => {
  const accept = () => {
    throw notFound("x");
  };
  const directory = opendirSync(makeTree(["file a x"]));
  expect(() => toEnd(listBounded(directory, { limit: 2, order: byName, accept }, fallBack()))).toThrow(
    "does not exist",
  );
});
