// Validates a configuration object: returns a frozen copy, or throws an error that names every fault.

import { isAbsolute } from "node:path";
import { findNameFault } from "../call/policy.ts";
import { quoteShort } from "../errors/quote.ts";
import { isPlain } from "../input/owner_input.ts";
import {
  AUDIT_KEYS,
  CONFIG_KEYS,
  isRow,
  type ListRow,
  type PortholeConfig,
  type Row,
  type Rows,
} from "../registory/config_keys.ts";
import { parseDenied } from "../view/denied/globs.ts";
import { type Fault, faultyConfig, type LocateFault } from "./error.ts";

const MAX_ITEM_CHARS = 4096;
const ROOT: Rows = { tools: CONFIG_KEYS, audit: AUDIT_KEYS };

/** Throws a `ConfigError` that names every fault; `where` precedes each. Returns a frozen copy. */
export function validateConfig(value: unknown, where = "config"): PortholeConfig {
  return checkConfig(value, where);
}

export function checkConfig(value: unknown, where: string, locate?: LocateFault): PortholeConfig {
  const check = new Check();
  const copy = check.copyTable(ROOT, value, []);
  if (copy !== undefined && check.faults.length === 0) check.checkTogether(copy);
  if (copy === undefined || check.faults.length > 0) throw faultyConfig(where, check.faults, locate);
  return copy;
}

type Table = Readonly<Record<string, unknown>>;

class Check {
  readonly faults: Fault[] = [];

  /** Reads each property once, so that the checked value is the returned one. */
  copyTable(shape: Rows, given: unknown, path: readonly string[]): Table | undefined {
    if (!isPlain(given)) return this.#refuse(path, "a table", given);
    const copies: [string, unknown][] = [];
    for (const [name, value] of Object.entries(given)) {
      const inner = Object.hasOwn(shape, name) ? shape[name] : undefined;
      const place = [...path, name];
      if (inner === undefined) this.#add(place, `unknown key, expected ${Object.keys(shape).join(" or ")}`);
      // As in any options object, `undefined` means left out.
      else if (value !== undefined) copies.push([name, this.#copy(inner, value, place)]);
    }
    return Object.freeze(Object.fromEntries(copies));
  }

  /** Checks keys that depend on each other, in a configuration without other faults. */
  checkTogether({ tools }: PortholeConfig): void {
    this.#checkToolNames(tools);
    const { include_default_denies, deny_secrets } = tools?.sandbox ?? {};
    if (include_default_denies !== false || deny_secrets !== true) return;
    const text =
      "true needs the built-in lists, but include_default_denies = false switches them off; remove one of the two";
    this.#add(["tools", "sandbox", "deny_secrets"], text);
  }

  #checkToolNames(tools: PortholeConfig["tools"]): void {
    const { allowlist = [], denylist = [], own_tools = null } = tools?.approval ?? {};
    for (const [list, names] of Object.entries({ allowlist, denylist })) {
      for (const [index, name] of names.entries()) {
        const fault = findNameFault(name, own_tools, "own_tools");
        if (fault !== null) this.#add(["tools", "approval", list], `${quoteShort(name)} ${fault}`, `[${index}]`);
      }
    }
  }

  #copy(shape: Rows | Row, given: unknown, path: readonly string[]): unknown {
    if (!isRow(shape)) return this.copyTable(shape, given, path);
    if (shape.type === "list") return this.#copyList(shape, given, path);
    return fits(shape, given) ? given : this.#refuse(path, expectationOf(shape), given);
  }

  #copyList(row: ListRow, given: unknown, path: readonly string[]): unknown {
    if (!Array.isArray(given)) return this.#refuse(path, expectationOf(row), given);
    const { length } = given;
    if (length < row.minItems || length > row.maxItems) return this.#refuse(path, expectationOf(row), length);
    const items = Array.from<unknown>(given);
    for (const [index, item] of items.entries()) {
      const fault = findItemFault(row, item);
      if (fault !== null) this.#add(path, `expected a ${row.of}, not ${describe(item)}${fault}`, `[${index}]`);
    }
    return Object.freeze(items);
  }

  #refuse(path: readonly string[], expected: string, given: unknown): undefined {
    this.#add(path, `expected ${expected}, not ${describe(given)}`);
  }

  #add(path: readonly string[], text: string, place = ""): void {
    this.faults.push({ path, text, key: path.map(showName).join(".") + place });
  }
}

/** What a row accepts; follows "expected" in the message. */
export function expectationOf(row: Row | ListRow): string {
  switch (row.type) {
    case "boolean":
      return "true or false";
    case "integer":
      return row.max === undefined ? `an integer of at least ${row.min}` : `an integer from ${row.min} to ${row.max}`;
    case "seconds":
      return `a number above 0, at most ${row.max}`;
    case "file":
      return "an absolute path of a file";
    case "choice":
      return row.choices.map((choice) => JSON.stringify(choice)).join(" or ");
    case "list":
      return `an array of ${row.minItems} to ${row.maxItems} ${row.of}s`;
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
    case "file":
      return typeof given === "string" && isAbsolute(given) && given.length <= MAX_ITEM_CHARS && !given.includes("\0");
    case "choice":
      return typeof given === "string" && row.choices.includes(given);
  }
}

function isWithin(given: unknown, min: number, max: number): boolean {
  return typeof given === "number" && given >= min && given <= max;
}

/** Null, or the reason, which follows the value in the message and may be empty. */
function findItemFault(row: ListRow, item: unknown): string | null {
  if (typeof item !== "string" || item === "") return "";
  if (item.length > MAX_ITEM_CHARS) return `: it is longer than ${MAX_ITEM_CHARS} characters`;
  if (item.includes("\0")) return ": it contains a NUL character";
  if (row.of !== "glob") return null;
  const parsed = parseDenied(item);
  if (parsed.kind === "vain") return `: it can never match; ${parsed.advice}`;
  return parsed.kind === "fault" ? `: ${parsed.reason}` : null;
}

/** Short and on one line; follows "not" in the message. */
function describe(value: unknown): string {
  if (typeof value === "bigint") return "an integer beyond 2^53";
  if (typeof value !== "object" || value === null) return quoteShort(value);
  if (Array.isArray(value)) return "an array";
  if (value instanceof Date) return "a date";
  return isPlain(value) ? "a table" : "an object that is not plain";
}

function showName(name: string): string {
  return /^[\w-]{1,64}$/.test(name) ? name : quoteShort(name);
}
