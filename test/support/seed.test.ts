import fc from "fast-check";
import { expect, test } from "vitest";
import { readSeed } from "./seed.ts";

test("property tests make the same values in each run, unless others are asked for", () => {
  const { seed } = fc.readConfigureGlobal();
  expect(seed).toBe(readSeed(process.env.PORTHOLE_PROPERTY_SEED));
  const sample = () => fc.sample(fc.array(fc.nat()), 20);
  if (seed !== undefined) expect(sample()).toEqual(sample());
});

test("a seed is a whole number or random", () => {
  expect(["7", "-7", "", undefined, "random"].map(readSeed)).toEqual([7, -7, 1, 1, undefined]);
  expect(() => readSeed("x")).toThrow('PORTHOLE_PROPERTY_SEED must be a whole number or random, not "x"');
});
