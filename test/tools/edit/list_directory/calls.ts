// Calls list_directory through the gate on a folder, and shows what came back in a form that tests can write down.
// Leaves to the tests what it should be.

import { createToolContext, type ToolContextOptions } from "../../../../src/call/context.ts";
import { createSecureTool } from "../../../../src/call/secure_tool.ts";
import type { CallOptions, ToolOutcome } from "../../../../src/call/types.ts";
import { DEFAULTS } from "../../../../src/registory/config_values.ts";
import { createListDirectoryTool } from "../../../../src/tools/edit/list_directory/tool.ts";
import type {
  ListDirectoryEntry,
  ListDirectoryOptions,
  ListDirectoryOutput,
  ListDirectoryRequest,
  ListDirectorySettings,
} from "../../../../src/tools/edit/list_directory/types.ts";

export type Here = ToolContextOptions & {
  readonly settings?: Partial<ListDirectorySettings>;
  readonly call?: CallOptions;
};

export function toolWith(settings: Partial<ListDirectorySettings> = {}) {
  return createListDirectoryTool({ ...DEFAULTS.listDirectory, ...settings });
}

async function callList(
  { settings, call, ...here }: Here,
  path: string,
  options?: object,
): Promise<ToolOutcome<ListDirectoryOutput>> {
  const context = createToolContext(here);
  const tool = toolWith(settings);
  try {
    const list = createSecureTool<object, ListDirectoryRequest, ListDirectoryOutput>(context, tool);
    return await list(path, options, call);
  } finally {
    context.workspace.close();
  }
}

/** The answer of a call that must succeed. */
export async function seeList(here: Here, path: string, options?: ListDirectoryOptions): Promise<ListDirectoryOutput> {
  const outcome = await callList(here, path, options);
  if (outcome.status === "success") return outcome.data;
  throw outcome.error;
}

/** The same, one line per entry. */
export async function linesOf(here: Here, path: string, options?: ListDirectoryOptions): Promise<string[]> {
  return (await seeList(here, path, options)).entries.map(toLine);
}

/** What a caller is told by a call that must not succeed. */
export async function refusalOf(here: Here, path: string, options?: object) {
  const outcome = await callList(here, path, options);
  if (outcome.status === "success") throw new Error(`it succeeded: ${JSON.stringify(outcome.data)}`);
  const { kind, code, message, path: named } = outcome.error;
  return { status: outcome.status, kind, code, message, path: named };
}

const MARKS = { file: "", dir: "/", symlink: "@", other: "=", unknown: "?" };

/** `a` for a file, `a/` for a directory, `a@` for a symlink, `a=` for something else, `a? code` for what is unknown. */
export function toLine({ path, type, error_code }: ListDirectoryEntry): string {
  return `${path}${MARKS[type]}${error_code === null ? "" : ` ${error_code}`}`;
}
