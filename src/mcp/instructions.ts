// The instructions for the model about the server as a whole. Clients may show them before the tools, or instead of them.

import type { NameTool } from "../errors.ts";
import type { TOOL_DEFINITIONS } from "../registory/definitions.ts";
import type { McpToolkit } from "./options.ts";

/** From overview to detail. */
const USES: Readonly<Record<keyof typeof TOOL_DEFINITIONS, string>> = {
  tree: "shows the folders",
  list_directory: "shows one folder",
  list_files: "finds files by name",
  search_text: "finds lines by their content",
  read_file: "reads a text file",
  read_files: "reads several",
};

/** At most 120 tokens. Custom tools describe themselves. */
export function describeServer(
  { tools, resources }: Pick<McpToolkit, "tools" | "resources">,
  nameTool: NameTool = (name) => name,
): string {
  const usable = new Set(tools().flatMap(({ name, is_denied }) => (is_denied ? [] : [name])));
  const uses = Object.entries(USES).flatMap(([name, use]) => (usable.has(name) ? [`${nameTool(name)} ${use}`] : []));
  // Reading resources requires that read_file is allowed.
  const hasResources = resources !== undefined && usable.has("read_file");
  return [
    "A sealed view of one folder. Paths are relative to its root, which is `.`.",
    ...(uses.length === 0 ? [] : [`${uses.join("; ")}.`]),
    ...(hasResources ? ["Pictures and other binary files are resources: porthole:///path."] : []),
    "Answers are kept short: each says what it left out and how to go on.",
  ].join(" ");
}
