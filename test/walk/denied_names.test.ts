// A cursor never holds the name of an entry that a search must not show, wherever the page ends.

import { expect, test } from "vitest";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

test("LK-04 LK-07 the cursor of a search does not tell the names of denied entries, and denials are counted once", async () => {
  const names = ["a.txt", "secret-1.key", "secret-2.key", "secret-dir.key/x", "z.txt"];
  const workspaceRoot = makeTree(names.map((name) => `file ${name} seal`));
  for (const max_entries_scanned of [1, 2, 3, 4]) {
    using toolkit = createAgentToolkit({ workspaceRoot, config: { tools: { search_text: { max_entries_scanned } } } });
    let [after, denied, found]: [string | undefined, number, string[]] = [undefined, 0, []];
    for (let page = 0; page < 10; page++) {
      const outcome = await toolkit.searchText(".", { pattern: "seal", ...(after === undefined ? {} : { after }) });
      if (outcome.status !== "success") throw outcome.error;
      const { files, left_out, next } = outcome.data;
      denied += left_out.denied ?? 0;
      found = [...found, ...files.map(({ path }) => path)];
      if (next === null) break;
      expect(Buffer.from(next, "base64url").toString("latin1")).not.toContain("secret");
      after = next;
    }
    expect([max_entries_scanned, denied, found]).toEqual([max_entries_scanned, 3, ["a.txt", "z.txt"]]);
  }
});
