// The declared keys in one list, each by its full name.

import { CONFIG_KEYS, type Row } from "../../src/registory/config_keys.ts";

type Keys = typeof CONFIG_KEYS;
export type ConfigKey = { [Table in keyof Keys]: `tools.${Table}.${keyof Keys[Table] & string}` }[keyof Keys];

export const ROWS: readonly (readonly [key: string, row: Row])[] = Object.entries(CONFIG_KEYS).flatMap(
  ([table, rows]) => Object.entries<Row>(rows).map(([name, row]) => [`tools.${table}.${name}`, row] as const),
);

/** A configuration that says only this. */
export function nest(key: string, value: unknown): unknown {
  return key.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}
