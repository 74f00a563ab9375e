// The interface between a shell's completion and the table of commands. Types only.

import type { Offer } from "./wanted.ts";

export type Answer =
  | { readonly kind: "words" | "places"; readonly kept: string; readonly offers: readonly Offer[] }
  /** The shell completes these itself. */
  | { readonly kind: "files" | "directories" };

/** Takes the words after `porthole`, without quotes; the last one is being typed. */
export type Ask = (words: readonly string[]) => Promise<Answer>;

export interface Shell {
  /** The script that the shell loads. `command` runs this program. */
  toScript(command: readonly string[]): string;
  /** `given` is what the script passes about the line. The script reads the result. */
  answer(given: readonly string[], ask: Ask): Promise<string>;
}
