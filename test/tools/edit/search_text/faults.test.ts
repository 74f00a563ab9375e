// Faults of one file that cannot be provoked: a real directory whose reading fails.

import { expect, test } from "vitest";
import { createToolContext } from "../../../../src/call/context.ts";
import { createSecureTool } from "../../../../src/call/secure_tool.ts";
import type { Steps } from "../../../../src/disk/steps.ts";
import type { ChildFile, ContentReader, SealedNode } from "../../../../src/disk/types.ts";
import { busyFailure, internalFailure } from "../../../../src/errors/calls.ts";
import { createSearchTextTool } from "../../../../src/tools/edit/search_text/tool.ts";
import { promise } from "../../../support/recorded_directory.ts";
import { makeTree } from "../../../support/tree.ts";
import { changed, countDescriptors } from "../../../support/workspaces.ts";
import { toLines } from "./calls.ts";

/** The same directory, where one file cannot be opened, or not be read behind its first bytes. */
function failAt(node: SealedNode, raw: string, error: Error, opens = false): SealedNode {
  if (node.kind !== "directory") return node;
  const { inner } = node;
  function* openChildFile(name: string, limitBytes: number): Steps<ChildFile> {
    if (name !== raw) return yield* inner.openChildFile(name, limitBytes);
    if (!opens) throw error;
    const file = yield* inner.openChildFile(name, limitBytes);
    if (file.fault !== null) return file;
    const { content } = file;
    const close = () => content.close();
    const read: ContentReader["read"] = (into, range) => {
      if (range.position > 0) throw error;
      return content.read(into, range);
    };
    return { fault: null, content: { sizeBytes: content.sizeBytes, read, close, [Symbol.dispose]: close } };
  }
  return promise(changed(inner, { openChildFile }));
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

test("LK-05 a file that cannot be read to its end is counted, and the search goes on behind it", async () => {
  const before = countDescriptors();
  const root = makeTree(["file a x\n", `file b ${"x\n".repeat(9000)}`, "file c x\n"]);
  const context = createToolContext({ workspaceRoot: root });
  const spec = createSearchTextTool(undefined, { pieceBytes: 10, maxLineBytes: 100 });
  const error = internalFailure("b", "input/output error");
  const run: typeof spec.run = (request, node, scope) => spec.run(request, failAt(node, "b", error, true), scope);
  const outcome = await createSecureTool(context, { ...spec, run }).invoke({ pattern: "^x$", mode: "files" });
  context.workspace.close();
  if (outcome.status !== "success") throw outcome.error;
  expect([toLines(outcome.data), outcome.data.left_out]).toEqual([["a:1", "c:1"], { unreadable: 1 }]);
  expect(countDescriptors()).toBe(before);
});
