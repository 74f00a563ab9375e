import fc from "fast-check";
import { expect, test } from "vitest";
import { readFactor } from "./scale.ts";
import { readSeed, seed } from "./seed.ts";

test("random tests make the same values in each run, and children of the run know the seed", () => {
  expect([fc.readConfigureGlobal().seed, process.env.PORTHOLE_SEED]).toEqual([seed, String(seed)]);
  const sample = () => fc.sample(fc.array(fc.nat()), 20);
  expect(sample()).toEqual(sample());
});

test("a seed is a whole number or random", () => {
  expect(["7", "0", "", undefined].map(readSeed)).toEqual([7, 0, 1, 1]);
  expect(readSeed("random")).not.toBe(readSeed("random"));
  const refusal = (wanted: string) =>
    `PORTHOLE_SEED must be random or a whole number up to 2147483647, not "${wanted}"`;
  for (const wanted of ["x", "-1", "2147483648"]) expect(() => readSeed(wanted)).toThrow(refusal(wanted));
});

test("a failed random test prints its seed", () => {
  const fail = () => fc.assert(fc.property(fc.nat(), () => false));
  expect(fail).toThrow(`seed: ${seed}`);
});

test("the counts are moderate, large or many times large", () => {
  expect([undefined, "", "0", "1", "20"].map(readFactor)).toEqual([0, 0, 0, 1, 20]);
  expect(() => readFactor("yes")).toThrow('PORTHOLE_THOROUGH must be a whole number up to 9999, not "yes"');
});
