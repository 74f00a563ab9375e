// Compares a value with the schema: either a frozen copy of what it says, or every fault in it.
// Leaves reading hostile values to given.ts, files and lines to load.ts.

import { quoteShort } from "../errors.ts";
import { parseDenied } from "../security/denied.ts";
import { type Fault, faultyConfig } from "./error.ts";
import { describeGiven, readList, readTable } from "./given.ts";
import { expectationOf, type ListRow, type Row, SCHEMA } from "./schema.ts";
import type { PortholeConfig } from "./types.ts";

const MAX_SHOWN_FAULTS = 10;
const MAX_ITEM_CHARS = 4096;

export type Checked =
  | { readonly kind: "config"; readonly config: PortholeConfig }
  | { readonly kind: "faults"; readonly faults: readonly Fault[]; readonly unshown: number };

/** Copies that passed. They are frozen, so they are never checked again. */
const valid = new WeakSet<object>();

/** Throws a `ConfigError` that names every fault; `where` stands before each. What it or `loadConfig` returned is returned as it is. */
export function validateConfig(value: unknown, where = "config"): PortholeConfig {
  if (isValid(value)) return value;
  const checked = checkConfig(value);
  if (checked.kind === "config") return checked.config;
  throw faultyConfig(where, checked.faults, checked.unshown);
}

function isValid(value: unknown): value is PortholeConfig {
  return typeof value === "object" && value !== null && valid.has(value);
}

export function checkConfig(value: unknown): Checked {
  const check = new Check();
  const copy = check.copyTable(ROOT, value, []);
  if (isSound(copy, check)) {
    valid.add(copy);
    return { kind: "config", config: copy };
  }
  return { kind: "faults", faults: check.shown, unshown: check.total - check.shown.length };
}

/** The copy holds only what the schema names and allows, so without a fault it has the type's shape. */
function isSound(_copy: unknown, check: Check): _copy is PortholeConfig {
  return check.total === 0;
}

type Shape = TableShape | { readonly kind: "value"; readonly row: Row };

interface TableShape {
  readonly kind: "table";
  readonly names: Map<string, Shape>;
}

const ROOT: TableShape = { kind: "table", names: new Map() };
for (const [key, row] of Object.entries(SCHEMA)) {
  const names = key.split(".");
  const last = names.pop() ?? "";
  let table = ROOT;
  for (const name of names) {
    const inner = table.names.get(name);
    const next: TableShape = inner?.kind === "table" ? inner : { kind: "table", names: new Map() };
    table.names.set(name, next);
    table = next;
  }
  table.names.set(last, { kind: "value", row });
}

class Check {
  readonly shown: Fault[] = [];
  total = 0;

  copyTable(shape: TableShape, given: unknown, path: readonly string[]): unknown {
    const entries = readTable(given);
    if (entries === null) return this.#add(path, `expected a table, not ${describeGiven(given)}`);
    const copies: [string, unknown][] = [];
    for (const [name, value] of entries) {
      const inner = shape.names.get(name);
      const place = [...path, name];
      if (inner === undefined) this.#add(place, `unknown key, expected ${[...shape.names.keys()].join(" or ")}`);
      // As in any options object, `undefined` is the same as leaving it out.
      else if (value !== undefined) copies.push([name, this.#copy(inner, value, place)]);
    }
    return Object.freeze(Object.fromEntries(copies));
  }

  #copy(shape: Shape, given: unknown, path: readonly string[]): unknown {
    if (shape.kind === "table") return this.copyTable(shape, given, path);
    const { row } = shape;
    if (row.type === "list") return this.#copyList(row, given, path);
    return fits(row, given) ? given : this.#add(path, `expected ${expectationOf(row)}, not ${describeGiven(given)}`);
  }

  #copyList(row: ListRow, given: unknown, path: readonly string[]): unknown {
    const list = readList(given, row.maxItems);
    if (list === null) return this.#add(path, `expected ${expectationOf(row)}, not ${describeGiven(given)}`);
    if (list.length < row.minItems || list.length > row.maxItems) {
      return this.#add(path, `expected ${expectationOf(row)}, not ${list.length}`);
    }
    for (const [index, item] of list.items.entries()) {
      const fault = findItemFault(row, item);
      if (fault !== null) this.#add(path, `expected a ${row.of}, not ${describeGiven(item)}${fault}`, index);
    }
    return Object.freeze(list.items);
  }

  #add(path: readonly string[], text: string, index?: number): undefined {
    this.total += 1;
    const place = index === undefined ? "" : `[${index}]`;
    if (this.total <= MAX_SHOWN_FAULTS) this.shown.push({ path, text, key: path.map(showName).join(".") + place });
  }
}

function fits(row: Exclude<Row, ListRow>, given: unknown): boolean {
  switch (row.type) {
    case "boolean":
      return typeof given === "boolean";
    case "integer":
      return isWithin(given, row.min, row.max ?? Number.MAX_SAFE_INTEGER) && Number.isInteger(given);
    case "seconds":
      return isWithin(given, Number.MIN_VALUE, row.max);
    case "choice":
      return typeof given === "string" && row.choices.includes(given);
  }
}

function isWithin(given: unknown, min: number, max: number): boolean {
  return typeof given === "number" && given >= min && given <= max;
}

/** Null, or the reason to stand behind what was given; it may be empty. */
function findItemFault(row: ListRow, item: unknown): string | null {
  if (typeof item !== "string" || item === "") return "";
  if (item.length > MAX_ITEM_CHARS) return `: it is longer than ${MAX_ITEM_CHARS} characters`;
  if (item.includes("\0")) return ": it contains a NUL character";
  const fault = row.of === "glob" ? findPatternFault(item) : null;
  return fault === null ? null : `: ${fault}`;
}

function findPatternFault(pattern: string): string | null {
  const parsed = parseDenied(pattern);
  if (parsed.kind === "vain") return 'with ".." in it, it can match nothing';
  return parsed.kind === "fault" ? parsed.reason : null;
}

function showName(name: string): string {
  return /^[\w-]{1,64}$/.test(name) ? name : quoteShort(name);
}
