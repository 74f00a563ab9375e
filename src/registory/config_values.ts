// The configuration as the code uses it: complete, in camel case, and in milliseconds. `max_depth` becomes `maxDepth`, `timeout_seconds`
// becomes `timeoutMs`, `include_hidden_default` becomes `includeHidden`.

import { CONFIG_KEYS, type DefaultsSet, isRow, type PortholeConfig, type Row, type Rows } from "./config_keys.ts";

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

type ValuesOf<Keys> = Keys extends Row
  ? ValueOf<Keys>
  : { readonly [Name in keyof Keys as Renamed<Name>]: ValuesOf<Keys[Name]> };

export type ConfigValues = ValuesOf<typeof CONFIG_KEYS>;

/** The limits of the built-in tools, by tool. */
export type ToolLimits = Omit<ConfigValues, "format" | "approval" | "sandbox" | "timeouts" | "output" | "limits">;

/** Takes the result of `validateConfig` or `loadConfig`. Missing keys get their defaults from the set. */
export function completeConfig(config: PortholeConfig, set: DefaultsSet): ConfigValues {
  // The types above mirror `rename` and `toUnit`, key by key.
  return complete(CONFIG_KEYS, config.tools, set) as ConfigValues;
}

function defaultOf(row: Row, set: DefaultsSet): unknown {
  return set === "agent" && row.agentDefault !== undefined ? row.agentDefault : row.default;
}

function complete(shape: Rows | Row, given: unknown, set: DefaultsSet): unknown {
  if (isRow(shape)) return toUnit(shape, given ?? defaultOf(shape, set));
  const values: Readonly<Record<string, unknown>> = Object(given);
  const completed: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(shape)) completed[rename(name)] = complete(inner, values[name], set);
  return Object.freeze(completed);
}

function rename(name: string): string {
  const words = name.split("_");
  if (words.at(-1) === "default") words.pop();
  if (words.at(-1) === "seconds") words.splice(-1, 1, "ms");
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
}

/** At least one millisecond: with zero, nothing could ever run. */
function toUnit(row: Row, value: unknown): unknown {
  return row.type === "seconds" && typeof value === "number"
    ? Math.max(1, Math.round(value * 1000))
    : Object.freeze(value);
}

/** The defaults of the set `specified`. */
export const DEFAULTS: ConfigValues = completeConfig({}, "specified");
