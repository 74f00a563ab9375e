// Selects the entries of one directory that the walk needs: those that count, up to one more than there is room for, and the directories to
// enter.

import type { CallClock } from "../../../disk/call_clock.ts";
import { compareUtf8, compareUtf16 } from "../../../disk/names.ts";
import type { Entry, EntryOrder, SealedDirectory } from "../../../disk/types.ts";
import { ToolError } from "../../../errors.ts";
import type { IgnoreWalk } from "../../../git/ignore_walk.ts";
import { LeftOut } from "../../../walk/left_out.ts";
import { isIgnored } from "../../../walk/walk_filter.ts";
import { isHidden, toFault } from "./entry.ts";
import type { ListFilter } from "./types.ts";

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
  /** What git ignores in this directory; null if ignore rules do not apply. */
  readonly ignored: IgnoreWalk | null;
}

const ALL_KINDS = { file: true, directory: true, symlink: true, other: true };

// The listing breaks ties by the bytes of the names. A name that is the same raw and as text is ASCII, where all orders agree and the
// runtime's own comparison is the fastest.
const byName: EntryOrder = (a, b) =>
  a.raw === a.name && b.raw === b.name ? compareUtf16(a.name, b.name) : compareUtf8(a.name, b.name);

export async function selectEntries(
  directory: SealedDirectory,
  filter: ListFilter,
  need: Need,
  clock: CallClock,
): Promise<SelectedEntries> {
  const selector = new Selector(filter, need);
  const limit = need.room + 1;
  const { entries, more } = await directory.list(
    { limit, order: byName, accept: (entry) => selector.take(entry) },
    clock,
  );
  // Only one more entry is needed, and one is found or will be: a folder that cannot be opened counts as one.
  const isEnough = need.room === 0 && entries.length + selector.unlisted.length > 0;
  if (!isEnough && selector.refused !== null && (await isShut(directory, selector.refused, clock))) {
    const visible = new Selector({ ...filter, kinds: ALL_KINDS }, need);
    const all = await directory.list({ limit, order: byName, accept: (entry) => visible.take(entry) }, clock);
    return { candidates: all.entries.map(toCounted), more: all.more, leftOut: visible.leftOut };
  }
  const candidates = mergeByName(entries.map(toCounted), selector.unlisted);
  return { candidates, more, leftOut: selector.leftOut };
}

/**
 * A directory with read but without search permission reveals nothing about its entries, and such entries are listed whatever their kind.
 * All are refused alike, so testing one that its kind would leave out is enough.
 */
async function isShut(directory: SealedDirectory, raw: string, clock: CallClock): Promise<boolean> {
  const [metadata] = await directory.childMetadata([raw], clock);
  return ToolError.isInstance(metadata) && toFault(metadata) === "permission";
}

// 1 hidden, ignored 2 kind. Filters while the directory is read. All directories to enter are collected, because each may turn out to be
// empty; the listing stays bounded for entries that count.
class Selector {
  readonly #filter: ListFilter;
  readonly #need: Need;
  readonly unlisted: Candidate[] = [];
  readonly leftOut = new LeftOut();
  /** Raw: of those that only their kind left out, the first by its bytes, so that the same one is tested every time. */
  refused: string | null = null;

  constructor(filter: ListFilter, need: Need) {
    this.#filter = filter;
    this.#need = need;
  }

  take(entry: Entry): boolean {
    const rule = findRule(entry, this.#filter, this.#need.ignored);
    if (rule !== null && this.#isWanted(entry)) this.leftOut.add(rule);
    if (rule !== null) return false;
    if (this.#filter.kinds[entry.kind]) return true;
    if (entry.kind === "other") this.leftOut.add("special");
    if (this.refused === null || entry.raw < this.refused) this.refused = entry.raw;
    // A copy: the listing reuses one object.
    if (this.#need.descendsUnlisted && entry.kind === "directory")
      this.unlisted.push({ entry: { ...entry }, counts: false });
    return false;
  }

  /** Whether leaving it out should be counted. Special files are left out unless they are requested, and counted. */
  #isWanted({ kind }: Entry): boolean {
    if (kind === "other" || this.#filter.kinds[kind]) return true;
    return kind === "directory" && this.#need.descendsUnlisted;
  }
}

/** Why an entry is not listed, apart from its kind. */
export function findRule(
  entry: Entry,
  { includeHidden }: Pick<ListFilter, "includeHidden">,
  ignored: IgnoreWalk | null,
): "hidden" | "ignored" | null {
  if (!includeHidden && isHidden(entry.name)) return "hidden";
  return isIgnored(entry, ignored) ? "ignored" : null;
}

function toCounted(entry: Entry): Candidate {
  return { entry, counts: true };
}

function mergeByName(counted: readonly Candidate[], unlisted: readonly Candidate[]): readonly Candidate[] {
  if (unlisted.length === 0) return counted;
  return [...counted, ...unlisted].sort((a, b) => byName(a.entry, b.entry) || compareUtf16(a.entry.raw, b.entry.raw));
}
