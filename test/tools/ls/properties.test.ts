// Over random directories, rules and globs: the answer of a naive listing, and that no name forges a line.
// Leaves examples that a person can follow to ../ls.test.ts.

import { realpathSync, rmSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../../src/tools/base.ts";
import { LSTool, type LSToolConfig } from "../../../src/tools/ls.ts";
import { DeniedPatterns } from "../../../src/view/denied/patterns.ts";
import { anyPlants, directoriesOf, grow } from "../../support/random_trees.ts";
import { times } from "../../support/scale.ts";
import { STRATEGIES } from "../../support/workspaces.ts";
import { makeHost } from "./host.ts";
import { type ReferenceCall, referenceListing } from "./reference_listing.ts";

// About a second on an idle machine.
const RUNS = times(4, 40);
const denied = new DeniedPatterns({});

const anyRule = fc.constantFrom("a", "src", ".git", "node_modules", "\n", "é", "x", "/", ".", "\ufffd");
const anyPattern = fc.oneof(
  fc.constantFrom("*", "a*", "*.ts", "?", "??", "*.*", "[a]", "{a,b}", "back\\slash", "*\n*", "", "*e*"),
  fc.string({ unit: fc.constantFrom("a", "b", "*", "?", ".", "s"), maxLength: 5 }),
);
const anyCall = fc.record({
  pick: fc.nat(),
  git: fc.array(anyRule, { maxLength: 2 }),
  gemini: fc.array(anyRule, { maxLength: 2 }),
  ignore: fc.array(anyPattern, { maxLength: 3 }),
});
const anyCalls = fc.array(anyCall, { minLength: 1, maxLength: 6 });

/** A path is ignored if its last name contains one of the rules. */
const byRules = (rules: readonly string[]) => (path: string) =>
  rules.some((rule) => path.slice(path.lastIndexOf("/", path.length - 2) + 1).includes(rule));

function hostBy(root: string, { isGit, isGemini }: ReferenceCall): LSToolConfig {
  const filterFilesWithReport = (paths: string[]) => {
    const filteredPaths = paths.filter((path) => !isGit(path) && !isGemini(path));
    const gitIgnoredCount = paths.filter(isGit).length;
    const geminiIgnoredCount = paths.filter((path) => !isGit(path) && isGemini(path)).length;
    return { filteredPaths, gitIgnoredCount, geminiIgnoredCount };
  };
  return { ...makeHost(root), getFileService: () => ({ filterFilesWithReport }) };
}

describe.each(STRATEGIES)("any directory, kept by %s", (strategy) => {
  test("LS-05, LS-06, LS-07, LS-08: is listed as by a naive listing, and in as many lines as it has entries", async () => {
    await fc.assert(
      fc.asyncProperty(anyPlants, anyCalls, async (plants, calls) => {
        const root = realpathSync(grow(plants));
        const paths = directoriesOf(plants).filter((path) => denied.find(path) === null);
        try {
          for (const { pick, git, gemini, ignore } of calls) {
            const relative = paths[pick % paths.length] ?? ".";
            const path = relative === "." ? root : `${root}/${relative}`;
            const call = { ignore, isGit: byRules(git), isGemini: byRules(gemini) };
            const answer = await new LSTool(hostBy(root, call), { strategy }).buildAndExecute({ path, ignore });
            expect(answer).toEqual(referenceListing(root, relative, path, call));
            examineLines(path, answer);
          }
        } finally {
          rmSync(root, { recursive: true });
        }
      }),
      { numRuns: RUNS },
    );
  });
});

function examineLines(path: string, { llmContent, returnDisplay }: ToolResult): void {
  const [, count, ignored = ""] = /^Listed (\d+) item\(s\)\.( \(.*\))?$/.exec(returnDisplay) ?? [];
  if (count === undefined) return;
  const head = `Directory listing for ${path}:\n`;
  const tail = ignored && `\n\n${ignored.trim()}`;
  const lines = llmContent.slice(head.length, llmContent.length - tail.length).split(/[\n\r\u0085\u2028\u2029]/);
  expect(lines.length).toBe(Math.max(1, Number(count)));
}
