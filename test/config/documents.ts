// Random configurations with one fault at a known line. Tests only.

import fc, { type GeneratorValue } from "fast-check";
import { CONFIG_KEYS, isRow, type Row, type Rows as TableRows } from "../../src/registory/config_keys.ts";

type Random = GeneratorValue;

const pick = <Value>(random: Random, ...values: readonly Value[]): Value => random(fc.constantFrom<Value[]>, ...values);
const count = (random: Random, min: number, max: number): number => random(fc.integer, { min, max });

// Each holds what could be taken for something else: the end of a statement, a header, a comment, the bad key.
const VALUES = [
  ...["1", "true", "2000-01-01 07:32:00", "-0.5e3", '"\\\\"', '"\\"# ["', "'\\'", "''", "[]", "{}", '"max_dept = 1"'],
  ...[
    '"""\nmax_dept = 1\n[tools.tree]\n"""',
    '"""\\"""" ',
    '"""x"""""',
    "'''\n\"\"\"\n'''",
    "'''''''",
    '"""\\\n  x"""',
  ],
  ...[
    "[\n  1, # ]\n  'x = [',\n]",
    "[ [ ], [ '''\n]''' ] ]",
    "{ c = 1, 'd' . e = [ ] }",
    "{\n  c = 1, # }\n  d = '}'\n}",
  ],
];
const TRIVIA = ["", "  \t", "# max_dept = 1", "  # [tools.tree]", "# \"\"\" ''' [ {", "#"];

function writeName(random: Random, name: string): string {
  const isBare = /^[\w-]+$/.test(name);
  const escaped = `"\\u${name.charCodeAt(0).toString(16).padStart(4, "0")}${name.slice(1)}"`;
  return pick(random, ...(isBare ? [name, name] : []), `"${name}"`, `'${name}'`, escaped);
}

function writeKey(random: Random, path: readonly string[]): string {
  return path.map((name) => writeName(random, name)).join(pick(random, ".", ".", " . ", "\t."));
}

function writeStatement(random: Random, path: readonly string[], value: string): string {
  return `${pick(random, "", "  ")}${writeKey(random, path)}${pick(random, " = ", "=")}${value}${pick(random, "", " # x")}`;
}

function writeHeader(random: Random, path: readonly string[]): string {
  return `${pick(random, "", " ")}[${pick(random, "", " ")}${writeKey(random, path)}]${pick(random, "", " # ]")}`;
}

function writeTrivia(random: Random): string[] {
  return Array.from({ length: count(random, 0, 2) }, () => pick(random, ...TRIVIA));
}

function writeGood(random: Random, row: Row): string {
  switch (row.type) {
    case "boolean":
      return pick(random, "true", "false");
    case "integer":
      return pick(random, String(row.max ?? 77), "1", "0x1", "1.0");
    case "seconds":
      return pick(random, "2.5", "1", "1_0");
    case "file":
      return pick(random, '"/var/log/calls"', "'/x # y'");
    case "choice":
      return pick(random, '"auto"', "'deny'", '"""\\\n  prompt"""', "'''\nauto'''");
    case "list":
      return pick(
        random,
        "['max_dept = 1']",
        "[\n  'a', # ]\n  '''\n[tools.tree]\nmax_dept = 1''',\n]",
        '["x#", "\\""]',
      );
  }
}

interface Piece {
  readonly lines: string;
  readonly isFault: boolean;
}

interface Table {
  readonly name: string;
  readonly keys: readonly { readonly name: string; readonly value: string; readonly isFault: boolean }[];
}

/** No value that any key takes, and a key that no table has. */
function randomFault(random: Random, known: readonly string[]): { name: string; value: string; isFault: true } {
  const wrong = VALUES.filter((value) => value.includes("2000-01-01") || value.startsWith("{"));
  const unknown = { name: pick(random, "max_dept", "a b", "#", "__proto__"), value: pick(random, ...VALUES) };
  const mistyped = { name: pick(random, ...known), value: pick(random, ...wrong) };
  return { ...pick(random, unknown, mistyped), isFault: true };
}

type Rows = readonly (readonly [name: string, row: Row])[];

