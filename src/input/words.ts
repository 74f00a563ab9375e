// Reads arguments as other tools name them as our own (docs/arguments.md). Pure: called once, at the start of a call, before anything is
// checked. So the schema, cursors, the approval request and the tool know only our names.

import { contradictingArguments, faultInReadArguments, foreignArgument, unknownArgument } from "../errors/arguments.ts";
import { ToolError } from "../errors.ts";
import type { ToolDefinition } from "../registory/definitions.ts";
import type { Arguments } from "./arguments.ts";
import { type ClientWords, wordsOfClient } from "./client_words.ts";
import { findNearest } from "./near_name.ts";

/** Values of our arguments. Empty: the foreign argument asks for what the tool does anyway. */
export type Meaning = Readonly<Record<string, unknown>>;

export interface GivenWord {
  readonly name: string;
  readonly value: unknown;
  /** All arguments of the call. */
  readonly args: Arguments;
  readonly client: ClientWords;
}

/** An argument of other tools. docs/arguments.md says what each is read as, and which clients use it. */
export interface Word {
  /** Only values of this type are foreign, because the tool has an argument of this name. Default: every value. */
  readonly only?: "string" | "number";
  /** Of several such words for one argument, the largest value counts. Default: they must agree. */
  readonly joins?: "largest";
  /** Throws `invalidArgument` with the foreign name. */
  read(given: GivenWord): Meaning;
}

/** The foreign arguments that a tool understands. */
export interface ToolWords {
  /** By their names. */
  readonly table: Readonly<Record<string, Word>>;
  /** The JSON of the answer is specified and cannot say how arguments were read. */
  readonly hasFixedJson: boolean;
  /** The tool may get names that neither its schema nor the table has. */
  readonly keepsUnknown?: true;
}

/** For a tool of the owner: only names that the client adds are removed. */
export const OWNERS_WORDS: ToolWords = { table: {}, hasFixedJson: true, keepsUnknown: true };

/** The foreign part of a call, as it was read. */
export interface ReadAs {
  /** By our names, in the order of the definition. */
  readonly values: Meaning;
  /** By our names, those that were sent. */
  readonly sentNames: ReadonlyMap<string, string>;
  /** Whether the data of the answer has them as `read_as`. */
  readonly isInData: boolean;
}

export interface ReadArguments {
  readonly args: Arguments;
  /** Null if all names are ours. */
  readonly readAs: ReadAs | null;
  /** What was renamed or removed, as it was sent. Null if nothing was. */
  readonly sent: Arguments | null;
}

interface Reading {
  readonly sentName: string;
  readonly word: Word;
  readonly value: unknown;
}

/** The call as far as it decides how its arguments are read. */
interface Caller {
  readonly clientName: string | undefined;
  readonly format: "json" | "text";
}

/**
 * 1 each name: ours, in the table, added by the client, unknown 2 two names for one argument must agree 3 fixed JSON cannot say how it was
 * read. Throws `invalidArgument`.
 */
export function readArguments(
  definition: ToolDefinition,
  words: ToolWords,
  args: Arguments,
  { clientName, format }: Caller,
): ReadArguments {
  const { name: tool, parameters } = definition;
  const known = Object.keys(parameters.properties ?? {});
  const { own, sent, readings } = sortNames(tool, known, words, args, wordsOfClient(clientName));
  for (const [name, { sentName, value }] of readings) {
    if (!Object.hasOwn(own, name)) continue;
    if (!isSame(own[name], value)) throw contradictingArguments(sentName, name);
    readings.delete(name);
  }
  const [first] = readings;
  if (first !== undefined && words.hasFixedJson && format === "json")
    throw foreignArgument(tool, first[1].sentName, first[0]);
  const told = known.flatMap((name) => {
    const reading = readings.get(name);
    return reading === undefined ? [] : [{ name, ...reading }];
  });
  const values = Object.fromEntries(told.map(({ name, value }) => [name, value]));
  const sentNames = new Map(told.map(({ name, sentName }) => [name, sentName]));
  return {
    args: { ...own, ...values },
    readAs: first === undefined ? null : { values, sentNames, isInData: !words.hasFixedJson },
    sent: Object.keys(sent).length === 0 ? null : sent,
  };
}

/** The result of `parse`. What it throws about an argument by our name also has the one that was sent. */
export function withSentNames<T>(readAs: ReadAs | null, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw readAs !== null && ToolError.isInstance(error) ? faultInReadArguments(error, readAs.sentNames) : error;
  }
}

interface SortedNames {
  readonly own: Arguments;
  readonly sent: Arguments;
  /** By our names, in the order of the call. */
  readonly readings: Map<string, Reading>;
}

/** The lists of names become objects only here, since a model may name an argument `__proto__`. */
function sortNames(
  tool: string,
  known: readonly string[],
  words: ToolWords,
  args: Arguments,
  client: ClientWords,
): SortedNames {
  const own: [string, unknown][] = [];
  const sent: [string, unknown][] = [];
  const readings = new Map<string, Reading>();
  for (const [name, value] of Object.entries(args)) {
    const word = findWord(words, name, value);
    if (word !== null) {
      sent.push([name, value]);
      addReadings(readings, word, { name, value, args, client });
    } else if (known.includes(name)) own.push([name, value]);
    else if (client.adds.includes(name)) sent.push([name, value]);
    else if (words.keepsUnknown) own.push([name, value]);
    else throw unknownArgument(tool, name, known, findNearest(name, known));
  }
  return { own: Object.fromEntries(own), sent: Object.fromEntries(sent), readings };
}

/** Whether the name is in the tables, so that a call may have it besides those of the schema. */
export function isForeign(words: ToolWords, name: string, clientName: string | undefined): boolean {
  return Object.hasOwn(words.table, name) || wordsOfClient(clientName).adds.includes(name);
}

function findWord({ table }: ToolWords, name: string, value: unknown): Word | null {
  const word = Object.hasOwn(table, name) ? table[name] : undefined;
  return word !== undefined && (word.only ?? typeof value) === typeof value ? word : null;
}

function addReadings(readings: Map<string, Reading>, word: Word, given: GivenWord): void {
  for (const [name, value] of Object.entries(word.read(given))) {
    const before = readings.get(name);
    const reading = { sentName: given.name, word, value };
    if (before === undefined) readings.set(name, reading);
    else if (word.joins === "largest" && before.word.joins === "largest") {
      if (Number(value) > Number(before.value)) readings.set(name, reading);
    } else if (!isSame(before.value, value)) throw contradictingArguments(before.sentName, given.name);
  }
}

/** Values that models send for one argument: texts, numbers, flags, lists of texts. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
