// Parses a regular expression in the dialect of RE2 and ripgrep (docs/search.md). It uses its own stack, so that only the pattern's length
// limits the nesting.

import { INVALID_BYTE, NEWLINE, removeChar, toCharSet } from "./char_sets.ts";
import { LazySet, LazySets } from "./lazy_sets.ts";
import { newlineFault, readClass } from "./regex_class.ts";
import { readEscape } from "./regex_escape.ts";
import { readGroupStart } from "./regex_group.ts";
import { RegexText } from "./regex_text.ts";
import { EMPTY, listSets, type PatternNode, toAssertion, toChars, toChoice, toRepeat, toSequence } from "./tree.ts";
import { foldSet } from "./unicode.ts";

const MAX_POSITIONS = 2000;
/** In the distinct sets of the pattern. Computing them and dividing the characters takes some microseconds for each. `\pL` has 684. */
const MAX_RANGES = 30_000;
const ANY = LazySet.of(removeChar(toCharSet(0, INVALID_BYTE), NEWLINE));
const ASSERTIONS = { "^": toAssertion("start"), $: toAssertion("end") } as const;
const BORDERS = { b: toAssertion("border"), B: toAssertion("noBorder") } as const;

interface Group {
  /** The index of its parenthesis. */
  readonly from: number;
  /** Restored after the group. */
  readonly ignoreCase: boolean;
  readonly choices: PatternNode[];
  items: PatternNode[];
}

export function parseRegex(source: string, ignoreCase: boolean): PatternNode {
  return new RegexParser(source, ignoreCase).parse();
}

class RegexParser {
  readonly #text: RegexText;
  readonly #groups: Group[] = [];
  readonly #names = new Set<string>();
  readonly #sets = new LazySets();
  #group: Group;
  #ignoreCase: boolean;

  constructor(source: string, ignoreCase: boolean) {
    this.#text = new RegexText(source);
    this.#ignoreCase = ignoreCase;
    this.#group = { from: 0, ignoreCase, choices: [], items: [] };
  }

  parse(): PatternNode {
    while (!this.#text.isAtEnd) this.#readItem();
    if (this.#groups.length > 0) throw this.#text.fault('the group has no closing ")":', this.#group.from);
    return this.#checkRanges(this.#checkSize(this.#endGroup(), 0));
  }

  #readItem(): void {
    const text = this.#text;
    const char = text.peek();
    if (char === "(") this.#openGroup();
    else if (char === ")") this.#closeGroup();
    else if (char === "|") this.#nextChoice();
    else if (char === "*" || char === "+" || char === "?" || this.#readCounts(false) !== null) {
      throw text.fault(`nothing to repeat before the quantifier "${char}"`, text.at);
    } else this.#addItem(this.#readAtom());
  }

  #readAtom(): PatternNode {
    const text = this.#text;
    const [from, char, next] = [text.at, text.peek(), text.peek(1)];
    if (char === "^" || char === "$") {
      text.take();
      return ASSERTIONS[char];
    }
    if (char === "\\" && (next === "b" || next === "B")) {
      text.takeIf(`\\${next}`);
      return BORDERS[next];
    }
    if (text.takeIf(".")) return toChars(this.#sets.find("any", from, () => ANY));
    if (char === "[") return toChars(readClass(text, this.#sets, this.#ignoreCase));
    const read = char === "\\" ? readEscape(text, this.#sets, this.#ignoreCase) : (text.take().codePointAt(0) ?? 0);
    if (read === NEWLINE) throw newlineFault(text, from);
    return toChars(typeof read === "number" ? this.#findChar(read, from) : read);
  }

  #findChar(code: number, from: number): LazySet {
    const ignoreCase = this.#ignoreCase;
    const make = () => (ignoreCase ? foldSet(toCharSet(code, code)) : toCharSet(code, code));
    return this.#sets.find(`char ${code} ${ignoreCase}`, from, () => new LazySet(1, make));
  }

  /** With its quantifiers. */
  #addItem(item: PatternNode): void {
    const text = this.#text;
    let whole = item;
    for (;;) {
      const from = text.at;
      const counts = this.#readCounts(true);
      if (counts === null) break;
      if (text.peek() === "+") throw text.fault("possessive quantifiers are not supported:", from);
      // Lazy: the same lines match.
      text.takeIf("?");
      whole = this.#checkSize(toRepeat(whole, ...counts), from);
    }
    this.#group.items.push(whole);
  }

  /** Null if no quantifier follows. A brace that starts none is literal. */
  #readCounts(isTaken: boolean): [min: number, max: number] | null {
    const text = this.#text;
    if (text.takeIf("*")) return [0, Number.POSITIVE_INFINITY];
    if (text.takeIf("+")) return [1, Number.POSITIVE_INFINITY];
    if (text.takeIf("?")) return [0, 1];
    const from = text.at;
    const counts = text.takeIf("{") ? this.#readBraces(from) : null;
    if (counts === null || !isTaken) text.at = from;
    return counts;
  }

  #readBraces(from: number): [min: number, max: number] | null {
    const text = this.#text;
    const isDigit = (char: string) => char >= "0" && char <= "9";
    const min = text.takeWhile(isDigit);
    const hasComma = text.takeIf(",");
    const max = hasComma ? text.takeWhile(isDigit) : min;
    if (min === "" || !text.takeIf("}")) return null;
    const counts: [number, number] = [Number(min), max === "" ? Number.POSITIVE_INFINITY : Number(max)];
    if (counts[0] > counts[1]) throw text.fault(`${text.quote(from)} is out of order`, from);
    return counts;
  }

  #openGroup(): void {
    const text = this.#text;
    const from = text.at;
    const start = readGroupStart(text, this.#names, this.#ignoreCase);
    if (!start.isOpen) {
      this.#ignoreCase = start.ignoreCase;
      return;
    }
    this.#groups.push(this.#group);
    this.#group = { from, ignoreCase: this.#ignoreCase, choices: [], items: [] };
    this.#ignoreCase = start.ignoreCase;
  }

  #closeGroup(): void {
    const text = this.#text;
    const outer = this.#groups.pop();
    if (outer === undefined) throw text.fault('no group is open for ")"', text.at);
    text.take();
    const item = this.#endGroup();
    this.#ignoreCase = this.#group.ignoreCase;
    this.#group = outer;
    this.#addItem(item);
  }

  #nextChoice(): void {
    this.#text.take();
    this.#group.choices.push(toSequence(this.#group.items));
    this.#group.items = [];
  }

  #endGroup(): PatternNode {
    const { choices, items } = this.#group;
    const last = items.length === 0 ? EMPTY : toSequence(items);
    const unite = (sets: readonly LazySet[]) => this.#sets.unite(sets, this.#group.from);
    return choices.length === 0 ? last : toChoice([...choices, last], unite);
  }

  #checkSize(node: PatternNode, from: number): PatternNode {
    if (node.size <= MAX_POSITIONS) return node;
    throw this.#text.fault(`the pattern has more than ${MAX_POSITIONS} positions after expanding repetitions,`, from);
  }

  #checkRanges(node: PatternNode): PatternNode {
    let ranges = 0;
    for (const set of listSets(node)) {
      ranges += set.weight;
      if (ranges <= MAX_RANGES) continue;
      const what = `the classes and categories of the pattern have more than ${MAX_RANGES} ranges of characters,`;
      throw this.#text.fault(what, this.#sets.findStart(set));
    }
    return node;
  }
}
