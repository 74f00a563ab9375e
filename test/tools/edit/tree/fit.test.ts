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
});