function rowsOf(table: string): Rows {
  return Object.entries<Row>(Reflect.get(CONFIG_KEYS, table));
}

function randomTables(random: Random): { tables: Table[]; faulty: string } {
  const names = Object.entries<TableRows | Row>(CONFIG_KEYS).flatMap(([name, shape]) => (isRow(shape) ? [] : [name]));
  const faulty = pick(random, ...names);
  const chosen = random(fc.shuffledSubarray<string>, names).filter((name) => name !== faulty);
  chosen.splice(count(random, 0, chosen.length), 0, faulty);
  return { faulty, tables: chosen.map((name) => ({ name, keys: randomKeys(random, rowsOf(name), name === faulty) })) };
}

function randomKeys(random: Random, rows: Rows, isFaulty: boolean): Table["keys"] {
  const known = rows.map(([name]) => name);
  const fault = isFaulty ? [randomFault(random, known)] : [];
  const good = random(fc.shuffledSubarray<Rows[number]>, [...rows])
    .map(([name, row]) => ({ name, value: writeGood(random, row), isFault: false }))
    .filter(({ name }) => name !== fault[0]?.name);
  return [...good.slice(0, 2), ...fault, ...good.slice(2)];
}

/** As a header with lines below it, as dotted keys, or as one inline table. */
function writeTable(random: Random, table: Table, prefix: readonly string[], style: string): Piece[] {
  if (style === "header") {
    const header = { lines: writeHeader(random, ["tools", table.name]), isFault: false };
    return [header, ...writeKeys(random, table, [])];
  }
  if (style === "dotted") return writeKeys(random, table, [...prefix, table.name]);
  const inside = table.keys
    .map(({ name, value }) => writeStatement(random, [name], value).replace(/ # x$/, ""))
    .join(",");
  const isFault = table.keys.some((key) => key.isFault);
  return [{ lines: writeStatement(random, [...prefix, table.name], `{${inside}}`), isFault }];
}

function writeKeys(random: Random, table: Table, prefix: readonly string[]): Piece[] {
  return table.keys.map(({ name, value, isFault }) => ({
    lines: writeStatement(random, [...prefix, name], value),
    isFault,
  }));
}

/** `isOrdinary`: the fault's key has no escapes, is not the mark of a comment, and not inside an inline table of several lines. */
interface FaultyConfig {
  readonly text: string;
  readonly line: number;
  readonly isOrdinary: boolean;
  readonly key: string;
}

/** A configuration with one fault, the line on which that was put, and the key as it is shown. */
export function randomConfig(random: Random): FaultyConfig {
  const { tables, faulty } = randomTables(random);
  const isBelowTools = pick(random, true, false);
  const prefix = isBelowTools ? [] : ["tools"];
  const split = count(random, 0, tables.length);
  const first = tables
    .slice(0, split)
    .flatMap((table) => writeTable(random, table, prefix, pick(random, "dotted", "inline")));
  const second = tables.slice(split).flatMap((table) => writeTable(random, table, prefix, "header"));
  const top: Piece[] = isBelowTools ? [{ lines: writeHeader(random, ["tools"]), isFault: false }] : [];
  const fault = tables.flatMap(({ keys }) => keys).find(({ isFault }) => isFault)?.name ?? "";
  const shown = /^[\w-]+$/.test(fault) ? fault : JSON.stringify(fault);
  return { ...layOut(random, [...top, ...first, ...second]), key: `tools.${faulty}.${shown}` };
}

function layOut(random: Random, pieces: readonly Piece[]): Omit<FaultyConfig, "key"> {
  const lines: string[] = [];
  let line = 0;
  let isOrdinary = true;
  for (const piece of pieces) {
    lines.push(...writeTrivia(random));
    if (piece.isFault) {
      line = lines.length + 1;
      isOrdinary = !/"\\u|["']#["']/.test(piece.lines) && !/=\s*\{.*=.*\n/s.test(piece.lines);
    }
    lines.push(...piece.lines.split("\n"));
  }
  return { text: lines.join(pick(random, "\n", "\r\n")), line, isOrdinary };
}
