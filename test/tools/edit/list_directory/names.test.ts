// Awkward names in a listing: with any character, not in UTF-8, and such that look the same.
// Leaves the order of ordinary names to usecase.test.ts.

import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { makeTree } from "../../../support/tree.ts";
import { addRaw } from "../../../support/tree_calls.ts";
import { STRATEGIES } from "../../../support/workspaces.ts";
import { linesOf, refusalOf, seeList, toLine } from "./calls.ts";

const DEEP = { recursive: true } as const;

describe.each(STRATEGIES)("names in a workspace kept by %s", (strategy) => {
  const at = (...lines: string[]) => ({ workspaceRoot: makeTree(lines), strategy });

  test.skipIf(process.platform !== "linux")(
    "NFR-LD-REL-02, T-LD-09: a name that is not UTF-8 is shown, ordered and walked with U+FFFD in it",
    async () => {
      const here = at("dir plain", "file 😀 x", "file \ufffd x");
      addRaw(here.workspaceRoot, "dir", "b\xff");
      addRaw(here.workspaceRoot, "dir", "b\xfe");
      addRaw(here.workspaceRoot, "file", "b\xff/of_ff");
      addRaw(here.workspaceRoot, "file", "b\xfe/of_fe\xe9");
      addRaw(here.workspaceRoot, "file", "b\xfe/\xff");
      addRaw(here.workspaceRoot, "file", "\xf0\x28");
      const seen = await seeList(here, ".", DEEP);
      expect(seen.entries.map(toLine)).toEqual([
        ...["b\ufffd/", "b\ufffd/", "b\ufffd/of_fe\ufffd", "b\ufffd/of_ff", "b\ufffd/\ufffd"],
        ...["plain/", "\ufffd", "\ufffd(", "😀"],
      ]);
      const text = JSON.stringify(seen);
      expect(Buffer.from(text).toString("utf8")).toBe(text);
      expect(await refusalOf(here, "b\ufffd")).toMatchObject({ code: "NOT_FOUND" });
    },
  );

  test.skipIf(process.platform !== "linux")(
    "FR-LD-OUT-01 where two names look the same, their bytes decide, for the choice and for the output",
    async () => {
      const here = at();
      for (const [index, raw] of ["n\xff", "n\xfd", "n\xfe"].entries()) {
        addRaw(here.workspaceRoot, "dir", raw);
        addRaw(here.workspaceRoot, "file", `${raw}/of_${["ff", "fd", "fe"][index]}`);
        addRaw(here.workspaceRoot, "file", `${raw}/\x80`);
      }
      const n = "n\ufffd";
      expect(await linesOf(here, ".", { ...DEEP, max_entries: 2 })).toEqual([`${n}/`, `${n}/of_fd`]);
      expect(await linesOf(here, ".", { ...DEEP, max_entries: 5 })).toEqual([
        ...[`${n}/`, `${n}/`, `${n}/of_fd`, `${n}/of_fe`, `${n}/\ufffd`],
      ]);
    },
  );

  test.skipIf(process.platform !== "linux")(
    "FR-LD-OUT-01 the bytes of names that look the same also decide between a file and a directory gone through",
    async () => {
      const here = at();
      addRaw(here.workspaceRoot, "file", "n\xfe");
      addRaw(here.workspaceRoot, "dir", "n\xfd");
      addRaw(here.workspaceRoot, "file", "n\xfd/x");
      const options = { ...DEEP, include_dirs: false, max_entries: 1 };
      expect(await linesOf(here, ".", options)).toEqual(["n\ufffd/x"]);
    },
  );

  test.skipIf(process.platform !== "linux")(
    "FR-LD-OUT-01 names of different length that look the same keep the order of their bytes at every level",
    async () => {
      const here = at();
      // Both are the beginning of one character, cut at another place: one U+FFFD each.
      for (const [index, raw] of ["\xe2\x82", "\xe2"].entries()) {
        addRaw(here.workspaceRoot, "dir", raw);
        addRaw(here.workspaceRoot, "file", `${raw}/a`);
        writeFileSync(Buffer.from(`${here.workspaceRoot}/${raw}/a`, "latin1"), "x".repeat(index));
      }
      const { entries } = await seeList(here, ".", DEEP);
      expect(entries.map(({ path, size_bytes }) => [path, size_bytes])).toEqual([
        ["\ufffd", null],
        ["\ufffd", null],
        ["\ufffd/a", 1],
        ["\ufffd/a", 0],
      ]);
    },
  );
});
