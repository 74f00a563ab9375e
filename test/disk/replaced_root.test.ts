import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CallClock } from "../../src/disk/call_clock.ts";
import type { SealedDirectory } from "../../src/disk/types.ts";
import { ToolError } from "../../src/errors.ts";
import { addEntries, makeTree } from "../support/tree.ts";
import { byName, lookAt, openDirectory, readText, STRATEGIES, withWorkspace } from "../support/workspaces.ts";

const EVERYTHING = { limit: 9, order: byName };

async function names(directory: SealedDirectory): Promise<string> {
  const { entries } = await directory.list(EVERYTHING, new CallClock());
  return entries.map((entry) => entry.name).join(" ");
}

async function attempt(act: () => unknown): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    return ToolError.isInstance(error) ? [error.code, error.message] : error;
  }
}

// What is held goes on by handles; by paths there is no telling one folder from the other, so everything is refused.
describe.each(STRATEGIES)(
  "EX-12 a directory held by %s while another folder is put in the root's place",
  (strategy) => {
    test("shows nothing of the other folder", async () => {
      const root = makeTree(["file d/mine x", "file f x"]);
      const other = join(root, "../other");
      addEntries(other, ["file d/theirs x", "file f longer"]);
      await withWorkspace(root, strategy, async (workspace) => {
        using top = openDirectory(workspace, ".");
        using below = openDirectory(workspace, "d");
        renameSync(root, `${root}-moved`);
        renameSync(other, root);
        const answers = [
          await attempt(() => names(top)),
          await attempt(() => names(below)),
          await attempt(async () => (await lookAt(top, "f")).sizeBytes),
          await attempt(async () => {
            using child = await top.openChild("d", new CallClock());
            return await names(child);
          }),
          await attempt(() => readText(workspace, "f")),
        ];
        const refused = (path: string) => ["INTERNAL", `"${path}": the workspace folder has been moved or replaced`];
        expect(answers).toEqual(
          strategy === "handles"
            ? ["d f", "mine", 1, "mine", "x"]
            : [refused("."), refused("d"), refused("f"), refused("d"), refused("f")],
        );
      });
    });

    test("shows nothing of a folder into which its directories were moved, but those that are held [promise replaced]", async () => {
      const root = makeTree(["file d/mine x"]);
      await withWorkspace(root, strategy, async (workspace) => {
        using top = openDirectory(workspace, ".");
        using below = openDirectory(workspace, "d");
        renameSync(root, `${root}-moved`);
        mkdirSync(root);
        renameSync(join(`${root}-moved`, "d"), join(root, "d"));
        addEntries(root, ["file d/theirs x"]);
        const answers = [await attempt(() => names(top)), await attempt(() => names(below))];
        const refused = (path: string) => ["INTERNAL", `"${path}": the workspace folder has been moved or replaced`];
        // A directory that is held is walked on wherever it is moved to, with what is put into it there.
        expect(answers).toEqual(strategy === "handles" ? ["", "mine theirs"] : [refused("."), refused("d")]);
      });
    });

    test("says that the root was deleted", async () => {
      const root = makeTree(["dir d"]);
      await withWorkspace(root, strategy, async (workspace) => {
        using top = openDirectory(workspace, ".");
        rmSync(root, { recursive: true });
        const answer = await attempt(() => top.openChild("d", new CallClock()));
        expect(answer).toEqual(
          strategy === "handles"
            ? ["NOT_FOUND", '"d" does not exist']
            : ["INTERNAL", '"d": the workspace folder has been deleted'],
        );
      });
    });
  },
);
