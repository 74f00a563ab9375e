// The names by which a model knows the tools: their own, or with a prefix, for clients that do not add one. Policy, record and
// configuration know only the tools' own names.

import type { NameTool } from "../errors.ts";

export interface ToolNames {
  /** From a tool's own name to the one that the model knows. */
  readonly show: NameTool;
  /** The other way round; null if no tool can have that name. */
  readonly read: (shown: string) => string | null;
}

const OWN_NAMES: ToolNames = { show: (name) => name, read: (shown) => shown };

/** What providers accept as the name of a tool. */
const NAME = /^[\w-]{1,64}$/;
/** As long as the longest built-in name allows. */
export const A_TOOL_PREFIX = "1 to 49 letters, digits, _ or -";

export function isToolPrefix(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,49}$/.test(value);
}

export function toToolNames(prefix: string | undefined): ToolNames {
  if (prefix === undefined) return OWN_NAMES;
  const start = `${prefix}_`;
  return {
    // Requests that are not tools, such as resources/read, keep their names.
    show: (name) => (name.includes("/") ? name : start + name),
    read: (shown) => (shown.includes("/") ? shown : shown.startsWith(start) ? shown.slice(start.length) : null),
  };
}

/** The first of these names that no provider accepts with the prefix; null if there is none. */
export function findUnusableName(names: readonly string[], prefix: string): string | null {
  const { show } = toToolNames(prefix);
  return names.find((name) => !NAME.test(show(name))) ?? null;
}
