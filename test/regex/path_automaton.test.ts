// The automaton on patterns made of random nodes: compared with a matcher that follows their definitions word by word. Also with texts
// that come in pieces, and with more states than are remembered. The syntaxes have tests of their own.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ANY_FOLDERS,
  ANY_PLUS,
  ANY_STAR,
  charNode,
  NAME_CHAR,
  STAR,
  toNode,
  toRule,
} from "../../src/match/path_nodes.ts";
import { hasChar, SLASH, toCharSet } from "../../src/regex/char_sets.ts";
import { compileRules, type PathAutomaton } from "../../src/regex/path_automaton.ts";
import { NONE, StateTable, toProgress } from "../../src/regex/state_table.ts";
import { type PatternNode, toRepeat, toSequence } from "../../src/regex/tree.ts";
import { settledHeapBytes } from "../hardening/support/memory.mjs";
import { isThorough, times } from "../support/scale.ts";

const [A, B, AT_SLASH] = [charNode(97), charNode(98), charNode(SLASH)];
/** The same node several times. */
const repeat = (node: PatternNode, count: number) => new Array<PatternNode>(count).fill(node);

type Ends = ReadonlySet<number>;

/** Where a match of the nodes may end, if it begins at one of `starts`. */
function endsInSequence(nodes: readonly PatternNode[], text: string, starts: Ends): Ends {
  let ends = starts;
  for (const node of nodes) ends = new Set([...ends].flatMap((at) => [...endsOf(node, text, at)]));
  return ends;
}

function endsOf(node: PatternNode, text: string, at: number): Ends {
  if (node.kind === "chars") {
    const code = text.codePointAt(at);
    return new Set(code !== undefined && hasChar(node.set.ranges, code) ? [at + (code > 0xffff ? 2 : 1)] : []);
  }
  if (node.kind === "sequence") return endsInSequence(node.items, text, new Set([at]));
  if (node.kind === "choice") return new Set(node.items.flatMap((item) => [...endsOf(item, text, at)]));
  if (node.kind === "repeat") return endsOfRepeat(node.item, node.min, node.max, text, at);
  return new Set([at]);
}

function endsOfRepeat(item: PatternNode, min: number, max: number, text: string, at: number): Ends {
  let last: Ends = endsInSequence(repeat(item, min), text, new Set([at]));
  const ends = new Set(last);
  for (let copy = min; copy < max && last.size > 0; copy++) {
    last = new Set([...endsInSequence([item], text, last)].filter((end) => !ends.has(end)));
    for (const end of last) ends.add(end);
  }
  return ends;
}

type Pattern = readonly PatternNode[];

function findNaively(patterns: readonly Pattern[], text: string): number {
  return patterns.findLastIndex((nodes) => endsInSequence(nodes, text, new Set([0])).has(text.length));
}

const compile = (patterns: readonly Pattern[]) => compileRules(patterns.map((nodes, index) => toRule(nodes, index)));

function find(automaton: PathAutomaton, text: string): number {
  return automaton.find(automaton.start, text, false);
}

const EITHER = toNode(toCharSet(97, 98));
const plainNode = fc.constantFrom<PatternNode>(
  ...[A, B, AT_SLASH, NAME_CHAR, STAR, ANY_STAR, ANY_PLUS, ANY_FOLDERS, EITHER, charNode(0x1f600)],
  ...[toNode(toCharSet(SLASH, SLASH, 98, 98)), toNode(toCharSet()), toRepeat(A, 0, 1), toRepeat(B, 0, 5)],
);
const sequence = (node: fc.Arbitrary<PatternNode>, maxLength: number) => fc.array(node, { maxLength });
/** Some sequences, each of which may be repeated. */
const branch = (node: fc.Arbitrary<PatternNode>) =>
  fc
    .tuple(fc.array(sequence(node, 3), { maxLength: 3 }), fc.nat(2), fc.nat(2), fc.boolean())
    .map(([choices, min, more, isEndless]): PatternNode => {
      const items = choices.map(toSequence);
      const choice: PatternNode = { kind: "choice", items, size: 0 };
      return toRepeat(choice, min, isEndless ? Number.POSITIVE_INFINITY : min + more);
    });
