// Random values come from the seed alone, so a failure can be repeated.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const FOLDER = fileURLToPath(new URL("../", import.meta.url));
const THIS = ["support/determinism.test.ts", "support/seed.ts"];
const OWN_SEED = /Math\.random|\brandom(?:Int|Bytes|UUID)\b|getRandomValues|\bseed: \d|numRuns: [\d_]{4}/;

test("no test draws values that PORTHOLE_SEED does not decide, or so many that PORTHOLE_THOROUGH should", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:ts|mjs)$/.test(name));
  const own = files.filter((name) => !THIS.includes(name) && !name.includes("node_modules"));
  expect(own.length).toBeGreaterThan(200);
  expect(own.filter((name) => OWN_SEED.test(readFileSync(FOLDER + name, "utf8")))).toEqual([]);
});
