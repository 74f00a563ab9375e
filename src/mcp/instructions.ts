// The instructions for the model about the server as a whole. Clients may show them before the tools, or instead of them.

import { ABOUT, BUILT_IN_NAMES } from "../call/built_in.ts";
import type { NameTool } from "../errors.ts";
import type { McpToolkit } from "./options.ts";

/** At most 120 tokens. Custom tools describe themselves. */
export function describeServer(
  { tools, resources }: Pick<McpToolkit, "tools" | "resources">,
  nameTool: NameTool = (name) => name,
): string {
  const usable = new Set(tools().flatMap(({ name, is_denied }) => (is_denied ? [] : [name])));
  const named = BUILT_IN_NAMES.filter((name) => usable.has(name));
  const uses = named.map((name) => `${nameTool(name)} ${ABOUT[name].use}`);
  // Reading resources requires that read_file is allowed.
  const hasResources = resources !== undefined && usable.has("read_file");
  return [
    "A sealed view of one folder. Paths are relative to its root, which is `.`.",
    ...(uses.length === 0 ? [] : [`${uses.join("; ")}.`]),
    ...(hasResources ? ["Pictures and other binary files are resources: porthole:///path."] : []),
    "Answers are kept short: each says what it left out and how to go on.",
  ].join(" ");
}
