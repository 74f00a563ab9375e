// How one tool sees a folder in one call: the only place that decides which entries are shown, and which may be entered or read.

import { toPrefix } from "../disk/names.ts";
import type { Steps } from "../disk/steps.ts";
import type { Directory, Entry, EntryKind, Folder } from "../disk/types.ts";
import type { IgnoreWalk } from "../git/ignore_walk.ts";
import { findDenial } from "./denied/denial.ts";
import type { FileDiscoveryService } from "./discovery_service.ts";
import { type FolderFacts, ignored as ignoredRule, type Kinds, type NameRule, type ViewRules } from "./rules.ts";
import type { BothNames, ContentVerdict, Denied, KindReason, NameVerdict, Rule } from "./verdict.ts";

/** What a View is made of, besides the rules of its tool. The scope of a call has it. */
export interface ViewSources {
  /** What must not be read, although it is inside, as of the start of the call. */
  readonly denied: Denied;
  /** What git ignores below the requested directory; null for a tool that does not respect it, and if the directory itself is ignored. */
  readonly ignored: IgnoreWalk | null;
}

type KindRules = Readonly<Record<EntryKind, Rule | null>>;

interface ViewState {
  readonly kinds: KindRules;
  readonly names: readonly NameRule[];
  readonly denied: Denied;
  readonly ignored: IgnoreWalk | null;
  /** Of the names of the entries. */
  readonly prefix: BothNames;
}

/** In one folder. The start of a walk is not judged, except whether it is denied, which guard.ts has done when it was opened. */
export class View implements FolderFacts {
  readonly #state: ViewState;
  readonly #names: readonly NameRule[];
  readonly #kinds: KindRules;

  private constructor(state: ViewState) {
    this.#state = state;
    this.#names = state.names;
    this.#kinds = state.kinds;
  }

  /** For the directory at the start of a walk, which was requested as `path`. */
  static atStart(
    { names, kinds }: ViewRules,
    { path, denied, ignored }: ViewSources & { readonly path: string },
    directory: Pick<Directory, "location">,
  ): View {
    const prefix = { path: toPrefix(path), location: toPrefix(directory.location) };
    const obeyed = names.includes(ignoredRule) ? ignored : null;
    return new View({ names, kinds: toKindRules(kinds), denied, ignored: obeyed, prefix });
  }

  /** The prefix of the requested paths of its entries. */
  get path(): string {
    return this.#state.prefix.path;
  }

  /** The prefix of the locations of its entries. */
  get location(): string {
    return this.#state.prefix.location;
  }

  /** Whether the call is about such entries at all; others are not counted. */
  asks(kind: EntryKind): boolean {
    const rule = this.#kinds[kind];
    return rule === null || (rule.rule === "kind" && rule.counts !== null);
  }

  /** By the first rule that applies. */
  judge(entry: Entry): NameVerdict {
    for (const rule of this.#names) {
      const found = rule.find(entry, this);
      if (found !== null) return found;
    }
    return this.#kinds[entry.kind] ?? "shown";
  }

  /** Every rule that applies, in order: for explanations. */
  judgeAll(entry: Entry): readonly Rule[] {
    const kind = this.#kinds[entry.kind];
    return [...this.#names.flatMap((rule) => rule.find(entry, this) ?? []), ...(kind === null ? [] : [kind])];
  }

  /** Ask this before an entry is entered or read. */
  content(entry: Entry): ContentVerdict {
    return this.findDenied(entry) ?? "open";
  }

  findIgnored(entry: Entry): Rule | null {
    const verdict = this.#state.ignored?.verdict(entry.raw, entry.kind === "directory");
    return verdict?.ignored ? { rule: "ignored", from: verdict.from } : null;
  }

  findDenied({ name, kind }: Pick<Entry, "name" | "kind">): Rule | null {
    const { denied, prefix } = this.#state;
    const denial = findDenial(denied, { path: prefix.path + name, location: prefix.location + name }, kind);
    return denial && { rule: "denied", denial };
  }

  /** The view of a child that is open as `directory`. */
  *enter({ raw, name }: Pick<Entry, "raw" | "name">, directory: Directory): Steps<View> {
    const { names, ignored, prefix } = this.#state;
    const below = { path: `${prefix.path}${name}/`, location: `${prefix.location}${name}/` };
    return new View({
      ...this.#state,
      names: names.map((rule) => rule.enter?.(name) ?? rule),
      ignored: ignored && (yield* ignored.enter(raw, directory)),
      prefix: below,
    });
  }

  /** The same view with other kinds. */
  withKinds(kinds: Kinds): View {
    return new View({ ...this.#state, kinds: toKindRules(kinds) });
  }
}

/**
 * The ignore rules of git for a walk from a directory, by its raw names. Null if the directory itself is ignored: it is listed because it
 * was requested by name, and then no rules apply inside it.
 */
export function* openIgnored(
  discovery: FileDiscoveryService,
  root: Folder,
  names: readonly string[],
): Steps<IgnoreWalk | null> {
  const walk = yield* discovery.walkFrom(root, names, { respectGeminiIgnore: false });
  return walk.own.ignored ? null : walk;
}

function toKindRules(kinds: Kinds): KindRules {
  const toRule = (kind: EntryKind): Rule | null => {
    const treatment = kinds[kind];
    if (treatment === "shown") return null;
    const counts: KindReason | null = treatment === "unasked" ? null : treatment;
    return { rule: "kind", kind, counts };
  };
  return {
    directory: toRule("directory"),
    file: toRule("file"),
    symlink: toRule("symlink"),
    other: toRule("other"),
  };
}
