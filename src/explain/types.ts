// Why an agent can or cannot see a path. Types only; pure data.

import type { ToolError } from "../errors.ts";
import type { EntryKind, SealedNode } from "../workspace/types.ts";

/** In one word. `shown` and `hidden`: in what its folder's tree or list shows. `readable` and `refused`: when asked for by name. */
export type Word = "shown" | "hidden" | "readable" | "refused";

export interface ToolAnswer {
  readonly word: Word;
  /** Empty for what is shown or readable without anything to say about it. */
  readonly reason: string;
}

/** The rule of an ignore file that decided about a path. `pattern` is absent for files that are not the reader's to see. */
export interface IgnoreRule {
  readonly ignored: boolean;
  readonly source: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly pattern: string | null;
}

export interface Explanation {
  /** The normal form, relative to the root; null if the request is outside or no path at all. */
  readonly path: string | null;
  readonly place: "inside" | "outside" | "missing" | "invalid";
  /** Where it lies, links resolved; null if nothing was found. */
  readonly location: string | null;
  /** The links that the path goes through, by where they lie. */
  readonly links: readonly string[];
  /** Of the entry itself: a link is a `symlink`, whatever it leads to. */
  readonly kind: EntryKind | null;
  readonly denied_by: string | null;
  /** The folders it would have to lie in; null if it does, or if there are none. */
  readonly outside_allowed_roots: readonly string[] | null;
  /** The first name on the path that starts with a dot. */
  readonly hidden_by: string | null;
  /** The first name on the path that `tree` always leaves out. */
  readonly excluded_by: string | null;
  /** Of the entry itself: rules for a link are those that match its own name. */
  readonly git: IgnoreRule | null;
  readonly gemini: IgnoreRule | null;
  /** Ignore files on the way that were not obeyed, and why. */
  readonly problems: readonly string[];
  readonly tools: Readonly<Record<string, ToolAnswer>>;
}

export type Facts = Omit<Explanation, "tools">;

/** What was found; the node is open, if there is one. */
export interface Seen {
  readonly facts: Facts;
  readonly node: SealedNode | null;
  /** Where the entry itself lies: of a link, not what it leads to. */
  readonly itself: string | null;
  /** Why there is none. */
  readonly failure: ToolError | null;
}
