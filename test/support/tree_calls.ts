// Calls `tree` through the gate on a folder, and shows the result in a form that tests can write down.

import { mkdirSync, writeFileSync } from "node:fs";
import { createToolContext, type ToolContextOptions } from "../../src/call/context.ts";
import { createSecureTool } from "../../src/call/secure_tool.ts";
import type { CallOptions, ToolOutcome } from "../../src/call/types.ts";
import { treeTool } from "../../src/tools/edit/tree/tool.ts";
import type { TreeEntry, TreeOptions, TreeOutput, TreeRequest } from "../../src/tools/edit/tree/types.ts";

type Context = ToolContextOptions & { readonly call?: CallOptions };

async function callTree(context: Context, path: string, options?: object): Promise<ToolOutcome<TreeOutput>> {
  const made = createToolContext(context);
  try {
    return await createSecureTool<object, TreeRequest, TreeOutput>(made, treeTool)(path, options, context.call);
  } finally {
    made.workspace.close();
  }
}

/** The answer of a call that must succeed. */
export async function seeTree(context: Context, path: string, options?: TreeOptions): Promise<TreeOutput> {
  const outcome = await callTree(context, path, options);
  if (outcome.status === "success") return outcome.data;
  throw outcome.error;
}

/** The error of a call that must fail. */
export async function refusalOf(context: Context, path: string, options?: object) {
  const outcome = await callTree(context, path, options);
  if (outcome.status === "success") throw new Error(`it succeeded: ${JSON.stringify(outcome.data)}`);
  const { kind, code, message, path: named } = outcome.error;
  return { status: outcome.status, kind, code, message, path: named };
}

/**
 * One line per node, in the order of the walk: `path/` for a directory, `path@` for a symlink; ` …` after one that `max_depth` cut, ` ?`
 * after one that was not read for another reason.
 */
export function outline(node: TreeEntry): string[] {
  if (node.kind !== "directory") return [node.kind === "file" ? node.path : `${node.path}@`];
  const mark = node.truncated === true ? " …" : node.children === undefined ? " ?" : "";
  return [`${node.path}/${mark}`, ...(node.children ?? []).flatMap(outline)];
}

/** `raw` has one character per byte, so that names that are not UTF-8 can be made. */
export function addRaw(root: string, kind: "dir" | "file", raw: string): void {
  const path = Buffer.from(`${Buffer.from(root).toString("latin1")}/${raw}`, "latin1");
  if (kind === "dir") mkdirSync(path);
  else writeFileSync(path, "");
}
