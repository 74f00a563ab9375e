// The order of a listing: fixed, total, and the same whatever the machine's language. Leaves to ../ls.test.ts that it is used.

import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CallClock } from "../../../src/disk/call_clock.ts";
import { sorted } from "../../../src/disk/sort.ts";
import { inSlices, toEnd } from "../../../src/disk/steps.ts";
import { makeEntryOrder } from "../../../src/tools/ls/order.ts";
import type { FileEntry } from "../../../src/tools/ls/types.ts";
import { times } from "../../support/scale.ts";
import { errorOf } from "../../support/workspaces.ts";

const time = new Date(0);
const toEntry = (name: string, isDirectory = false): FileEntry => ({
  ...{ name, path: `/ws/${name}`, isDirectory },
  ...{ size: 0, modifiedTime: time },
});
const compareEntries = makeEntryOrder();
const sortNames = (names: readonly string[]) =>
  toEnd(
    sorted(
      names.map((name) => toEntry(name)),
      compareEntries,
    ),
  ).map(({ name }) => name);

test("LS-07 sorts punctuation, digits, letters, each in its order; small letters before capitals, accents after none", async () => {
  const ordered = [
    "_",
    "-",
    ",",
    ".",
    "(",
    "*",
    "&",
    "#",
    "~",
    "$",
    "0",
    "10",
    "2",
    "a",
    "A",
    "ä",
    "aa",
    "b",
    "Ω",
    "я",
    "あ",
    "日",
  ];
  expect(await sortNames([...ordered].reverse())).toEqual(ordered);
});

test("LS-07 sorts names of the same weight by code unit", async () => {
  expect(await sortNames(["\u00e9", "e\u0301"])).toEqual(["e\u0301", "\u00e9"]);
  expect(await sortNames(["e\u0301", "\u00e9"])).toEqual(["e\u0301", "\u00e9"]);
  expect(await sortNames(["a\u0002", "a\u0001", "a"])).toEqual(["a", "a\u0001", "a\u0002"]);
  expect(compareEntries(toEntry("a"), toEntry("a"))).toBe(0);
});

test("LS-07 puts directories first, whatever their names", async () => {
  const entries = [toEntry("a"), toEntry("z", true), toEntry("b"), toEntry("b", true)];
  expect(toEnd(sorted(entries, makeEntryOrder()))).toEqual([entries[3], entries[1], entries[0], entries[2]]);
});

test("LS-07 sorts any number of entries as the built-in sort does, and keeps equal ones in their order", async () => {
  const anyEntry = fc
    .tuple(fc.constantFrom("a", "b", "\u00e9", "e\u0301", "A"), fc.nat(400), fc.boolean())
    .map(([letter, number, isDirectory]) => toEntry(`${letter}${number}`, isDirectory));
  const anyLength = fc.constantFrom(0, 1, 2, 1023, 1024, 1025, 2048, 3000, 5000);
  await fc.assert(
    fc.asyncProperty(
      anyLength,
      fc.array(anyEntry, { minLength: 1, maxLength: 300, size: "max" }),
      async (length, some) => {
        const entries = Array.from({ length }, (_, i) => ({ ...toEntry(""), ...some[(i * 7) % some.length], size: i }));
        expect(toEnd(sorted(entries, makeEntryOrder()))).toEqual([...entries].sort(compareEntries));
      },
    ),
    { numRuns: times(4, 30) },
  );
});

test("lets itself be cancelled while it sorts", async () => {
  const entries = Array.from({ length: 60_000 }, (_, i) => toEntry(`${(i * 7919) % 60_000}`));
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  const error = await errorOf(() =>
    inSlices(sorted(entries, compareEntries), new CallClock({ signal: controller.signal })),
  );
  expect(error.code).toBe("CANCELLED");
});

test("LS-07 sorts the same in a country that sorts otherwise", () => {
  const source = `
    const { makeEntryOrder } = await import(${JSON.stringify(new URL("../../../build/tools/ls/order.js", import.meta.url).href)});
    const { sorted } = await import(${JSON.stringify(new URL("../../../build/disk/sort.js", import.meta.url).href)});
    const { toEnd } = await import(${JSON.stringify(new URL("../../../build/disk/steps.js", import.meta.url).href)});
    const entries = ["z", "ä", "b", "ö"].map((name) => ({ name, isDirectory: false }));
    process.stdout.write(toEnd(sorted(entries, makeEntryOrder())).map(({ name }) => name).join(""));`;
  const env = { ...process.env, LC_ALL: "sv_SE.UTF-8", LANG: "sv_SE.UTF-8", LANGUAGE: "sv" };
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", source], { encoding: "utf8", env });
  expect([child.stderr, child.stdout]).toEqual(["", "äböz"]);
});
