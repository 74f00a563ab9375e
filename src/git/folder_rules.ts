// The rules in force in one folder, the nearest file last, and whether the folder itself is ignored.

import { rawToText } from "../disk/names.ts";
import type { Steps } from "../disk/steps.ts";
import { foldAscii } from "../match/gitignore.ts";
import { ANY_FOLDERS, STAR } from "../match/path_nodes.ts";
import { atOnce } from "../regex/work.ts";
import { type CompiledRules, type Cursor, MAX_WEIGHT_IN_FORCE, RulesCompiler } from "./compiled_rules.ts";
import {
  DOT_GIT,
  type IgnoreProblemReason,
  type IgnoreSource,
  type IgnoreVerdict,
  NOT_IGNORED,
} from "./ignore_verdict.ts";

/** An ignore file that was read, and how it may be shown. */
export interface LoadedRules {
  readonly set: CompiledRules;
  readonly source: IgnoreSource;
  readonly file: string | null;
  /** Whether its patterns may be shown. */
  readonly isShown: boolean;
  /** By the index of the rule; filled on demand. */
  readonly verdicts: (IgnoreVerdict | undefined)[];
}

/** How an ignore file is shown, before it is read. */
export type RulesLabel = Pick<LoadedRules, "source" | "file" | "isShown">;

/** Loads a folder's own rules. `room` is the weight that may still be added. */
export type FolderRulesLoader = (room: number) => Steps<LoadedRules | null>;

interface Layer {
  readonly cursor: Cursor;
  readonly file: LoadedRules;
}

export interface FolderRulesOptions {
  readonly ignoreCase: boolean;
  /** Whether the name `.git` is hidden whatever the rules say. */
  readonly hidesDotGit: boolean;
}

interface RulesInForce {
  readonly options: FolderRulesOptions;
  /** The nearest ignore file is last. */
  readonly layers: readonly Layer[];
  readonly room: number;
  /** If the folder is ignored, so is everything below it, for the same reason. */
  readonly verdict: IgnoreVerdict;
}

export class FolderRules {
  readonly #state: RulesInForce;

  private constructor(state: RulesInForce) {
    this.#state = state;
  }

  /** The top folder, where rules begin. `files` have the lowest precedence; the last of them comes first. */
  static open(options: FolderRulesOptions, files: readonly LoadedRules[]): FolderRules {
    const layers = files.map((file) => ({ file, cursor: file.set.open() }));
    const room = files.reduce((left, file) => left - file.set.weight, MAX_WEIGHT_IN_FORCE);
    return new FolderRules({ options, layers, room, verdict: NOT_IGNORED });
  }

  /** With the folder's own file. Null: it has none. Nothing is read in an ignored folder. */
  *load(folder: FolderRulesLoader | null): Steps<FolderRules> {
    const state = this.#state;
    const file = folder === null || state.verdict.ignored ? null : yield* folder(state.room);
    if (file === null || file.set.isEmpty) return this;
    const layers = [...state.layers, { file, cursor: file.set.open() }];
    return new FolderRules({ ...state, layers, room: state.room - file.set.weight });
  }

  /** Of the folder itself. */
  get verdict(): IgnoreVerdict {
    return this.#state.verdict;
  }

  // 1 nothing below an ignored folder is included again 2 `.git` 3 the nearest ignore file first: `.gitignore` files from the folder up to
  // the top, then info/exclude, then the user's own. Within a file the last matching line decides.
  judge(raw: string, isDirectory: boolean): IgnoreVerdict {
    const { options, layers, verdict } = this.#state;
    if (verdict.ignored) return verdict;
    const name = options.ignoreCase ? foldAscii(raw) : raw;
    if (name === ".git" && options.hidesDotGit) return DOT_GIT;
    for (let at = layers.length - 1; at >= 0; at--) {
      const layer = layers[at];
      const index = layer?.cursor.find(name, isDirectory) ?? -1;
      if (layer !== undefined && index !== -1) return toVerdict(layer.file, index);
    }
    return NOT_IGNORED;
  }

  /** Enters a child directory, without its own file. */
  enter(raw: string): FolderRules {
    return this.#enter(raw, this.judge(raw, true));
  }

  /** Enters a child that is a link. Git does not treat it as a directory, and ignores any ignore file behind it. */
  enterLink(raw: string): FolderRules {
    return this.#enter(raw, this.judge(raw, false));
  }

  #enter(raw: string, verdict: IgnoreVerdict): FolderRules {
    const { options, room } = this.#state;
    if (this.#state.verdict.ignored) return this;
    if (verdict.ignored) return new FolderRules({ options, layers: [], room, verdict });
    const name = options.ignoreCase ? foldAscii(raw) : raw;
    const layers: Layer[] = [];
    for (const { cursor, file } of this.#state.layers) {
      const below = cursor.enter(name);
      if (below !== null) layers.push({ cursor: below, file });
    }
    return new FolderRules({ options, layers, room, verdict });
  }
}

function toVerdict({ set, source, file, isShown, verdicts }: LoadedRules, index: number): IgnoreVerdict {
  const known = verdicts[index];
  if (known !== undefined) return known;
  const rule = set.rule(index);
  if (rule === null) return NOT_IGNORED;
  const pattern = isShown ? rawToText(rule.text) : null;
  const verdict = { ignored: !rule.isNegated, from: { source, file, line: rule.line, pattern } };
  verdicts[index] = verdict;
  return verdict;
}

/**
 * For an ignore file that cannot be applied: hides everything that it could hide, as if it contained `*`. Files with higher precedence may
 * include paths again, as usual.
 */
export function hideAll(label: RulesLabel, problem: IgnoreProblemReason): LoadedRules {
  const { source, file } = label;
  const verdict = { ignored: true, from: { source, file, line: null, pattern: null, problem } };
  return { ...label, set: compileEverything(), verdicts: [verdict] };
}

function compileEverything(): CompiledRules {
  const compiler = new RulesCompiler("*");
  compiler.add({ isDirectoryOnly: false, subject: "name", literal: null, nodes: [ANY_FOLDERS, STAR] }, 1, 0);
  return atOnce(compiler.build());
}
