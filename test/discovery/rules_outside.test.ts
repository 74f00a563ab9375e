// The one door past the seal: what it lets through, and that nothing on the disk makes it throw or wait.

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  glanceUnchecked,
  type Links,
  MAX_RULES_BYTES,
  readRulesUnchecked,
  realPathUnchecked,
} from "../../src/workspace/rules_outside.ts";
import { makeTempFolder } from "../support/tree.ts";

const folder = makeTempFolder();
const at = (name: string) => join(folder, name);
writeFileSync(at("file"), "a\n");
writeFileSync(at("full"), "x".repeat(MAX_RULES_BYTES));
writeFileSync(at("over"), "x".repeat(MAX_RULES_BYTES + 1));
writeFileSync(at("vast"), "");
truncateSync(at("vast"), 2 ** 40);
mkdirSync(at("dir"));
writeFileSync(join(at("dir"), "file"), "b\n");
execFileSync("mkfifo", [at("fifo")]);
for (const [name, target] of [
  ["link", "file"],
  ["dangling", "nowhere"],
  ["loop", "loop"],
  ["linked", "dir"],
  ["null", "/dev/null"],
] as const) {
  symlinkSync(target, at(name));
}

/** The text, or why there is none. */
function read(name: string, links: Links): string {
  const reading = readRulesUnchecked(at(name), links);
  return reading.bytes === null ? reading.fault : Buffer.from(reading.bytes).toString().slice(0, 4);
}

describe("readRulesUnchecked", () => {
  test("reads a regular file of at most 1 MiB", () => {
    const names = ["file", "full", "over", "vast", "dir", "fifo", "none", "file/x"];
    for (const links of ["follow", "refuse"] as const) {
      expect(names.map((name) => read(name, links))).toEqual([
        ...["a\n", "xxxx", "too_large", "too_large"],
        ...["not_a_file", "not_a_file", "missing", "missing"],
      ]);
    }
  });

  test("follows links only where it is told to", () => {
    const names = ["link", "dangling", "loop", "linked/file", "null"];
    expect(names.map((name) => read(name, "follow"))).toEqual(["a\n", "missing", "missing", "b\n", "not_a_file"]);
    expect(names.map((name) => read(name, "refuse"))).toEqual(["symlink", "symlink", "symlink", "b\n", "symlink"]);
  });

  test.skipIf(process.platform !== "linux")("proves that no link is on the way where it is told to", () => {
    const names = ["file", "dir/file", "linked/file", "link", "dir/../file"];
    expect(names.map((name) => read(name, "prove"))).toEqual(["a\n", "b\n", "missing", "symlink", "a\n"]);
    expect(readRulesUnchecked(`${folder}/dir/../file`, "prove")).toEqual({ bytes: null, fault: "missing" });
  });

  test("says which state of the file it read", () => {
    const reading = readRulesUnchecked(at("file"), "refuse");
    expect(reading.bytes === null ? null : reading.glance).toEqual(glanceUnchecked(at("file"), "refuse"));
  });

  test("throws for no path, and neither do the others", () => {
    for (const path of ["", "\0", "a\0b", "x".repeat(100_000), `${folder}/file/../..`]) {
      expect([readRulesUnchecked(path, "refuse"), glanceUnchecked(path, "follow")]).toEqual([
        { bytes: null, fault: "missing" },
        null,
      ]);
      expect(() => realPathUnchecked(path)).not.toThrow();
    }
  });
});

describe("glanceUnchecked", () => {
  test("tells what is there, of the link itself or of what it leads to", () => {
    const names = ["file", "dir", "fifo", "link", "linked", "dangling", "loop", "none"];
    expect(names.map((name) => glanceUnchecked(at(name), "refuse")?.kind)).toEqual([
      ...["file", "directory", "other"],
      ...["symlink", "symlink", "symlink", "symlink", undefined],
    ]);
    expect(names.map((name) => glanceUnchecked(at(name), "follow")?.kind)).toEqual([
      ...["file", "directory", "other"],
      ...["file", "directory", undefined, undefined, undefined],
    ]);
  });

  test("has another stamp for another state", () => {
    const [before, other] = [glanceUnchecked(at("file"), "refuse"), glanceUnchecked(at("full"), "refuse")];
    writeFileSync(at("file"), "a\n");
    const after = glanceUnchecked(at("file"), "refuse");
    expect(new Set([before?.stamp, other?.stamp, after?.stamp]).size).toBe(3);
    expect(Math.abs((after?.changedMs ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});

test("realPathUnchecked resolves links, and answers null where they lead nowhere", () => {
  const names = ["linked/file", "link", "none", "dangling", "loop"];
  const real = realPathUnchecked(folder);
  expect(names.map((name) => realPathUnchecked(at(name)))).toEqual([
    `${real}/dir/file`,
    `${real}/file`,
    null,
    null,
    null,
  ]);
});
