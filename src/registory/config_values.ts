// The configuration as the code uses it: complete, in camel case, and with milliseconds for seconds. `max_depth` becomes `maxDepth`,
// `timeout_seconds` becomes `timeoutMs`, `include_hidden_default` becomes `includeHidden`.

import { CONFIG_KEYS, type DefaultsSet, type PortholeConfig, type Row } from "./config_keys.ts";

type Keys = typeof CONFIG_KEYS;
type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name & string;
type Renamed<Name> = Name extends `${infer Stem}_default`
  ? Camel<Stem>
  : Camel<Name extends `${infer Stem}_seconds` ? `${Stem}_ms` : Name>;

interface ValueTypes {
  boolean: boolean;
  integer: number;
  seconds: number;
  list: readonly string[];
}
type ValueOf<Given> =
  | (Given extends { readonly choices: readonly (infer Choice)[] } ? Choice : never)
  | (Given extends { readonly type: infer Type extends keyof ValueTypes } ? ValueTypes[Type] : never)
  | (Given extends { readonly default: null } ? null : never);

export type ConfigValues = {
  readonly [Table in keyof Keys as Renamed<Table>]: {
    readonly [Name in keyof Keys[Table] as Renamed<Name>]: ValueOf<Keys[Table][Name]>;
  };
};

type Tables<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>;

/** Takes what `validateConfig` or `loadConfig` returned. Keys that it leaves out get their defaults of the set. */
export function completeConfig(config: PortholeConfig, set: DefaultsSet): ConfigValues {
  const given: Tables<unknown> = config.tools ?? {};
  const complete = mapEntries<Tables<Row>[string]>(CONFIG_KEYS, (table, rows) =>
    mapEntries(rows, (name, row) => toUnit(row, given[table]?.[name] ?? defaultOf(row, set))),
  );
  // The types above follow `rename` and `toUnit`, key by key.
  return complete as ConfigValues;
}

function defaultOf(row: Row, set: DefaultsSet): unknown {
  return set === "agent" && row.agentDefault !== undefined ? row.agentDefault : row.default;
}

function mapEntries<Value>(source: Readonly<Record<string, Value>>, map: (name: string, value: Value) => unknown) {
  const entries = Object.entries(source).map(([name, value]) => [rename(name), map(name, value)]);
  return Object.freeze(Object.fromEntries(entries));
}

function rename(name: string): string {
  const plain = name.replace(/_default$/, "").replace(/_seconds$/, "_ms");
  return plain.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** At least one millisecond: no time at all would mean that nothing ever runs. */
function toUnit(row: Row, value: unknown): unknown {
  return row.type === "seconds" && typeof value === "number"
    ? Math.max(1, Math.round(value * 1000))
    : Object.freeze(value);
}

/** Of the set `specified`. */
export const DEFAULTS: ConfigValues = completeConfig({}, "specified");
