import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { porthole } from "../support/cli.ts";
import { makeTree } from "../support/tree.ts";

describe("porthole ls", () => {
  test("shows sizes, times, and marks kinds", () => {
    const root = makeTree(["file a 12345", "file big ", "dir d", "symlink l a"]);
    writeFileSync(join(root, "big"), Buffer.alloc(1_234_567));
    for (const name of ["a", "big", "d"]) utimesSync(join(root, name), 1_700_000_000, 1_700_000_000);
    const lines = porthole(root, ["ls", "--iso"]).stdout.split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "   5 B  2023-11-14T22:13:20Z  a",
      "1.2 MB  2023-11-14T22:13:20Z  big",
      "     -  2023-11-14T22:13:20Z  d/",
    ]);
    expect(lines[3]).toMatch(/^ {5}- {2}\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}l@$/);
  });

  test("shows times in the time zone of the reader, and with --iso in UTC", () => {
    const root = makeTree(["file a x"]);
    utimesSync(join(root, "a"), 1_700_000_000, 1_700_000_000);
    const list = (TZ: string, ...args: string[]) => porthole(root, ["ls", ...args], { env: { TZ } }).stdout;
    expect(list("Asia/Kolkata")).toBe("1 B  2023-11-15 03:43  a\n");
    expect(list("America/New_York")).toBe("1 B  2023-11-14 17:13  a\n");
    expect(list("Asia/Kolkata", "--iso")).toBe("1 B  2023-11-14T22:13:20Z  a\n");
  });

  test("goes down, counts, and says that there is more", () => {
    const root = makeTree(["file d/e/f x", "file .h x"]);
    const names = (...args: string[]) =>
      porthole(root, ["ls", "--iso", ...args])
        .stdout.split("\n")
        .map((line) => line.split("Z  ").at(-1));
    expect(names("--recursive", "--depth", "2")).toEqual(["d/", "d/e/", ""]);
    expect(names("--hidden", "--max", "1")).toEqual([".h", "… first 1 entry; more exist", ""]);
  });

  test("suggests nothing that would be refused where there is more than may be asked for", () => {
    const root = makeTree(Array.from({ length: 201 }, (_, i) => `dir ${i}`));
    const last = (...args: string[]) =>
      porthole(root, ["ls", ...args])
        .stdout.split("\n")
        .at(-2);
    expect([last(), last("--max", "200")]).toEqual(Array(2).fill("… first 200 entries; more exist"));
  });
});
