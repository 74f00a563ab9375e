import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAgentToolkit } from "../../../../src/toolkit.ts";
import { makeTree } from "../../../support/tree.ts";

test("NFR-LD-PERF-01 directories that are only gone through are bounded too, and the answer says that something was left", async () => {
  const root = makeTree(["file z/last x"]);
  for (let i = 0; i < 1100; i++) mkdirSync(join(root, `d${i}`));
  using toolkit = createAgentToolkit({ workspaceRoot: root });
  const narrow = await toolkit.listDirectory(".", { recursive: true, include_dirs: false, max_entries: 1 });
  expect(narrow).toMatchObject({
    status: "success",
    data: { returned: 0, truncated: true, truncated_reason: "max_entries" },
  });
  const wide = await toolkit.listDirectory(".", { recursive: true, include_dirs: false, max_entries: 200 });
  expect(wide.status === "success" && wide.data.entries.map(({ path }) => path)).toEqual(["z/last"]);
});
