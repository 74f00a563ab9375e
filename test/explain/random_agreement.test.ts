// explain against the tools over random workspaces: every path, in a walk and when asked for by name. Leaves the reasons and the texts
// to explain.test.ts.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as library from "../../src/lib.ts";
import { findContradictions } from "../support/explained.mjs";
import { anyWorkspace, growWorkspace } from "../support/random_workspaces.ts";
import { firstOf, times } from "../support/scale.ts";
import { makeTempFolder } from "../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../support/unprivileged.ts";

/** In a short run only some of the paths are asked about. */
function growSome(workspace: Parameters<typeof growWorkspace>[0]) {
  const grown = growWorkspace(workspace);
  return { ...grown, paths: firstOf(10, grown.paths) };
}

test("explain says of every path what the tools do with it", async () => {
  await fc.assert(
    fc.asyncProperty(anyWorkspace, async (workspace) => {
      const { modes: _, ...grown } = growSome(workspace);
      expect(await findContradictions(library, grown)).toEqual([]);
    }),
    { numRuns: times(1, 20) },
  );
});

test.skipIf(noUnprivilegedChild !== null)(
  "explain says of every path what the tools do with it where permissions are missing",
  () => {
    const workspaces = join(makeTempFolder(), "workspaces.json");
    writeFileSync(workspaces, JSON.stringify(fc.sample(anyWorkspace, times(1, 20)).map(growSome)));
    const support = new URL("../support/explained.mjs", import.meta.url).href;
    const found = runUnprivileged(
      `const { readFileSync } = await import("node:fs");
      const library = await import(new URL("lib.js", build).href);
      const { findContradictions } = await import(${JSON.stringify(support)});
      const found = [];
      for (const workspace of JSON.parse(readFileSync(args[0], "utf8"))) found.push(...await findContradictions(library, workspace));
      return found;`,
      [workspaces],
    );
    expect(found).toEqual([]);
  },
);
