// How the path of a call is repeated in its answer.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeRequestPath } from "../../../../src/tools/edit/list_directory/request_path.ts";
import { times } from "../../../support/scale.ts";

describe("the requested path in the answer", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["src", "src"],
    ["  src\t\n", "src"],
    ["src/", "src"],
    ["src///", "src"],
    ["src//app", "src/app"],
    ["./src", "src"],
    ["././src/./app/.", "src/app"],
    [".//src", "src"],
    [".", "."],
    ["./", "."],
    ["./.", "."],
    [".//./", "."],
    ["/", "/"],
    ["//", "/"],
    ["/.", "/"],
    ["/./", "/"],
    ["/a/./b/", "/a/b"],
    ["//server/share/", "/server/share"],
    ["\\", "/"],
    ["src\\app\\", "src/app"],
    [".\\src", "src"],
    ["a/\\b", "a/b"],
    ["C:\\", "C:/"],
    ["C:/", "C:/"],
    ["c:\\\\", "c:/"],
    ["C:/.", "C:/"],
    ["C:\\.\\Users\\Me\\", "C:/Users/Me"],
    ["C:", "C:"],
    ["C:x/", "C:x"],
    ["./C:", "C:"],
    ["/C:/", "/C:"],
    ["CD:/", "CD:"],
    ["\\\\?\\C:\\x", "/?/C:/x"],
    ["..", ".."],
    ["../", ".."],
    ["a/../b", "a/../b"],
    ["./../a", "../a"],
    ["a/..", "a/.."],
    ["...", "..."],
    [".hidden/./x", ".hidden/x"],
    ["a./b", "a./b"],
    ["a /b ", "a /b"],
    ["Src/ÉCLAIR", "Src/ÉCLAIR"],
  ];

  test.each(cases)("FR-LD-VAL-10, NFR-LD-PORT-01: of %j is %j, on every platform", (requested, shown) => {
    expect(normalizeRequestPath(requested)).toBe(shown);
  });

  test("FR-LD-VAL-10 has nothing left to do a second time, and nothing that it should have taken out", () => {
    const piece = fc.constantFrom("/", "\\", ".", "..", "C:", "a", " ", "é", "./");
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
        const path = pieces.join("").trim();
        fc.pre(path !== "");
        const shown = normalizeRequestPath(path);
        // A name may end in a space; only the ends of the whole are trimmed, and that was done.
        if (shown === shown.trim()) expect(normalizeRequestPath(shown)).toBe(shown);
        expect(shown).not.toMatch(/\\|\/\/|\/\.(?:\/|$)|^\.\/|^$/);
        if (shown.endsWith("/")) expect(shown).toMatch(/^(?:[A-Za-z]:)?\/$/);
        const names = (text: string) => text.split(/[\\/]/).filter((name) => name !== "" && name !== ".");
        expect(names(shown)).toEqual(names(path));
      }),
      { numRuns: times(60, 2000) },
    );
  });
});
