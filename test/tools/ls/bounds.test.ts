// A directory of any size: the first entries in order, exact counts, and one line that says how many are left out.
// Leaves how much time and memory that takes to bench/rules.mjs.

import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAgentToolkit } from "../../../src/toolkit.ts";
import { FirstItems } from "../../../src/tools/ls/first_items.ts";
import { MAX_SHOWN } from "../../../src/tools/ls/listing.ts";
import { FileDiscoveryService } from "../../../src/view/discovery_service.ts";
import { isPaired } from "../../support/scale.ts";
import { makeTree } from "../../support/tree.ts";
import { STRATEGIES } from "../../support/workspaces.ts";
import { list, makeHost, refusalOf } from "./host.ts";

const REPOSITORY = ["dir .git/objects", "dir .git/refs", "file .git/HEAD ref: refs/heads/main"];
const toName = (index: number) => `f${String(index).padStart(6, "0")}`;

function plant(root: string, count: number): void {
  writeFileSync(join(root, toName(0)), "");
  // Links to a file are made faster than files.
  for (let index = 1; index < count; index++) linkSync(join(root, toName(0)), join(root, toName(index)));
}

/** Made once: nobody writes to it. */
const full = makeTree([]);
plant(full, MAX_SHOWN);
const overfull = makeTree([...REPOSITORY, "file .gitignore *.log", "file .geminiignore secret*"]);
plant(overfull, MAX_SHOWN + 20);
for (const name of ["a.log", "z.log", "secret1", "secret2", "y.tmp"]) writeFileSync(join(overfull, name), "");
mkdirSync(join(overfull, "zz"));
symlinkSync("zz", join(overfull, "zzz-to-directory"));
symlinkSync("nowhere", join(overfull, "dead"));

describe.each(STRATEGIES)("in workspaces kept by %s", (strategy) => {
  test.skipIf(!isPaired(1, strategy, STRATEGIES))("as many as are shown are shown without a word", async () => {
    const { llmContent, returnDisplay } = await list(makeHost(full), full, { strategy });
    expect(llmContent.split("\n")).toHaveLength(MAX_SHOWN + 1);
    expect([llmContent.endsWith(`\n${toName(MAX_SHOWN - 1)}`), returnDisplay]).toEqual([
      true,
      `Listed ${MAX_SHOWN} item(s).`,
    ]);
  });

  test.skipIf(!isPaired(0, strategy, STRATEGIES))(
    "of more, the first in order are shown, links by what they lead to, and the last line counts the others",
    async () => {
      const root = overfull;
      const host = { ...makeHost(root), getFileService: () => new FileDiscoveryService(root, { environment: {} }) };
      const { llmContent, returnDisplay } = await list(host, root, { strategy, ignore: ["*.tmp"] });
      const lines = llmContent.split("\n");
      expect(lines.slice(0, 7)).toEqual([
        `Directory listing for ${root}:`,
        "[DIR] zz",
        "[DIR] zzz-to-directory",
        ...[".geminiignore", ".gitignore"],
        ...[toName(0), toName(1)],
      ]);
      expect(lines.slice(MAX_SHOWN)).toEqual([
        toName(MAX_SHOWN - 5),
        "",
        "(3 git-ignored, 2 gemini-ignored)",
        "",
        "24 more entries are not shown.",
      ]);
      expect(returnDisplay).toBe(
        `Listed ${MAX_SHOWN} item(s). (3 git-ignored, 2 gemini-ignored) 24 more entries are not shown.`,
      );
      const toolkit = createAgentToolkit({ workspaceRoot: root, dialect: "gemini", strategy });
      const outcome = await toolkit.invoke("list_directory", { path: root, ignore: ["*.tmp"] });
      expect(outcome).toMatchObject({ status: "success", data: { returnDisplay } });
      toolkit.close();
    },
  );
});

test("of any things in any order, the first are kept, and the others counted", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { maxLength: 300 }), fc.nat({ max: 60 }), (items, limit) => {
      const first = new FirstItems<number>(limit, (a, b) => a - b);
      for (const item of items) first.offer(item);
      const sorted = [...items].sort((a, b) => a - b);
      expect(first.kept).toEqual(sorted.slice(0, limit));
      expect(first.left).toBe(Math.max(0, items.length - limit));
    }),
  );
});

test("globs that are too long in all are refused, one by one and together", () => {
  const root = makeTree([]);
  const refuse = (ignore: readonly string[]) => refusalOf(makeHost(root), { path: root, ignore });
  expect(refuse(["a", "b".repeat(4097)])).toBe("ignore[1] must not be longer than 4096 characters");
  expect(refuse(Array.from({ length: 17 }, () => "a".repeat(4000)))).toBe(
    "ignore must not have more than 65536 characters in all",
  );
  expect(refuse(Array.from({ length: 4096 }, () => ""))).toMatch(/^arguments have at most 4096 JSON values/);
});
