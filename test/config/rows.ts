// The declared keys in one list, each by its full name.

import { AUDIT_KEYS, CONFIG_KEYS, isRow, type Row, type Rows } from "../../src/registory/config_keys.ts";

type KeyOf<Keys, Path extends string> = Keys extends Row
  ? Path
  : { [Name in keyof Keys & string]: KeyOf<Keys[Name], `${Path}.${Name}`> }[keyof Keys & string];
export type ConfigKey = KeyOf<typeof CONFIG_KEYS, "tools"> | KeyOf<typeof AUDIT_KEYS, "audit">;

export const ROWS: readonly (readonly [key: string, row: Row])[] = [
  ...listRows(CONFIG_KEYS, "tools"),
  ...listRows(AUDIT_KEYS, "audit"),
];

function listRows(shape: Rows | Row, path: string): (readonly [string, Row])[] {
  if (isRow(shape)) return [[path, shape]];
  return Object.entries(shape).flatMap(([name, inner]) => listRows(inner, `${path}.${name}`));
}

/** As a message lists the names below `[tools]`. */
export const TABLES = Object.keys(CONFIG_KEYS).join(" or ");

/** A configuration that says only this. */
export function nest(key: string, value: unknown): unknown {
  return key.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}