const anyNode = fc.oneof(
  { weight: 4, arbitrary: plainNode },
  {
    weight: 1,
    arbitrary: branch(fc.oneof({ weight: 3, arbitrary: plainNode }, { weight: 1, arbitrary: branch(plainNode) })),
  },
);
const patterns = fc.array(sequence(anyNode, 6), { minLength: 1, maxLength: 4 });
const text = fc.string({ unit: fc.constantFrom("a", "b", "/", "c", "\u{1f600}"), maxLength: 8 });

describe("random nodes", () => {
  test("match what their definitions say, the last pattern first, however often they are asked", () => {
    fc.assert(
      fc.property(patterns, fc.array(text, { minLength: 1, maxLength: 5 }), (given, texts) => {
        const automaton = compile(given);
        const asked = [...texts, ...texts];
        expect(asked.map((one) => find(automaton, one))).toEqual(asked.map((one) => findNaively(given, one)));
      }),
      { numRuns: times(60, 10_000) },
    );
  });

  test("match the same beside a pattern of many thousand cells", () => {
    const huge = toRule([...repeat(B, 9000), STAR], 0);
    fc.assert(
      fc.property(patterns, fc.array(text, { minLength: 1, maxLength: 5 }), (given, texts) => {
        const automaton = compileRules([huge, ...given.map((nodes, index) => toRule(nodes, index + 1))]);
        const expected = texts.map((one) => findNaively(given, one)).map((index) => (index === -1 ? -1 : index + 1));
        expect(texts.map((one) => find(automaton, one))).toEqual(expected);
      }),
      { numRuns: times(30, 2000) },
    );
  });

  test("match a text that comes in pieces, and say when nothing can match any more", () => {
    fc.assert(
      fc.property(patterns, fc.array(text, { maxLength: 4 }), text, (given, pieces, last) => {
        const automaton = compile(given);
        let progress: typeof automaton.start | null = automaton.start;
        for (const piece of pieces) progress = progress && automaton.advance(progress, piece);
        const found = progress === null ? -1 : automaton.find(progress, last, false);
        expect(found).toBe(findNaively(given, pieces.join("") + last));
      }),
      { numRuns: times(40, 5000) },
    );
    const automaton = compile([
      [A, B],
      [STAR, A],
    ]);
    expect(automaton.advance(automaton.start, "b/")).toBeNull();
    const floating = compile([[ANY_FOLDERS, A]]);
    expect(floating.advance(floating.start, "b/")).not.toBeNull();
  });

  test("match wherever they fall on the words of the automaton", () => {
    const choice: PatternNode = { kind: "choice", items: [A, toSequence([B, B]), toSequence([])], size: 3 };
    for (let length = 0; length < 70; length++) {
      const start = repeat(B, length);
      const given: Pattern[] = [
        [...start, ANY_FOLDERS, A],
        [...start, STAR, A, choice, STAR, AT_SLASH],
        [...start, toRepeat(A, 0, 1), toRepeat(B, 0, 2), STAR, AT_SLASH, A],
      ];
      const automaton = compile(given);
      for (const end of ["a", "/a", "b/a", "aa/", "abb/", "ab/", "ba/", "babab/", "ab/a", "bb/a", "", "b"]) {
        const whole = "b".repeat(length) + end;
        expect([whole, find(automaton, whole)]).toEqual([whole, findNaively(given, whole)]);
      }
    }
  });
});

test("a rule for directories answers for them only", () => {
  const automaton = compileRules([toRule([STAR], 3), toRule([A], 5, true)]);
  const ask = (isDirectory: boolean) => automaton.find(automaton.start, "a", isDirectory);
  expect([ask(true), ask(false), ask(true), ask(false)]).toEqual([5, 3, 5, 3]);
});

describe("more states than are remembered", () => {
  // Whether an `a` stood 20 places before the end: 2 ** 20 states.
  const EXPLOSIVE: Pattern = [ANY_STAR, A, ...repeat(NAME_CHAR, 19)];

  test("give the same answers", () => {
    const many = Array.from(
      { length: 40 },
      (_, index): Pattern => [STAR, ...Array.from(`${index}`, (char) => charNode(char.charCodeAt(0)))],
    );
    const automaton = compile([...many, EXPLOSIVE]);
    let seed = 1;
    const next = () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 16) & 1 ? "a" : "b";
    };
    for (let round = 0; round < (isThorough ? 60 : 20); round++) {
      const whole = Array.from({ length: 1000 }, next).join("");
      expect(find(automaton, whole)).toBe(whole.at(-20) === "a" ? 40 : -1);
      expect(find(automaton, `${whole}7`)).toBe(whole.at(-19) === "a" ? 40 : 7);
    }
  });

  test("are forgotten, and a progress from before still holds", () => {
    const automaton = compile([EXPLOSIVE]);
    const progress = automaton.advance(automaton.start, "abb");
    if (progress === null) throw new Error("it has ended");
    for (let number = 0; number < 20_000; number++) {
      find(automaton, number.toString(2).padStart(20, "0").replaceAll("0", "a").replaceAll("1", "b"));
    }
    expect(["b".repeat(17), "b".repeat(18)].map((rest) => automaton.find(progress, rest, false))).toEqual([0, -1]);
  });
});

