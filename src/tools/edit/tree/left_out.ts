// What a walk of `tree` leaves out, for the text form: the JSON has no field for it.

import type { Entry, EntryKind } from "../../../disk/types.ts";
import type { Rule } from "../../../view/verdict.ts";
import { describeLeftOut, LeftOut } from "../../../walk/left_out.ts";

export const KIND_MARKS: Readonly<Record<EntryKind, string>> = { directory: "/", file: "", symlink: "@", other: "|" };

export class TreeLeftOut {
  /** Names that are always left out, with the marks of their kinds. There are few of them. */
  readonly #always = new Set<string>();
  readonly #counts = new LeftOut();

  add(rule: Rule, { name, kind }: Entry): void {
    if (rule.rule === "always") this.#always.add(name + KIND_MARKS[kind]);
    else this.#counts.addBy(rule);
  }

  addAll(others: TreeLeftOut): void {
    for (const name of others.#always) this.#always.add(name);
    this.#counts.addAll(others.#counts);
  }

  /** For the head of the text form; null if nothing was left out. */
  describe(): string | null {
    const names = [...this.#always].sort().join(" ");
    return describeLeftOut(this.#counts.snapshot(), names === "" ? [] : [`${names} (always)`]);
  }
}
