// The interface between a shell's completion and what can be completed. Types only.

import type { Offer } from "./wanted.ts";

export type Answer =
  | { readonly kind: "words" | "places"; readonly kept: string; readonly offers: readonly Offer[] }
  /** What the shell completes by itself. */
  | { readonly kind: "files" | "directories" };

/** The words behind `porthole`, without quotes; the last one is being typed. */
export type Ask = (words: readonly string[]) => Promise<Answer>;

export interface Shell {
  /** What the shell loads. `command` runs this program. */
  toScript(command: readonly string[]): string;
  /** `given` is what the script says about the line, and the result is for the script to read. */
  answer(given: readonly string[], ask: Ask): Promise<string>;
}
