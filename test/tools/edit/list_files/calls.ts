// Calls of list_files on small trees, for its tests.

import { type AgentToolkit, type AgentToolkitOptions, createAgentToolkit } from "../../../../src/toolkit.ts";
import type { ListFilesInput, ListFilesOutput } from "../../../../src/tools/edit/list_files/types.ts";
import { makeTree } from "../../../support/tree.ts";

/** `dir .git` makes it a repository, where ignore files count. */
export function openTree(
  lines: readonly string[],
  options: Partial<Omit<AgentToolkitOptions, "dialect">> = {},
): AgentToolkit {
  return createAgentToolkit({ workspaceRoot: makeTree(lines), ...options, dialect: "forge" });
}

/** Throws the error of a call that fails. */
export async function find(toolkit: AgentToolkit, args: ListFilesInput = {}): Promise<ListFilesOutput> {
  const outcome = await toolkit.listFiles.invoke(args);
  if (outcome.status !== "success") throw outcome.error;
  return outcome.data;
}

export async function findPaths(toolkit: AgentToolkit, args: ListFilesInput = {}): Promise<string[]> {
  return (await find(toolkit, args)).paths;
}

/** All pages, each with the `next` of the one before. */
export async function findPages(toolkit: AgentToolkit, args: ListFilesInput): Promise<ListFilesOutput[]> {
  const pages = [await find(toolkit, args)];
  for (let last = pages[0]; last?.next; last = pages.at(-1))
    pages.push(await find(toolkit, { ...args, after: last.next }));
  return pages;
}
