// The result of `explain`: why an agent can or cannot see a path. Types only.

import type { ErrorCode } from "../errors.ts";
import type { Denial } from "../security/denied.ts";
import type { IgnoreRule } from "../tools/rule_words.ts";
import type { EntryKind } from "../workspace/types.ts";

/**
 * Of `tree`, `list_directory` and `list_files`: what a walk makes of the path. A walk starts at the root, or at each allowed folder, and goes through
 * no link. `refused`: there can be no such walk, or there is no such entry. Of `search_text` the same: `searched` or `not searched`. Of
 * `read_file` and `read_files`: `readable` or `refused`.
 */
export type Word = "shown" | "hidden" | "searched" | "not searched" | "readable" | "refused";

export interface ToolAnswer {
  readonly word: Word;
  /** Why, or under which condition; empty if there is nothing to say. */
  readonly reason: string;
  readonly by_name: NamedAnswer;
}

/** What the tool does when it is asked for the path by its name. */
export interface NamedAnswer {
  readonly word: "answered" | "refused";
  readonly reason: string;
  /** Of the refusal. */
  readonly code: ErrorCode | null;
}

/** Why the agent can or cannot see a path. */
export interface Explanation {
  /** The normal form, relative to the root; null if the request is outside or no path at all. */
  readonly path: string | null;
  /** Where it leads. `unknown`: that could not be found out, for want of permission or because something was just changing. */
  readonly place: "inside" | "outside" | "missing" | "invalid" | "unknown";
  /** Where it lies, links resolved; null if nothing was found. */
  readonly location: string | null;
  /** The links that the path goes through, by where they lie. */
  readonly links: readonly string[];
  /** Of the entry itself: a link is a `symlink`, wherever it leads. Null if there is none. */
  readonly kind: EntryKind | null;
  /** What denies it, a directory above it, or a place that its links lead through. */
  readonly denied_by: Denial | null;
  /** The allowed folders, if it lies in none of them, or if a link on the way does; otherwise null. */
  readonly outside_allowed_roots: readonly string[] | null;
  /** The first name on the path that starts with a dot. */
  readonly hidden_by: string | null;
  /** The first name on the path that `tree` always leaves out. */
  readonly excluded_by: string | null;
  /** Of the entry itself: rules for a link are those that match its own name. */
  readonly git: IgnoreRule | null;
  /** The rule of `.geminiignore` that decided, if there is one. */
  readonly gemini: IgnoreRule | null;
  /** Ignore files on the way that were not obeyed, and why. */
  readonly problems: readonly string[];
  /** What each tool does with the path, by the tool's name. */
  readonly tools: Readonly<Record<string, ToolAnswer>>;
}

export type Facts = Omit<Explanation, "tools">;
