// Words for bash, compared with bash itself.

import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteForBash } from "../../src/cli/outside_hint.ts";
import { anyCharacter } from "../support/any_character.ts";
import { times } from "../support/scale.ts";

const hasBash = spawnSync("bash", ["--version"]).status === 0;
if (!hasBash) console.warn("quoting is not compared with bash: there is no bash");

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."'\"\\$`!*?[]{}~ \n\t\u001b\u202e#;&|<>ab"),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  ),
  minLength: 1,
});
const words = fc.array(
  text.filter((word) => !word.includes("\0")),
  { minLength: 1, maxLength: 100 },
);

test.skipIf(!hasBash)("bash reads the words that were meant", () => {
  fc.assert(
    fc.property(words, (meant) => {
      const line = meant.map(quoteForBash).join(" ");
      const env = { PATH: process.env.PATH, LC_ALL: "C.UTF-8" };
      // Bash takes the socket that Node gives it for a remote login, and would read the user's own settings.
      const { stdout } = spawnSync("bash", ["--norc", "-c", `printf '%s\\0' ${line}`], { env, encoding: "utf8" });
      expect(stdout.split("\0").slice(0, -1)).toEqual(meant);
      expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
    }),
    { numRuns: times(4, 16) },
  );
});
