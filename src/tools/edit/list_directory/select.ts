// Selects the entries of one directory that the walk needs: those that count, up to one more than there is room for, and the directories to
// enter.

import { compareUtf8, compareUtf16 } from "../../../disk/names.ts";
import type { Steps } from "../../../disk/steps.ts";
import type { Directory, Entry, EntryOrder } from "../../../disk/types.ts";
import { ToolError } from "../../../errors.ts";
import type { View } from "../../../view/view.ts";
import type { WalkFolder } from "../../../walk/folder.ts";
import { LeftOut } from "../../../walk/left_out.ts";
import { toFault } from "./entry.ts";
import { ALL_KINDS } from "./filter.ts";

export interface Candidate {
  readonly entry: Entry;
  /** Whether it takes a place in the answer. If not, it is a directory to enter. */
  readonly counts: boolean;
}

export interface SelectedEntries {
  /** In the order of the walk. */
  readonly candidates: readonly Candidate[];
  /** Whether there are further entries that count. */
  readonly more: boolean;
  /** Entries of the requested kinds, and special files that were not requested. */
  readonly leftOut: LeftOut;
}

export interface Need {
  /** The remaining places in the answer. */
  readonly room: number;
  /** Whether to enter directories that are not listed themselves. */
  readonly descendsUnlisted: boolean;
}

// The listing breaks ties by the bytes of the names. A name that is the same raw and as text is ASCII, where all orders agree and the
// runtime's own comparison is the fastest.
const byName: EntryOrder = (a, b) =>
  a.raw === a.name && b.raw === b.name ? compareUtf16(a.name, b.name) : compareUtf8(a.name, b.name);

export function* selectEntries({ directory, view }: WalkFolder, need: Need): Steps<SelectedEntries> {
  const selector = new Selector(view, need);
  const limit = need.room + 1;
  const { entries, more } = yield* directory.list({ limit, order: byName, accept: (entry) => selector.take(entry) });
  // Only one more entry is needed, and one is found or will be: a folder that cannot be opened counts as one.
  const isEnough = need.room === 0 && entries.length + selector.unlisted.length > 0;
  if (!isEnough && selector.refused !== null && (yield* isShut(directory, selector.refused))) {
    const visible = new Selector(view.withKinds(ALL_KINDS), need);
    const all = yield* directory.list({ limit, order: byName, accept: (entry) => visible.take(entry) });
    return { candidates: all.entries.map(toCounted), more: all.more, leftOut: visible.leftOut };
  }
  const candidates = mergeByName(entries.map(toCounted), selector.unlisted);
  return { candidates, more, leftOut: selector.leftOut };
}

/**
 * A directory with read but without search permission reveals nothing about its entries, and such entries are listed whatever their kind.
 * All are refused alike, so testing one that its kind would leave out is enough.
 */
function* isShut(directory: Directory, raw: string): Steps<boolean> {
  const [metadata] = yield* directory.childMetadata([raw]);
  return ToolError.isInstance(metadata) && toFault(metadata) === "permission";
}

// Filters while the directory is read. All directories to enter are collected, because each may turn out to be
// empty; the listing stays bounded for entries that count.
class Selector {
  readonly #view: View;
  readonly #need: Need;
  readonly unlisted: Candidate[] = [];
  readonly leftOut = new LeftOut();
  /** Raw: of those that only their kind left out, the first by its bytes, so that the same one is tested every time. */
  refused: string | null = null;

  constructor(view: View, need: Need) {
    this.#view = view;
    this.#need = need;
  }

  take(entry: Entry): boolean {
    const verdict = this.#view.judge(entry);
    if (verdict === "shown") return true;
    if (this.#isWanted(entry)) this.leftOut.addBy(verdict);
    if (verdict.rule !== "kind") return false;
    if (this.refused === null || entry.raw < this.refused) this.refused = entry.raw;
    // A copy: the listing reuses one object.
    if (this.#need.descendsUnlisted && entry.kind === "directory")
      this.unlisted.push({ entry: { ...entry }, counts: false });
    return false;
  }

  /** Whether leaving it out should be counted. */
  #isWanted({ kind }: Entry): boolean {
    return this.#view.asks(kind) || (kind === "directory" && this.#need.descendsUnlisted);
  }
}

function toCounted(entry: Entry): Candidate {
  return { entry, counts: true };
}

function mergeByName(counted: readonly Candidate[], unlisted: readonly Candidate[]): readonly Candidate[] {
  if (unlisted.length === 0) return counted;
  return [...counted, ...unlisted].sort((a, b) => byName(a.entry, b.entry) || compareUtf16(a.entry.raw, b.entry.raw));
}
