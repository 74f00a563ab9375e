// Marks against `explain` over random workspaces, in this sense:
//   denied     explain names what denies it
//   outside    otherwise, it leads out of the workspace or the allowed folders
//   nowhere    otherwise, it leads to nothing
//   hidden     otherwise, explain says of none of tree, list_directory and list_files that a walk shows it, depth aside: a walk may
//              start at a deeper folder
// A folder is listed exactly if list_directory answers for it by name, or would if it could be asked.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { AgentToolkit, Explanation, Mark } from "../../../src/lib.ts";
import { createAgentToolkit } from "../../../src/toolkit.ts";
import { anyWorkspace, type Grown, growWorkspace } from "../../support/random_workspaces.ts";
import { times } from "../../support/scale.ts";

const TOOLS = ["tree", "list_directory", "list_files"];

function isTooDeep({ tools }: Explanation, tool: string): boolean {
  return tools[tool]?.reason.startsWith("it is deeper than") ?? false;
}

function toMark(explained: Explanation): Mark | "unsure" {
  const { denied_by, place, outside_allowed_roots, tools } = explained;
  if (denied_by !== null) return "denied";
  if (place === "outside" || outside_allowed_roots !== null) return "outside";
  if (place === "missing") return "nowhere";
  if (TOOLS.some((tool) => tools[tool]?.word === "shown")) return "visible";
  return TOOLS.some((tool) => isTooDeep(explained, tool)) ? "unsure" : "hidden";
}

/** Of an entry for which the tools must agree one by one. */
function findLeftOut(explained: Explanation): string[] {
  return TOOLS.filter((tool) => explained.tools[tool]?.word === "hidden" && !isTooDeep(explained, tool)).sort();
}

async function findDifferences(toolkit: AgentToolkit, { paths }: Grown): Promise<object[]> {
  const found: object[] = [];
  for (const folder of new Set(paths.filter((path) => !path.includes("\ufffd")))) {
    const { path, kind, links } = await toolkit.explain(folder);
    if (path !== folder || kind !== "directory" || links.length > 0) continue;
    // Spelled so that list_directory does not drop white space at its ends.
    const { tools } = await toolkit.explain(`./${folder}/.`);
    const outcome = await toolkit.marks.list({ id: "1", path: folder });
    const isListed = tools.list_directory?.by_name.word === "answered";
    if ((outcome.status === "success") !== isListed) found.push({ folder, isListed, outcome });
    if (outcome.status === "failure") continue;
    for (const entry of outcome.data.entries.filter(({ name }) => !name.includes("\ufffd"))) {
      const explained = await toolkit.explain(entry.path);
      const expected = toMark(explained);
      if (expected !== "unsure" && expected !== entry.mark) found.push({ entry, expected });
      const tooDeep = TOOLS.filter((tool) => isTooDeep(explained, tool));
      const leftOut = Object.keys(entry.left_out).filter((tool) => !tooDeep.includes(tool));
      const isSame = leftOut.sort().join() === findLeftOut(explained).join();
      if (!isSame) found.push({ entry, leftOut: findLeftOut(explained) });
      if ((entry.rule === null) !== (entry.mark === "visible")) found.push({ entry, expected: "a rule" });
    }
  }
  return found;
}

test("marks say of every entry what explain says of it", async () => {
  await fc.assert(
    fc.asyncProperty(anyWorkspace, async (workspace) => {
      const grown = growWorkspace(workspace);
      using toolkit = createAgentToolkit({ ...grown.options, dialect: "forge" });
      expect(await findDifferences(toolkit, grown)).toEqual([]);
    }),
    { numRuns: times(1, 8) },
  );
});
