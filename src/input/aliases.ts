// Reads arguments as other tools name them as our own (docs/arguments.md). Pure: called once, at the start of a call, before anything is
// checked. So the schema, cursors, the approval request and the tool know only our names.

import { contradictingArguments, faultInReadArguments, foreignArgument, unknownArgument } from "../errors/arguments.ts";
import { ToolError } from "../errors.ts";
import type { ToolDefinition } from "../registory/definitions.ts";
import type { Arguments } from "./arguments.ts";
import { type ClientHabits, habitsOf } from "./client_habits.ts";
import { findNearest } from "./near_name.ts";

/** Values of our arguments. Empty: the foreign argument asks for what the tool does anyway. */
export type Meaning = Readonly<Record<string, unknown>>;

export interface GivenAlias {
  readonly name: string;
  readonly value: unknown;
  /** All arguments of the call. */
  readonly args: Arguments;
  readonly client: ClientHabits;
}

/** An argument of other tools. docs/arguments.md says what each is read as, and which clients use it. */
export interface Alias {
  /** Only values of this type are foreign, because the tool has an argument of this name. Default: every value. */
  readonly only?: "string" | "number";
  /** Of several such aliases for one argument, the largest value counts. Default: they must agree. */
  readonly joins?: "largest";
  /** Throws `invalidArgument` with the foreign name. */
  read(given: GivenAlias): Meaning;
}

/** The foreign arguments that a tool understands. */
export interface ToolAliases {
  /** By their names. */
  readonly table: Readonly<Record<string, Alias>>;
  /** The JSON of the answer is specified and cannot say how arguments were read. */
  readonly hasFixedJson: boolean;
  /** The tool may get names that neither its schema nor the table has. */
  readonly keepsUnknown?: true;
}

/** For a tool of the owner: only names that the client adds are removed. */
export const OWNERS_ALIASES: ToolAliases = { table: {}, hasFixedJson: true, keepsUnknown: true };

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
  readonly alias: Alias;
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
  aliases: ToolAliases,
  args: Arguments,
  { clientName, format }: Caller,
): ReadArguments {
  const { name: tool, parameters } = definition;
  const known = Object.keys(parameters.properties ?? {});
  const { own, sent, readings } = sortNames(tool, known, aliases, args, habitsOf(clientName));
  for (const [name, { sentName, value }] of readings) {
    if (!Object.hasOwn(own, name)) continue;
    if (!isSame(own[name], value)) throw contradictingArguments(sentName, name);
    readings.delete(name);
  }
  const [first] = readings;
  if (first !== undefined && aliases.hasFixedJson && format === "json")
    throw foreignArgument(tool, first[1].sentName, first[0]);
  const told = known.flatMap((name) => {
    const reading = readings.get(name);
    return reading === undefined ? [] : [{ name, ...reading }];
  });
  const values = Object.fromEntries(told.map(({ name, value }) => [name, value]));
  const sentNames = new Map(told.map(({ name, sentName }) => [name, sentName]));
  return {
    args: { ...own, ...values },
    readAs: first === undefined ? null : { values, sentNames, isInData: !aliases.hasFixedJson },
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
  aliases: ToolAliases,
  args: Arguments,
  client: ClientHabits,
): SortedNames {
  const own: [string, unknown][] = [];
  const sent: [string, unknown][] = [];
  const readings = new Map<string, Reading>();
  for (const [name, value] of Object.entries(args)) {
    const alias = findAlias(aliases, name, value);
    if (alias !== null) {
      sent.push([name, value]);
      addReadings(readings, alias, { name, value, args, client });
    } else if (known.includes(name)) own.push([name, value]);
    else if (client.adds.includes(name)) sent.push([name, value]);
    else if (aliases.keepsUnknown) own.push([name, value]);
    else throw unknownArgument(tool, name, known, findNearest(name, known));
  }
  return { own: Object.fromEntries(own), sent: Object.fromEntries(sent), readings };
}

/** Whether the name is in the tables, so that a call may have it besides those of the schema. */
export function isAlias(aliases: ToolAliases, name: string, clientName: string | undefined): boolean {
  return Object.hasOwn(aliases.table, name) || habitsOf(clientName).adds.includes(name);
}

function findAlias({ table }: ToolAliases, name: string, value: unknown): Alias | null {
  const alias = Object.hasOwn(table, name) ? table[name] : undefined;
  return alias !== undefined && (alias.only ?? typeof value) === typeof value ? alias : null;
}

function addReadings(readings: Map<string, Reading>, alias: Alias, given: GivenAlias): void {
  for (const [name, value] of Object.entries(alias.read(given))) {
    const before = readings.get(name);
    const reading = { sentName: given.name, alias, value };
    if (before === undefined) readings.set(name, reading);
    else if (alias.joins === "largest" && before.alias.joins === "largest") {
      if (Number(value) > Number(before.value)) readings.set(name, reading);
    } else if (!isSame(before.value, value)) throw contradictingArguments(before.sentName, given.name);
  }
}

/** Values that models send for one argument: texts, numbers, flags, lists of texts. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
