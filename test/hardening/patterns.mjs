// Looks for the pattern that holds the event loop longest: known and random hostile patterns, each parsed, compiled and run on a hostile
// text as a call does it. The short form is patterns.test.ts.
// @ts-check

import { setImmediate } from "node:timers/promises";
import { parseTextPattern } from "../../build/regex/text_pattern.js";
import { readFlags, readNumber } from "./support/flags.mjs";
import { measureHeld } from "./support/held_time.mjs";
import { hostilePattern, hostileText, KNOWN_PATTERNS } from "./support/hostile_patterns.mjs";
import { Random } from "./support/random.mjs";

const HELP = `npm run patterns -- [options]

Parses, compiles and runs random and hostile patterns of at most 1,000 bytes. Prints those that hold the event loop longest, in milliseconds of
processor time: the best of three, if it is more than half of --most. Ends with 1 if one of them holds it longer than --most.

  --patterns N   how many random ones (default 100000, which takes about ten minutes)
  --seed N       the same patterns each time (default 1)
  --most N       milliseconds (default 50)
  --help         this text
`;
const [SHOWN, CHARS, SCANS] = [12, 600, 3];

const flags = readFlags(HELP, ["patterns", "seed", "most"]);
const count = readNumber("--patterns", flags.patterns ?? "100000", { least: 0, most: 100_000_000, isWhole: true });
const seed = readNumber("--seed", flags.seed ?? "1", { least: 0, most: 4_294_967_295, isWhole: true });
const most = readNumber("--most", flags.most ?? "50", { least: 1, most: 10_000 });

/** @type {{ held: number, where: string, total: number, source: string }[]} */
let worst = [];
let longest = { total: 0, source: "" };
let [refused, over] = [0, 0];

/** @param {string} source @param {Random} random */
function look(source, random) {
  const content = Buffer.from(hostileText(random, source, CHARS));
  let found = measureHeld(parseTextPattern, source, content, SCANS);
  if (found.isRefused) refused += 1;
  if (found.total > longest.total) longest = { total: found.total, source };
  // Once may be bad luck: another thread of the process collects garbage or optimises.
  for (let again = 1; again < 3 && found.held > most / 2; again++) {
    const next = measureHeld(parseTextPattern, source, content, SCANS);
    if (next.held < found.held) found = next;
  }
  if (found.held > most) over += 1;
  if (worst.length === SHOWN && found.held <= (worst.at(-1)?.held ?? 0)) return;
  worst = [...worst, { ...found, source }].sort((a, b) => b.held - a.held).slice(0, SHOWN);
}

const random = new Random(seed);
for (const source of KNOWN_PATTERNS) look(source, random);
await setImmediate();
for (let made = 0; made < count; made++) {
  look(hostilePattern(random), random);
  // What weak references name is kept until the end of a turn.
  if (made % 50 === 0) await setImmediate();
  if ((made + 1) % 10_000 === 0) console.error(`${made + 1} of ${count}: ${worst[0]?.held.toFixed(1)} ms`);
}
const show = (/** @type {string} */ source) =>
  JSON.stringify(source.length > 100 ? `${source.slice(0, 100)}…` : source);
console.log(`${KNOWN_PATTERNS.length + count} patterns, seed ${seed}, ${refused} refused, ${over} over ${most} ms`);
for (const { held, where, total, source } of worst) {
  console.log(
    `  ${held.toFixed(1).padStart(6)} ms  ${where.padEnd(7)}  ${total.toFixed(1).padStart(6)} ms in all  ${show(source)}`,
  );
}
console.log(`longest in all: ${longest.total.toFixed(1)} ms  ${show(longest.source)}`);
process.exitCode = over > 0 ? 1 : 0;