describe("the table of states", () => {
  const MIB = 1024 * 1024;
  const bitsOf = (number: number) => Int32Array.of(number, ~number);
  /** A symbol leads from a number to the next, and a match is complete before it if the number is odd. */
  class Numbers extends StateTable {
    protected override step(): boolean {
      const number = this.bits[0] ?? 0;
      this.bits.set(bitsOf(number + 1));
      return number % 2 === 1;
    }
  }
  const makeTable = () => new Numbers(1, 2);
  const stateOf = (table: StateTable) => table.save().bits;
  const isRemembered = (table: StateTable, number: number) => {
    table.resume(toProgress(bitsOf(number)));
    return table.row !== NONE;
  };

  test("is bounded, rests if it was of no use, and begins anew", () => {
    const table = makeTable();
    let count = 0;
    while (count <= table.maxStates && isRemembered(table, count)) count += 1;
    expect([count > 100, count, table.entries.length]).toEqual([true, table.maxStates, 0]);
    let rests = 0;
    while (!isRemembered(table, 5)) rests += 1;
    expect(rests).toBeGreaterThanOrEqual(count);
    expect(isRemembered(table, 6)).toBe(true);
  });

  test("does not rest if it was of use, and a progress from before still holds", () => {
    const table = makeTable();
    table.resume(toProgress(bitsOf(7)));
    const progress = table.save();
    let remembered = 0;
    for (let number = 0; number < 3 * table.maxStates; number++) {
      table.reads += 100;
      remembered += Number(isRemembered(table, number));
    }
    expect(remembered).toBe(3 * table.maxStates);
    table.resume(progress);
    expect([stateOf(table), table.row === NONE]).toEqual([bitsOf(7), false]);
  });

  test("enters where a symbol leads, and knows a state again", () => {
    const table = makeTable();
    const rows = [6, 7, 8].map((number) => isRemembered(table, number) && table.row);
    expect(rows).toEqual([0, 1, 2]);
    table.resume(toProgress(bitsOf(6)));
    expect([table.learn(0), table.row, table.learn(0), table.row]).toEqual([false, 1, true, 2]);
    expect([...table.entries.subarray(0, 3)]).toEqual([1, -2 - 2, -1]);
    expect(stateOf(table)).toEqual(bitsOf(8));
  });

  test("goes on in the state that it was in, whatever is forgotten", () => {
    const table = makeTable();
    table.resume(toProgress(bitsOf(0)));
    const wrong: number[] = [];
    for (let number = 0; number < 3 * table.maxStates; number++) {
      const isRight = table.learn(0) === (number % 2 === 1) && stateOf(table).join() === bitsOf(number + 1).join();
      if (!isRight) wrong.push(number);
    }
    expect(wrong).toEqual([]);
    table.forget();
    expect([table.row, stateOf(table)]).toEqual([NONE, bitsOf(3 * table.maxStates)]);
  });

  test("all tables together are bounded: when they hold too much, all forget", () => {
    const tables = Array.from({ length: 40 }, () => new Numbers(250, 2));
    const most = tables.map((table) => {
      for (let number = 0; number < table.maxStates; number++) isRemembered(table, number);
      return tables.reduce((sum, { entries }) => sum + entries.byteLength, 0);
    });
    expect([Math.max(...most) > MIB, Math.max(...most) <= 16 * MIB]).toEqual([true, true]);
    expect(tables.filter(({ entries }) => entries.length > 0).length).toBeLessThan(10);
  });

  test("a table that nobody uses any more is not kept", async () => {
    const refs = Array.from({ length: 200 }, () => {
      const table = makeTable();
      isRemembered(table, 1);
      return new WeakRef(table);
    });
    await settledHeapBytes();
    // A collector may miss some that the stack seems to name.
    expect(refs.filter((ref) => ref.deref() !== undefined).length).toBeLessThan(100);
  });
});
