// Says of ordinary arguments, in a microsecond and without the schema library, that they are certainly valid. Leaves every doubt,
// and every fault with its wording, to the library.

type Predicate = (value: unknown) => boolean;
type Property = Readonly<Record<string, unknown>>;

const PREDICATES: Readonly<Record<string, Predicate>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === "boolean",
};

/** What says nothing about validity. */
const NOTES = new Set(["description", "title", "default", "examples"]);

/** As far as it is known: a tool of the owner's own may have a schema of any form. */
export interface FlatSchema {
  readonly type?: unknown;
  readonly properties?: unknown;
  readonly required?: unknown;
}

/** Null for a schema that says more than which simple types its properties have: then the library is always asked. */
export function compilePlainCheck(schema: FlatSchema): ((args: Readonly<Record<string, unknown>>) => boolean) | null {
  if (Object.keys(schema).some((key) => !["type", "properties", "required", ...NOTES].includes(key))) return null;
  const { type, properties, required } = schema;
  if (type !== "object" || !isObject(properties) || !Array.isArray(required)) return null;
  const predicates = new Map<string, Predicate>();
  for (const [name, property] of Object.entries(properties)) {
    const predicate = isObject(property) ? compileProperty({ ...property }) : null;
    if (predicate === null) return null;
    predicates.set(name, predicate);
  }
  return (args) =>
    required.every((name) => Object.hasOwn(args, name)) &&
    Object.keys(args).every((name) => predicates.get(name)?.(args[name]) ?? false);
}

function compileProperty({ type, enum: choices, minimum, items, ...rest }: Property): Predicate | null {
  if (Object.keys(rest).some((key) => !NOTES.has(key))) return null;
  if (type === "array") return choices === undefined && minimum === undefined ? compileArray(items) : null;
  const isOfType = typeof type === "string" && items === undefined ? PREDICATES[type] : undefined;
  if (isOfType === undefined) return null;
  if (choices !== undefined && minimum !== undefined) return null;
  if (choices !== undefined)
    return Array.isArray(choices) ? (value) => isOfType(value) && choices.includes(value) : null;
  if (minimum !== undefined)
    return typeof minimum === "number" ? (value) => isOfType(value) && Number(value) >= minimum : null;
  return isOfType;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function compileArray(items: unknown): Predicate | null {
  if (!isObject(items) || !("type" in items)) return null;
  const isItem = compileProperty({ ...items });
  // Not `every`: it steps over holes, which are no JSON.
  return isItem && ((value) => Array.isArray(value) && !Array.from(value, isItem).includes(false));
}
