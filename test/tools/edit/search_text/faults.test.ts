// Faults of one file that cannot be provoked: a real directory whose reading fails.

import { expect, test } from "vitest";
import { busyFailure } from "../../../../src/errors.ts";
import { createToolContext } from "../../../../src/gate/context.ts";
import { createSecureTool } from "../../../../src/gate/factory.ts";
import { createSearchTextTool } from "../../../../src/tools/edit/search_text/tool.ts";
import type { SealedDirectory, SealedNode } from "../../../../src/workspace/types.ts";
import { makeTree } from "../../../support/tree.ts";
import { toLines } from "./calls.ts";

/** The same directory, where one file cannot be read for now. */
function failAt(node: SealedNode, raw: string, error: Error): SealedNode {
  if (node.kind !== "directory") return node;
  const readChildFile: SealedDirectory["readChildFile"] = async (name, ...rest) => {
    if (name === raw) throw error;
    return node.readChildFile(name, ...rest);
  };
  return new Proxy(node, {
    get(target, key) {
      if (key === "readChildFile") return readChildFile;
      const value = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function searchFailing(error: Error, after?: string) {
  const context = createToolContext({ workspaceRoot: makeTree(["file a x\n", "file b x\n", "file c x\n"]) });
  const spec = createSearchTextTool();
  const run: typeof spec.run = (request, node, scope) => spec.run(request, failAt(node, "b", error), scope);
  const outcome = await createSecureTool(context, { ...spec, run }).invoke(
    after === undefined ? { pattern: "x" } : { pattern: "x", after },
  );
  context.workspace.close();
  return outcome;
}

test("LK-05 a file that stays busy is counted, and the search goes on", async () => {
  const outcome = await searchFailing(busyFailure("b", "try again"));
  if (outcome.status !== "success") throw outcome.error;
  expect([toLines(outcome.data), outcome.data.left_out]).toEqual([["a:1:x", "c:1:x"], { unreadable: 1 }]);
});

test("LK-08 where the system has no descriptors, the page ends; one that comes no further is an error", async () => {
  const error = busyFailure("b", "try again", Object.assign(new Error(), { code: "EMFILE" }));
  const first = await searchFailing(error);
  if (first.status !== "success") throw first.error;
  expect(toLines(first.data)).toEqual(["a:1:x"]);
  expect(first.data).toMatchObject({ complete: false, truncated_reason: "scan_limit", left_out: {} });
  expect(await searchFailing(error, first.data.next ?? "")).toMatchObject({ status: "failure", error });
});
