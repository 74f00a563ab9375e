import { opendirSync } from "node:fs";
import { expect, test } from "vitest";
import { notFound } from "../../src/errors.ts";
import { listBounded } from "../../src/workspace/list_bounded.ts";
import { Pace } from "../../src/workspace/pace.ts";
import type { EntryKind, Metadata } from "../../src/workspace/types.ts";
import { makeTree } from "../support/tree.ts";
import { byName } from "../support/workspaces.ts";

// Such a file system cannot be made without mounting one, so the fault that the runtime makes of it is put in its place.
function makeKindless(): ReturnType<typeof opendirSync> {
  const directory = opendirSync(makeTree(["file a x"]));
  directory.readSync = () => {
    throw Object.assign(new Error("lstat"), { code: "ENOENT" });
  };
  return directory;
}

const KINDS: Readonly<Record<string, EntryKind>> = { b: "file", "a\xc3\xa9": "directory", c: "symlink" };

function childMetadata(raw: string): Metadata {
  const kind = KINDS[raw];
  if (kind === undefined) throw notFound(raw);
  return { kind, sizeBytes: 0, modifiedMs: 0 };
}

test("a file system that does not tell the kinds of entries is asked for each of them", async () => {
  const fallback = { asked: ".", rawNames: () => ["gone", "c", "b", "a\xc3\xa9"], childMetadata };
  const listing = await listBounded(makeKindless(), { limit: 2, order: byName }, new Pace(), fallback);
  expect(listing).toEqual({
    entries: [
      { raw: "a\xc3\xa9", name: "aé", kind: "directory" },
      { raw: "b", name: "b", kind: "file" },
    ],
    more: true,
  });
});

test("a filter that fails is not taken for such a file system", async () => {
  const accept = () => {
    throw notFound("x");
  };
  const directory = opendirSync(makeTree(["file a x"]));
  const fallback = { asked: ".", rawNames: () => ["b"], childMetadata };
  await expect(listBounded(directory, { limit: 2, order: byName, accept }, new Pace(), fallback)).rejects.toThrow(
    "does not exist",
  );
});
