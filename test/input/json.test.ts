// The limits of JSON from outside: how many values are counted, and that nothing over a limit is parsed.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_MESSAGE_BYTES, MAX_VALUES, readJson } from "../../src/input/json.ts";
import { times } from "../support/scale.ts";

const TOO_MANY = "a message has at most 4096 JSON values";
const TOO_DEEP = "a message is nested at most 1000 deep";
const NOT_JSON = "the message is not JSON";

/** What is read, or the message of the error. */
function read(json: string | Buffer): unknown {
  const input = readJson(Buffer.from(json));
  return "error" in input ? input.error.message : input;
}

const repeat = (count: number, make: (nth: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join();

function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((count: number, inner) => count + countValues(inner), 1);
}

describe("R2 JSON from outside", () => {
  test("has at most 4096 values, of any kind, however they are written", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t", "\r\n"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const rest = MAX_VALUES - countValues(JSON.parse(text)) - 1;
        expect(read(`[${"0,".repeat(rest)}${text}]`)).toEqual({ value: [...Array(rest).fill(0), JSON.parse(text)] });
        expect(read(`[${"0,".repeat(rest + 1)}${text}]`)).toBe(TOO_MANY);
      }),
      { numRuns: times(100, 1000) },
    );
  });

  test.each<[string, (count: number) => string]>([
    ["fields", (count) => `{${repeat(count, (i) => `"k${i}":1`)}}`],
    ["fields of one name", (count) => `{${repeat(count, () => '"a":0')}}`],
    ["fields named like parts of a prototype", (count) => `{${repeat(count, () => '"__proto__" : "x"')}}`],
    ["names with escapes", (count) => `{${repeat(count, (i) => `"\\"\\\\\\u003a${i}:,[{":null`)}}`],
    ["objects", (count) => `[${repeat(count, () => "{}")}]`],
    ["numbers out of range", (count) => `[${repeat(count, () => "-1e999")}]`],
    ["literals", (count) => `[${repeat(count, (i) => ["true", "false", "null"][i % 3] ?? "")}]`],
    ["long strings", (count) => `[${repeat(count, () => `"${"[,{:".repeat(50)}"`)}]`],
    ["empty strings, one on each line", (count) => `[\r\n${repeat(count, () => '""\r\n')}]`],
  ])("counts %s exactly", (_what, make) => {
    expect(read(make(MAX_VALUES - 1))).toHaveProperty("value");
    expect(read(make(MAX_VALUES))).toBe(TOO_MANY);
  });

  test("is not parsed beyond its limits: what follows need not be JSON", () => {
    expect(read(`[${"[],".repeat(5000)}garbage`)).toBe(TOO_MANY);
    expect(read(`${"[".repeat(1001)}garbage`)).toBe(TOO_DEEP);
    expect(read(`${"x".repeat(MAX_MESSAGE_BYTES)}y`)).toBe("a message has at most 1048576 bytes");
  });

  test("may be as long as a message and as deep as 1000, and holds no more for it", () => {
    const longest = `"${"x".repeat(MAX_MESSAGE_BYTES - 2)}"`;
    expect(read(longest)).toEqual({ value: JSON.parse(longest) });
    const digits = "9".repeat(100_000);
    expect(read(`[${digits},0.${digits}]`)).toEqual({ value: [Number.POSITIVE_INFINITY, 1] });
    const nested = `${'{"a":['.repeat(500)}1${"]}".repeat(500)}`;
    expect(read(nested)).toEqual({ value: JSON.parse(nested) });
    expect(read(`[${nested}]`)).toBe(TOO_DEEP);
  });

  test("that is not valid is said to be none", () => {
    const invalid = [
      "",
      " ",
      "x",
      "{",
      "]",
      '"',
      '"\\',
      "[1,]",
      '{"a":1,}',
      "\0",
      "{}\0",
      "\ufeff{}",
      ":::[",
      "[:::::,1]",
      "1 2",
    ];
    for (const text of invalid) expect([text, read(text)]).toEqual([text, NOT_JSON]);
    expect(read(Buffer.from([0x22, 0xff, 0xfe, 0x22]))).toEqual({ value: "\ufffd\ufffd" });
  });

  test("can hide no value behind colons that belong to nothing", () => {
    expect([read(`[${":".repeat(5000)}${"1,".repeat(5000)}`), read(`[1,${"1,".repeat(5000)}:::::`)]).toEqual([
      NOT_JSON,
      TOO_MANY,
    ]);
  });
});

test.each([
  ['{"jsonrpc":"2.0","id":5,"method":"x","params":{"id":6,MANY}}', 5],
  ['{"method":"x","params":{"id":6,"a":[{"id":7}],MANY},"jsonrpc":"2.0", "id" : "a-1" }', "a-1"],
  ['{"method":"id",MANY,"id":-3}', -3],
  ['{"a":"\\"id\\":1,",MANY,"id":0}', 0],
  ['{"id":1.5,MANY}', null],
  ['{"id":null,MANY}', null],
  ['{"id":"\\u0061",MANY}', null],
  ['{"id":12345678901234567890,MANY}', null],
  [`{"id":"${"x".repeat(300)}",MANY}`, null],
  ['[{"id":1},{MANY}]', null],
  ['{"params":{"id":1,MANY}', null],
  ['{MANY,"id', null],
  ['{"jsonrpc":"2.0","id":4,"result":{MANY}}', null],
  ['{"jsonrpc":"2.0","error":{"code":1,MANY},"id":4}', null],
  ['{"id":4,"method":"x","result":1,"error":2,MANY}', 4],
  ['{"id":4,"results":1,"params":{"result":1},MANY}', 4],
  ['{"id":4,"a":"result",MANY}', 4],
])("R2 the id of %s, which is over the limit and not parsed, is %j", (text, id) => {
  const input = readJson(Buffer.from(text.replace("MANY", `"x":[${repeat(5000, () => "1")}]`)));
  expect(input).toMatchObject({ error: { code: "LIMIT_EXCEEDED", message: TOO_MANY }, id });
});

test("R2 what was too long to keep, and what is no JSON, has no id", () => {
  expect(readJson(null)).toMatchObject({ error: { kind: "BadArgs", code: "LIMIT_EXCEEDED" }, id: null });
  expect(readJson(Buffer.from('{"id":1,}'))).toMatchObject({ error: { code: "INVALID_ARGUMENT" }, id: null });
});

/** The processor time of the fastest of a few attempts. */
function measureMs(act: () => void): number {
  const attempts = Array.from({ length: 4 }, () => {
    const start = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...attempts);
}

test.each(['"id"\u00e9', '"id":{},', '"id":"\\\\",', '"result" ', '"ab":1,'])(
  "R2 the id is looked for in less than 50 ms in a message full of %s",
  (unit) => {
    const bytes = Buffer.from(`{${unit.repeat(Math.floor(MAX_MESSAGE_BYTES / Buffer.byteLength(unit)) - 1)}}`);
    const read = () => expect(readJson(bytes)).toMatchObject({ error: { message: TOO_MANY } });
    expect(measureMs(read)).toBeLessThan(50);
  },
);
