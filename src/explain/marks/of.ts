// Marks entries that a tool has shown: denied ones, and links that are broken or lead outside. Names are matched; only links are looked at.

import { isChildName, toPrefix } from "../../disk/names.ts";
import { inSlices, type Steps } from "../../disk/steps.ts";
import { invalidArgument } from "../../errors/arguments.ts";
import { notDirectory } from "../../errors/paths.ts";
import { quoteShort } from "../../errors/quote.ts";
import { toShownPath } from "../../input/sanitize.ts";
import type { PathRequest, ToolSpec } from "../../tools/tool.ts";
import { READ_ONLY } from "../../tools/tool.ts";
import type { Confines } from "../../view/guard.ts";
import { judgeContent } from "../../view/target.ts";
import type { BothNames, Denied, Rule } from "../../view/verdict.ts";
import { describeRule, KIND_WORDS } from "../rule_words.ts";
import type { MarkedPath, ShownEntry } from "./types.ts";

interface MarkOfRequest extends PathRequest {
  readonly entries: readonly ShownEntry[];
}

// More than any tool shows at once.
const MAX_ENTRIES = 1000;
const ENTRIES_PER_PAUSE = 16;

export function createMarkFinder(context: Confines): ToolSpec<MarkOfRequest, readonly MarkedPath[]> {
  return {
    definition: {
      name: "marks/of",
      description: "Marks entries that a tool has shown.",
      parameters: {
        type: "object",
        properties: { path: { type: "string" }, entries: { type: "array" } },
        required: ["path", "entries"],
      },
    },
    traits: { ...READ_ONLY },
    parse: ({ path, entries }) => ({ path: String(path), entries: readEntries(entries) }),
    summarize: ({ path }) => `Mark the entries shown in ${toShownPath(path)}`,
    async run({ entries }, node, { path, denied, clock }) {
      if (node.kind !== "directory") throw notDirectory(path);
      const prefix = { path: toPrefix(path), location: toPrefix(node.location) };
      return await inSlices(markAll(context, entries, prefix, denied), clock);
    },
    // The data are for the owner's programs; no model reads this.
    toText: ({ length }) => `${length} entries, marked`,
  };
}

function* markAll(
  context: Confines,
  entries: readonly ShownEntry[],
  prefix: BothNames,
  denied: Denied,
): Steps<readonly MarkedPath[]> {
  const marked: MarkedPath[] = [];
  for (const [index, { path: below, kind }] of entries.entries()) {
    if (index % ENTRIES_PER_PAUSE === 0) yield;
    const place = { path: prefix.path + below, location: prefix.location + below };
    const content = yield* judgeContent(context, place, kind, denied);
    marked.push({ path: below, ...(content === "open" ? VISIBLE : toMark(content, denied)) });
  }
  return marked;
}

export type Marked = Pick<MarkedPath, "mark" | "rule">;

export const VISIBLE: Marked = { mark: "visible", rule: null };

/** For an entry that an agent cannot open. */
export function toMark(rule: Rule, denied: Denied): Marked {
  const mark = rule.rule === "denied" ? "denied" : rule.rule === "missing" ? "nowhere" : "outside";
  return { mark, rule: describeRule(rule, denied) };
}

function readEntries(given: unknown): readonly ShownEntry[] {
  if (!Array.isArray(given) || given.length > MAX_ENTRIES)
    throw invalidArgument(`entries must be an array of at most ${MAX_ENTRIES} entries`);
  return given.map((entry, index) => {
    const { path, kind }: { readonly path?: unknown; readonly kind?: unknown } = Object(entry);
    if (isShownPath(path) && isKind(kind)) return { path, kind };
    throw invalidArgument(
      `entries[${index}] must have a path below the folder and a kind (${Object.keys(KIND_WORDS).join(", ")}), not ${quoteShort(entry)}`,
    );
  });
}

function isShownPath(path: unknown): path is string {
  return typeof path === "string" && path.split("/").every(isChildName);
}

function isKind(kind: unknown): kind is ShownEntry["kind"] {
  return typeof kind === "string" && Object.hasOwn(KIND_WORDS, kind);
}
