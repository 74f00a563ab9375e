// The rules of `.portholeignore` at the root of a workspace. Matching paths are denied, in addition to the denied patterns; the rules can
// hide paths but never show them.

import type { CallClock } from "../disk/call_clock.ts";
import { rawToText, textToRaw } from "../disk/names.ts";
import { inSlices, type Steps } from "../disk/steps.ts";
import { type CompiledRules, MAX_WEIGHT_IN_FORCE } from "../git/compiled_rules.ts";
import { FileCache } from "../git/file_cache.ts";
import { hideAll, type LoadedRules, type RulesLabel } from "../git/folder_rules.ts";
import { compileIgnoreFile } from "../git/ignore_file.ts";
import { RuleFileReader, type RuleFileReaderOptions } from "../git/rule_file_reader.ts";
import { ASCII, foldText } from "../match/letter_case.ts";
import type { HeldProject } from "./discovery_service.ts";
import { HiddenPaths } from "./portholeignore_paths.ts";
import type { Denied } from "./verdict.ts";

const FILE = ".portholeignore";
/**
 * A path is judged in one step, down to its last name. The limit allows 20,000 plain names or a thousand lines with wildcards; a path of 4
 * KiB then takes about ten milliseconds, twice that if it is not ASCII. A guess: files that people write are far smaller.
 */
const MAX_WEIGHT = MAX_WEIGHT_IN_FORCE / 8;

export class PortholeIgnore {
  readonly #held: HeldProject;
  readonly #denied: Denied;
  readonly #reading: RuleFileReaderOptions;
  readonly #cache: FileCache<Compiled>;

  /** `denied` always applies, whatever the file says. */
  constructor(held: HeldProject, denied: Denied) {
    this.#held = held;
    this.#denied = denied;
    const { isDenied = () => false } = held;
    // A pattern that denies the file does not disable it: its rules apply, but its lines are not shown.
    this.#reading = { ...held, mustReach: true, isDenied: (location) => location !== FILE && isDenied(location) };
    this.#cache = new FileCache(compile, {
      weigh: (set) => (typeof set === "string" ? 0 : set.weight),
      readsAlways: true,
    });
  }

  /** Everything that is denied at this moment. */
  async load(clock: CallClock): Promise<Denied> {
    const file = await inSlices(this.#read(), clock);
    return file === null || file.set.isEmpty ? this.#denied : new HiddenPaths(this.#denied, { ...file, file: FILE });
  }

  /** Null if there is no such file. A file that cannot be applied hides everything. */
  *#read(): Steps<LoadedRules | null> {
    const { workspace, isDenied = () => false, isVisible = () => true, followsLinks = true } = this.#held;
    using files = new RuleFileReader(workspace.inner, this.#reading);
    const loaded = yield* this.#cache.get(files.below({ root: workspace.inner, path: "." }, FILE));
    if (loaded.fault === "missing") return null;
    const label: RulesLabel = { source: "portholeignore", file: FILE, isShown: isVisible(FILE) && !isDenied(FILE) };
    if (loaded.fault === "leads_outside" && !followsLinks) return hideAll(label, "symlink");
    if (loaded.fault !== null) return hideAll(label, loaded.fault);
    const set = loaded.value;
    if (typeof set === "string") return hideAll(label, set);
    return set.weight > MAX_WEIGHT ? hideAll(label, "too_many_rules") : { ...label, set, verdicts: [] };
  }
}

/** Each rule is folded in one step, which takes two milliseconds for the worst line of this length. No path is longer. */
const MAX_RULE_BYTES = 4096;
const [NUL, NEWLINE, RETURN] = ["\0", "\n", "\r"];

type Compiled = CompiledRules | "not_text" | "too_many_rules";

function* compile(bytes: Uint8Array): Steps<Compiled> {
  let content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // For example UTF-16, which some shells write. Git would ignore the rest of such a line, which would then hide nothing.
  if (content.includes(NUL)) return "not_text";
  if (!content.includes(NEWLINE))
    content = Buffer.from(content.toString("latin1").replaceAll(RETURN, NEWLINE), "latin1");
  const rules = compileIgnoreFile(content, true, { widens: true, maxRuleBytes: MAX_RULE_BYTES, spell });
  return (yield* rules) ?? "too_many_rules";
}

/**
 * As with denied patterns, names that a disk may treat as the same are the same: upper and lower case, and composed and decomposed accents.
 * ASCII letters are left to the parser, which handles sets like `[A-z]`. The exact spelling also counts, because in git `?` and sets match
 * one byte, and another spelling may have more bytes.
 */
function spell(raw: string): readonly string[] {
  if (ASCII.test(raw)) return [raw];
  const text = rawToText(raw).normalize("NFC");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant.
  return [raw, textToRaw(text.replace(/[^\x00-\x7f]+/g, foldText))];
}
