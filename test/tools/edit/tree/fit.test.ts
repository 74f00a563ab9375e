import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitAnswer } from "../../../../src/call/fit.ts";
import { foundTree } from "../../../../src/tools/edit/tree/fit.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput } from "../../../../src/tools/edit/tree/types.ts";
import { times } from "../../../support/scale.ts";

const bytes = (text: string) => Buffer.byteLength(text);
const fitNodes = (output: TreeOutput, maxBytes: number) =>
  fitAnswer(foundTree(output, { entryKind: "all" }), maxBytes).text;

/** The answer to a walk that ended after `count` nodes, made by walking the whole tree. */
function reference(output: TreeOutput, count: number): TreeOutput {
  const totals = { directory: 0, file: 0, symlink: 0 };
  let left = count;
  const take = (node: TreeEntry): TreeEntry => {
    left--;
    totals[node.kind]++;
    if (node.kind !== "directory" || node.children === undefined) return node;
    const { children, ...own } = node;
    const kept: TreeEntry[] = [];
    for (const child of children) if (left > 0) kept.push(take(child));
    return kept.length === 0 && children.length > 0 ? own : { ...own, children: kept };
  };
  return {
    root: take(output.root) as TreeDirectoryNode,
    limit_reached: true,
    scanned_entries: count,
    total_dirs: totals.directory,
    total_files: totals.file,
    total_symlinks: totals.symlink,
  };
}

const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
const { node } = fc.letrec<{ node: TreeEntry; directory: TreeDirectoryNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.record({ name, path: name, depth: fc.nat(12), kind: fc.constantFrom("file" as const, "symlink" as const) }),
    tie("directory"),
  ),
  directory: fc.record(
    {
      name,
      path: name,
      depth: fc.nat(12),
      kind: fc.constant("directory" as const),
      children: fc.array(tie("node"), { maxLength: 6 }),
    },
    { requiredKeys: ["name", "path", "depth", "kind"] },
  ),
}));

function toWhole(children: TreeEntry[]): TreeOutput {
  const root: TreeDirectoryNode = { name: ".", path: ".", depth: 0, kind: "directory", children };
  const count = (entry: TreeEntry): number =>
    1 + (entry.kind === "directory" ? (entry.children ?? []).reduce((sum, child) => sum + count(child), 0) : 0);
  const total = count(root);
  return { ...reference({ root } as TreeOutput, total), limit_reached: false };
}

describe("tree under a budget of bytes", () => {
  test("is the whole answer where that fits, and else the longest start of the walk that does", () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 6 }), fc.nat(3000), (children, maxBytes) => {
        const output = toWhole(children);
        const whole = JSON.stringify(output);
        const shorter = Array.from({ length: output.scanned_entries - 1 }, (_, i) =>
          JSON.stringify(reference(output, output.scanned_entries - 1 - i)),
        );
        const expected = [whole, ...shorter].find((text) => bytes(text) <= maxBytes);
        if (expected === undefined) expect(() => fitNodes(output, maxBytes)).toThrow("output budget too small");
        else expect(fitNodes(output, maxBytes)).toBe(expected);
      }),
      { numRuns: times(40, 500) },
    );
  });

  test("one byte below the whole answer, a node is left out, or the budget is too small: the word true is shorter than false", () => {
    const alone = toWhole([]);
    const needed = bytes(JSON.stringify(alone));
    expect(JSON.parse(fitNodes(alone, needed))).toEqual(alone);
    expect(() => fitNodes(alone, needed - 1)).toThrow(
      `output budget too small: ${needed} bytes needed, ${needed - 1} allowed`,
    );
    const two = toWhole([{ name: "a", path: "a", depth: 1, kind: "file" }]);
    const cut = JSON.parse(fitNodes(two, bytes(JSON.stringify(two)) - 1));
    expect(cut).toEqual(reference(two, 1));
  });

  test("says how many bytes would do for the root alone", () => {
    const output = toWhole([{ name: "a", path: "a", depth: 1, kind: "file" }]);
    const least = bytes(JSON.stringify(reference(output, 1)));
    expect(JSON.parse(fitNodes(output, least)).root).toEqual({ name: ".", path: ".", depth: 0, kind: "directory" });
    expect(() => fitNodes(output, least - 1)).toThrow(
      `output budget too small: ${least} bytes needed, ${least - 1} allowed`,
    );
  });
});
