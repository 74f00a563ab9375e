// The result of `explain`: why an agent can or cannot see a path. Types only.

import type { EntryKind } from "../disk/types.ts";
import type { ErrorCode } from "../errors.ts";
import type { IgnoreRule } from "../view/ignore_rule.ts";
import type { Denial } from "../view/verdict.ts";

/**
 * For `tree`, `list_directory` and `list_files`: what a walk does with the path. A walk starts at the root, or at each allowed folder, and
 * follows no links. `refused`: no walk is possible, or the entry does not exist. For `search_text`: `searched` or `not searched`. For
 * `read_file` and `read_files`: `readable` or `refused`.
 */
export type Word = "shown" | "hidden" | "searched" | "not searched" | "readable" | "refused";

export interface ToolAnswer {
  readonly word: Word;
  /** The reason or condition; empty if there is none. */
  readonly reason: string;
  readonly by_name: NamedAnswer;
}

/** The tool's answer if the path is requested by name. */
export interface NamedAnswer {
  readonly word: "answered" | "refused";
  readonly reason: string;
  /** The error code of a refusal. */
  readonly code: ErrorCode | null;
}

/** Why the agent can or cannot see a path. */
export interface Explanation {
  /** The normalised path, relative to the root; null if it is outside or invalid. */
  readonly path: string | null;
  /** Where it leads. `unknown`: permission was missing, or the path was changing. */
  readonly place: "inside" | "outside" | "missing" | "invalid" | "unknown";
  /** Its location with links resolved; null if nothing was found. */
  readonly location: string | null;
  /** The locations of the links that the path goes through. */
  readonly links: readonly string[];
  /** The kind of the entry itself: a link is a `symlink`, wherever it leads. Null if it does not exist. */
  readonly kind: EntryKind | null;
  /** The rule that denies it, a directory above it, or a location that its links lead through. */
  readonly denied_by: Denial | null;
  /** The allowed folders, if the path or a link on the way is outside of them; otherwise null. */
  readonly outside_allowed_roots: readonly string[] | null;
  /** The first name on the path that starts with a dot. */
  readonly hidden_by: string | null;
  /** The first name on the path that `tree` always leaves out. */
  readonly excluded_by: string | null;
  /** The rule for the entry itself: for a link, one that matches its own name. */
  readonly git: IgnoreRule | null;
  /** The deciding rule of `.geminiignore`, if there is one. */
  readonly gemini: IgnoreRule | null;
  /** Ignore files on the way that could not be applied, and why. */
  readonly problems: readonly string[];
  /** What each tool does with the path, by the tool's name. */
  readonly tools: Readonly<Record<string, ToolAnswer>>;
}

export type Facts = Omit<Explanation, "tools">;
