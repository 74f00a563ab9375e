// Decides which paths the rules of `.portholeignore` hide during one call, and why.

import { textToRaw } from "../disk/names.ts";
import { FolderRules, type LoadedRules } from "../git/folder_rules.ts";
import type { IgnoreProblemReason, IgnoreVerdict } from "../git/ignore_verdict.ts";
import { ASCII, composeNames, foldText } from "../match/letter_case.ts";
import type { Denial, Denied } from "./verdict.ts";

/** Follows "because it" in the message. */
const PROBLEMS: Readonly<Record<IgnoreProblemReason, string>> = {
  denied: "leads to a denied file",
  leads_nowhere: "is a broken link",
  leads_outside: "is a link that leads outside",
  not_a_file: "is not a regular file",
  not_text: "contains NUL bytes; save it as UTF-8",
  symlink: "is a link, which is not followed if only some folders are allowed",
  too_large: "is larger than 1 MiB",
  too_many_rules: "has too many rules, or one that is too long",
  unreadable: "cannot be read",
  unsupported: "is not understood",
};

/** The rules in one folder, by its folded path and by its exact path; usually they are the same. */
interface Level {
  readonly folded: FolderRules;
  readonly plain: FolderRules;
}

interface Place {
  readonly folder: string;
  readonly names: readonly string[];
  /** One more than there are names: the first is the root. */
  readonly levels: readonly Level[];
}

/** Most look-ups concern the entries of one folder, by its own path and by that of a link to it; a walk then continues nearby. */
const MAX_PLACES = 4;

export class HiddenPaths implements Denied {
  readonly #denied: Denied;
  readonly #file: string;
  readonly #root: Level;
  /** The most recent first. */
  #places: readonly Place[] = [];

  /** `denied` always applies, whatever the file says. */
  constructor(denied: Denied, file: LoadedRules & { readonly file: string }) {
    this.#denied = denied;
    this.#file = file.file;
    const rules = FolderRules.open({ ignoreCase: true, hidesDotGit: false }, [file]);
    this.#root = { folded: rules, plain: rules };
  }

  find(path: string, isDirectory?: boolean): Denial | null {
    return this.#denied.find(path, isDirectory) ?? (path === "." ? null : this.#findHidden(path, isDirectory));
  }

  #findHidden(path: string, isDirectory: boolean | undefined): Denial | null {
    const cut = path.lastIndexOf("/");
    const { folded, plain } = this.#enter(cut === -1 ? "" : path.slice(0, cut));
    const name = path.slice(cut + 1);
    const verdict = judge(folded, toFolded(name), isDirectory);
    if (verdict.ignored || (folded === plain && ASCII.test(name))) return this.#toDenial(verdict);
    return this.#toDenial(judge(plain, textToRaw(name), isDirectory));
  }

  #enter(folder: string): Level {
    if (folder === "") return this.#root;
    const place = this.#places.find((known) => known.folder === folder) ?? this.#open(folder);
    if (this.#places[0] !== place)
      this.#places = [place, ...this.#places.filter((known) => known !== place)].slice(0, MAX_PLACES);
    return place.levels.at(-1) ?? this.#root;
  }

  #open(folder: string): Place {
    const names = folder.split("/");
    let shared: readonly Level[] = [this.#root];
    for (const place of this.#places) {
      const differing = names.findIndex((name, depth) => name !== place.names[depth]);
      const count = 1 + (differing === -1 ? names.length : differing);
      if (count > shared.length) shared = place.levels.slice(0, count);
    }
    const levels = [...shared];
    for (const name of names.slice(shared.length - 1)) levels.push(enterLevel(levels.at(-1) ?? this.#root, name));
    return { folder, names, levels };
  }

  #toDenial(verdict: IgnoreVerdict): Denial | null {
    if (!verdict.ignored || verdict.from === null) return null;
    const { line, pattern, problem } = verdict.from;
    return {
      source: "portholeignore",
      file: this.#file,
      line,
      pattern,
      problem: problem === undefined ? null : PROBLEMS[problem],
    };
  }
}

function enterLevel({ folded, plain }: Level, name: string): Level {
  const below = folded.enter(toFolded(name));
  return {
    folded: below,
    plain: folded === plain && ASCII.test(name) ? below : plain.enter(textToRaw(name)),
  };
}

function judge(folder: FolderRules, raw: string, isDirectory: boolean | undefined): IgnoreVerdict {
  const verdict = folder.judge(raw, isDirectory ?? false);
  return verdict.ignored && isDirectory === undefined ? folder.judge(raw, true) : verdict;
}

function toFolded(name: string): string {
  return textToRaw(foldText(composeNames(name)));
}
