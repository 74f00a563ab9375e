// The rules of `.portholeignore` at the root of a workspace. What they match is denied, beside what patterns deny; they can hide and never show.

import { foldText } from "../patterns/letter_case.ts";
import { ASCII } from "../patterns/utf8.ts";
import type { Denial, Denied } from "../security/denied.ts";
import type { CallClock } from "../workspace/call_clock.ts";
import { rawToText, textToRaw } from "../workspace/names.ts";
import { type CompiledRules, MAX_WEIGHT_IN_FORCE } from "./compiled_rules.ts";
import { FileCache } from "./file_cache.ts";
import { FolderRules, type LoadedRules, NO_RULES } from "./folder_rules.ts";
import { hideAll, type RulesLabel } from "./hide_all.ts";
import { compileIgnoreFile } from "./ignore_file.ts";
import { Workbench } from "./interruptible.ts";
import { RuleFileReader } from "./rule_file_reader.ts";
import type { HeldProject } from "./service.ts";
import type { IgnoreProblemReason, IgnoreVerdict } from "./verdict.ts";

const FILE = ".portholeignore";
/**
 * A path is judged without a pause, down to its last name. So 20,000 plain names, or a thousand lines with wildcards: then a path of 4 KiB takes
 * ten milliseconds or so. A guess: files that people write are far smaller.
 */
const MAX_WEIGHT = MAX_WEIGHT_IN_FORCE / 8;

/** To stand behind "because it". */
const PROBLEMS: Readonly<Record<IgnoreProblemReason, string>> = {
  denied: "leads to a denied file",
  leads_nowhere: "is a link that leads nowhere",
  leads_outside: "is a link that leads out",
  not_a_file: "is not a regular file",
  symlink: "is a link",
  too_large: "is larger than 1 MiB",
  too_many_rules: "has too many rules",
  unreadable: "cannot be read",
  unsupported: "is not understood",
};

export class PortholeIgnore {
  readonly #held: HeldProject;
  readonly #denied: Denied;
  readonly #bench = new Workbench();
  readonly #cache: FileCache<CompiledRules | null>;

  /** `denied` denies what it denies, whatever the file says. */
  constructor(held: HeldProject, denied: Denied) {
    this.#held = held;
    this.#denied = denied;
    this.#cache = new FileCache((bytes) => compileIgnoreFile(bytes, true, { widens: true, spell }), {
      bench: this.#bench,
      weigh: (set) => set?.weight ?? 0,
    });
  }

  /** Everything that is denied as of now. */
  async load(clock: CallClock): Promise<Denied> {
    const file = await this.#bench.run(() => this.#read(), clock);
    return file === null || file.set.isEmpty ? this.#denied : new HiddenPaths(this.#denied, file);
  }

  /** Null if there is no such file. One that cannot be obeyed hides everything. */
  #read(): LoadedRules | null {
    const { workspace, isDenied = () => false, isVisible = () => true } = this.#held;
    // A pattern that denies the file does not switch it off: it is obeyed, and its lines are not shown.
    using files = new RuleFileReader(workspace, {
      ...this.#held,
      isDenied: (location) => location !== FILE && isDenied(location),
    });
    const label: RulesLabel = { source: "portholeignore", file: FILE, isShown: isVisible(FILE) && !isDenied(FILE) };
    const loaded = this.#cache.get(files.below({ workspace, path: "." }, FILE));
    if (loaded.fault === "missing") return null;
    if (loaded.fault !== null) return hideAll(label, loaded.fault);
    const set = loaded.value;
    return set === null || set.weight > MAX_WEIGHT ? hideAll(label, "too_many_rules") : { ...label, set, verdicts: [] };
  }
}

/** During one call: it remembers the folder that it was asked about last, since most questions are about the entries of one folder. */
class HiddenPaths implements Denied {
  readonly #denied: Denied;
  readonly #names: string[] = [];
  /** One more than there are names: the first is the root's. */
  readonly #levels: FolderRules[];

  constructor(denied: Denied, file: LoadedRules) {
    this.#denied = denied;
    this.#levels = [FolderRules.open({ ignoreCase: true, hidesDotGit: false }, [file], NO_RULES)];
  }

  find(path: string, isDirectory?: boolean): Denial | null {
    return this.#denied.find(path, isDirectory) ?? (path === "." ? null : this.#findHidden(path, isDirectory));
  }

  #findHidden(path: string, isDirectory: boolean | undefined): Denial | null {
    const folded = foldText(path.normalize("NFC"));
    return this.#findSpelled(folded, isDirectory) ?? (ASCII.test(path) ? null : this.#findSpelled(path, isDirectory));
  }

  #findSpelled(path: string, isDirectory: boolean | undefined): Denial | null {
    const names = textToRaw(path).split("/");
    const name = names.pop() ?? "";
    const folder = this.#enter(names);
    const verdict = folder?.judge(name, isDirectory ?? false);
    if (!verdict?.ignored || isDirectory !== undefined) return toDenial(verdict);
    return toDenial(folder?.judge(name, true));
  }

  #enter(names: readonly string[]): FolderRules | undefined {
    const differing = names.findIndex((name, depth) => name !== this.#names[depth]);
    const shared = differing === -1 ? names.length : differing;
    this.#names.length = shared;
    this.#levels.length = shared + 1;
    for (const name of names.slice(shared)) {
      const level = this.#levels.at(-1)?.enter(name, NO_RULES);
      if (level === undefined) return undefined;
      this.#names.push(name);
      this.#levels.push(level);
    }
    return this.#levels.at(-1);
  }
}

function toDenial(verdict: IgnoreVerdict | undefined): Denial | null {
  if (!verdict?.ignored || verdict.from === null) return null;
  const { line, pattern, problem } = verdict.from;
  return {
    source: "portholeignore",
    file: FILE,
    line,
    pattern,
    problem: problem === undefined ? null : PROBLEMS[problem],
  };
}

/**
 * As with denied patterns, names that a disk may take for the same are the same: upper and lower case, and accents apart from their letters.
 * ASCII letters are left to the parser, which knows sets like `[A-z]`. Lines and names also count as they stand, because `?` and sets stand
 * for one byte to git, and another spelling may have more of them.
 */
function spell(raw: string): readonly string[] {
  if (ASCII.test(raw)) return [raw];
  const text = rawToText(raw).normalize("NFC");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant.
  return [raw, textToRaw(text.replace(/[^\x00-\x7f]+/g, foldText))];
}
