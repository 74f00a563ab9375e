// Over random trees, options and budgets: the answer of a naive walk, and what must hold of every answer.
// Leaves examples that a person can follow to the other tests.

import { rmSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createToolContext, type ToolContext } from "../../../../src/call/context.ts";
import { fitAnswer } from "../../../../src/call/fit.ts";
import { createSecureTool } from "../../../../src/call/secure_tool.ts";
import { foundEntries } from "../../../../src/tools/edit/list_directory/fit.ts";
import type {
  ListDirectoryOptions,
  ListDirectoryOutput,
  ListDirectoryRequest,
} from "../../../../src/tools/edit/list_directory/types.ts";
import { BUILT_IN_DENIED } from "../../../../src/view/denied/patterns.ts";
import { anyPlants, directoriesOf, grow } from "../../../support/random_trees.ts";
import { times } from "../../../support/scale.ts";
import { STRATEGIES } from "../../../support/workspaces.ts";
import { toolWith } from "./calls.ts";
import { referenceList } from "./reference_list.ts";

// About a second for each property on an idle machine.
const RUNS = times(4, 40);
const CAPS = { maxEntries: 60, maxDepth: 6 };
const tool = toolWith(CAPS);

const anyFlags = fc.record(
  {
    max_entries: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 60 })),
    include_hidden: fc.boolean(),
    include_files: fc.boolean(),
    include_dirs: fc.boolean(),
    include_symlinks: fc.boolean(),
    include_other: fc.boolean(),
  },
  { requiredKeys: [] },
);
const anyDepth = fc.oneof(
  fc.constantFrom<ListDirectoryOptions>({}, { max_depth: 1 }, { recursive: true }),
  fc.record({ recursive: fc.constant(true), max_depth: fc.integer({ min: 1, max: 6 }) }),
);
const listsSomething = ({ include_files, include_dirs, include_symlinks }: ListDirectoryOptions) =>
  include_files !== false || include_dirs !== false || include_symlinks !== false;
const anyOptions: fc.Arbitrary<ListDirectoryOptions> = fc
  .tuple(anyFlags, anyDepth)
  .map(([flags, depth]) => ({ ...flags, ...depth }))
  .filter(listsSomething);
const anyCalls = fc.array(fc.tuple(fc.nat(), anyOptions), { minLength: 1, maxLength: 4 });

type Seen = { readonly path: string; readonly options: ListDirectoryOptions; readonly answer: ListDirectoryOutput };

describe.each(STRATEGIES)("any tree, kept by %s", (strategy) => {
  async function forAll(examine: (context: ToolContext, root: string, seen: Seen) => void) {
    await fc.assert(
      fc.asyncProperty(anyPlants, anyCalls, async (plants, calls) => {
        const root = grow(plants);
        const context = createToolContext({ workspaceRoot: root, strategy });
        try {
          // White space around a path is not part of what is asked for.
          const paths = directoriesOf(plants).filter(
            (path) => BUILT_IN_DENIED.find(path) === null && path.trim() === path,
          );
          for (const [pick, options] of calls) {
            const path = paths[pick % paths.length] ?? ".";
            examine(context, root, { path, options, answer: await see(context, path, options) });
          }
        } finally {
          context.workspace.close();
          rmSync(root, { recursive: true });
        }
      }),
      { numRuns: RUNS },
    );
  }

  test("FR-LD-OUT-02, FR-LD-LST-05: is answered as by a naive walk, to the byte", async () => {
    await forAll((_, root, { path, options, answer }) => {
      const expected = referenceList(root, path, options, CAPS, BUILT_IN_DENIED);
      expect(JSON.stringify(answer)).toBe(JSON.stringify(expected));
    });
  });

  test("FR-LD-OUT-02b, NFR-LD-REL-01: has numbers that add up, and a text that fits every budget or says that none does", async () => {
    await forAll((_context, _root, { answer }) => {
      expect(answer.returned).toBe(answer.entries.length);
      expect(answer.returned).toBeLessThanOrEqual(answer.max_entries);
      expect(answer.truncated_reason).toBe(answer.truncated ? "max_entries" : null);
      const whole = Buffer.byteLength(JSON.stringify(answer));
      for (const maxBytes of [whole, whole - 1, whole >> 1, whole >> 2, 0]) {
        examineText(answer, maxBytes);
      }
    });
  });
});

async function see(context: ToolContext, path: string, options: ListDirectoryOptions): Promise<ListDirectoryOutput> {
  const list = createSecureTool<ListDirectoryOptions, ListDirectoryRequest, ListDirectoryOutput>(context, tool);
  const outcome = await list(path, options);
  if (outcome.status !== "success") throw outcome.error;
  return outcome.data;
}

function examineText(answer: ListDirectoryOutput, maxBytes: number): void {
  const none = { ...answer, entries: [], returned: 0, truncated: true, truncated_reason: "max_output_bytes" };
  const least = answer.returned === 0 ? answer : none;
  if (Buffer.byteLength(JSON.stringify(least)) > maxBytes) {
    expect(() => fitAnswer(foundEntries(answer), maxBytes).text).toThrow("output budget too small");
    return;
  }
  const text = fitAnswer(foundEntries(answer), maxBytes).text;
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
  const parsed = JSON.parse(text);
  expect(parsed.entries).toEqual(answer.entries.slice(0, parsed.returned));
  expect(JSON.stringify(parsed)).toBe(text);
}
