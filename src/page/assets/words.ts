// What the page says about entries and their marks, and how it writes numbers and times. Independent of the screen.

import type { Mark, MarkedEntry } from "../../explain/marks/types.ts";
import type { PageTool } from "../wire.ts";

const BYTES_PER_TOKEN = 4;

const numbers = new Intl.NumberFormat("en");
const encoder = new TextEncoder();

export function toCount(count: number, one: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : `${one}s`}`;
}

export function toNumber(count: number): string {
  return numbers.format(count);
}

export function countBytes(text: string): number {
  return encoder.encode(text).length;
}

export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

export function toTime(iso: string): string {
  return new Date(iso).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  visible: "visible",
  hidden: "hidden",
  denied: "denied",
  outside: "leads out",
  nowhere: "leads nowhere",
};

export const NO_SUCH_NAME = "Agents see it in lists, but no tool can open it: its name is not UTF-8.";

/** What the mark means for agents, given the tools that the policy allows. */
export function describeMark({ mark, kind }: Pick<MarkedEntry, "mark" | "kind">, tools: readonly PageTool[]): string {
  if (mark === "denied") return "Agents see the name at most. No tool shows the content.";
  if (mark === "outside") return "A link that leads out of the folder. It is never followed.";
  if (mark === "nowhere") return "A link that leads nowhere.";
  const isFolder = kind === "directory";
  const verb = isFolder ? "look inside" : "read it";
  const allowed = tools.filter(({ isAllowed }) => isAllowed);
  const isUsable = allowed.some(({ shows }) => shows === (isFolder ? "names" : "files"));
  // A search shows lines of a file.
  const searcher = isFolder ? undefined : allowed.find(({ shows }) => shows === "lines");
  const rest = searcher === undefined ? "" : `; ${searcher.name} can show lines of it`;
  const refusal = ` The policy refuses the tools that ${verb}${rest}.`;
  if (mark === "visible")
    return isUsable ? `Agents see it in lists and may ${verb}.` : `Agents see it in lists.${refusal}`;
  const named = ` An agent that asks for it by its name can still ${verb}.`;
  return `Hidden: left out of lists and searches.${isUsable ? named : refusal}`;
}

/** The user's own ignore file, and those above the folder, cannot be shown: a file inside may have the same name. */
export function isLineInside(source: string, file: string): boolean {
  return source !== "global" && !file.startsWith("../") && !file.startsWith("/");
}
