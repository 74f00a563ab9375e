import { expect, test } from "vitest";
import { toToolError } from "../../../../src/disk/faults.ts";
import { cancelled } from "../../../../src/errors/calls.ts";
import { toFault } from "../../../../src/tools/edit/list_directory/entry.ts";

const fault = (code: string) => toToolError(Object.assign(new Error(), { code }), "x");

test("what concerns one entry is its fault; what ends the call is thrown on", () => {
  expect(["EACCES", "ENOENT", "EIO", "ENOTDIR", "EBUSY"].map((code) => toFault(fault(code)))).toEqual([
    "permission",
    "missing",
    "io",
    "unreachable",
    "other",
  ]);
  for (const error of [cancelled(), new Error("ours")]) expect(() => toFault(error)).toThrow(error);
});
