// Describes what a mark means for agents, given the tools that the policy allows. Independent of the screen.

import type { MarkedEntry } from "../../explain/marks/types.ts";
import type { PageTool } from "../wire.ts";

export const NO_SUCH_NAME = "Agents see it in lists, but no tool can open it: its name is not UTF-8.";

export function describeMark({ mark, kind }: Pick<MarkedEntry, "mark" | "kind">, tools: readonly PageTool[]): string {
  if (mark === "denied") return "Agents see the name at most. No tool shows the content.";
  if (mark === "outside") return "A link that leads out of the folder. It is never followed.";
  if (mark === "nowhere") return "A link that leads nowhere.";
  const isFolder = kind === "directory";
  const isUsable = mayUse(tools, isFolder ? "names" : "files");
  const verb = isFolder ? "look inside" : "read it";
  if (mark === "visible")
    return isUsable
      ? `Agents see it in lists and may ${verb}.`
      : `Agents see it in lists.${describeRefusal(verb, tools)}`;
  const named = ` An agent that asks for it by its name can still ${verb}.`;
  return `Hidden: left out of lists and searches.${isUsable ? named : describeRefusal(verb, tools)}`;
}

function mayUse(tools: readonly PageTool[], what: PageTool["shows"]): boolean {
  return tools.some(({ shows, isAllowed }) => shows === what && isAllowed);
}

/** A search shows lines of a file. */
function describeRefusal(verb: string, tools: readonly PageTool[]): string {
  const refusal = ` The policy refuses the tools that ${verb}`;
  const searcher = tools.find(({ shows, isAllowed }) => shows === "lines" && isAllowed);
  return verb === "read it" && searcher !== undefined
    ? `${refusal}; ${searcher.name} can show lines of it.`
    : `${refusal}.`;
}

/** The user's own ignore file, and those above the folder, cannot be shown: a file inside may have the same name. */
export function isLineInside(source: string, file: string): boolean {
  return source !== "global" && !file.startsWith("../") && !file.startsWith("/");
}
