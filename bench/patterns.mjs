// @ts-check
// How fast a file of 100 MB of source code is searched, compared with `rg -j1` and re2js; then how long hostile patterns take for 1 MiB.
// Run: npm run bench:patterns [FILTER]. Each figure is the minimum of several interleaved runs, in milliseconds of processor time; that of
// rg includes reading the file. Its `\b` and `\w` are Unicode, so it may count a few lines more or less.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RE2JS } from "re2js";
import { compileTextPattern } from "../build/regex/text_pattern.js";

const [SIZE, ROUNDS, MIB] = [100_000_000, 5, 1024 * 1024];
const filter = process.argv[2] ?? "";

/** @type {readonly (readonly [what: string, source: string, options?: { literal?: boolean, ignoreCase?: boolean }])[]} */
const PATTERNS = [
  ["literal, frequent", "export", { literal: true }],
  ["literal, rare", "createSecureTool", { literal: true }],
  ["literal, absent", "porthole_xyzzy", { literal: true }],
  ["literal, any case", "deprecated", { literal: true, ignoreCase: true }],
  ["required literal", "export.*function"],
  ["required literal", "\\b[A-Z]\\w+Error\\b"],
  ["required literals", "(import|require)\\(.*json"],
  ["dense literal", "e.*\\bfrom\\b.*e"],
  ["no literal", "[a-z]+_[a-z]+\\("],
  ["no literal", "\\b[A-Z]\\w+[A-Z]\\b"],
  ["no literal", "^\\s*[a-z]+\\s*[=:]\\s*\\d+"],
  ["no literal, any case", "(todo|fixme|xxx|hack)\\b", { ignoreCase: true }],
  ["Unicode", "\\p{Lu}\\p{Ll}+\\P{L}{3}\\p{Lu}"],
];

/** @type {readonly (readonly [source: string, alphabet: string])[]} */
const HOSTILE = [
  ["(a+)+b$", "a"],
  ["a[ab]{900}[^ab]", "ab"],
  ["(a?){900}[^ab]", "ab"],
  ["([ab]|c*){300}[^a-c]", "abc"],
  ["(.*){50}[^ab]", "ab"],
  ["(x*)*[^x]", "x"],
  ["(?i)([k-s]|é){300}[^k-s]", "kKsSpq"],
  ["\\p{L}{200}[^\\p{L}]", "ab"],
  ["[ab]*a[ab]{1990}[^ab]", "ab"],
  ["(a|b)*a[ab]{30}((a|bb)?(b|aa)?){240}[^ab]", "ab"],
  ["(([ab]{2}|[bc]{3}|c)+?){330}[^a-c]", "abc"],
  ["a[ab]{30}((aa|bb|ab|ba|a|b)*(ab|b|aba)?){125}[^ab]", "ab"],
  ["a[ab]{40}((((ab)*a|b)*b|a)*(aa|b)?){170}[^ab]", "ab"],
  ["a[ab]{100}(((a|bb)|(b|aa))((a|bb)*|(b|aa)*)){150}[^ab]", "ab"],
  ["a[ab]{20}(a[ab]{1,3}b?){390}[^ab]", "ab"],
];

/** The sources of the installed packages, repeated. */
function makeContent() {
  const names = readdirSync("node_modules", { recursive: true, encoding: "utf8" });
  const parts = [];
  let size = 0;
  for (const name of names.filter((one) => /\.(js|mjs|ts|md)$/.test(one)).sort()) {
    if (!statSync(join("node_modules", name)).isFile()) continue;
    const part = readFileSync(join("node_modules", name));
    if (part.length > MIB || part.includes(0)) continue;
    parts.push(part);
    size += part.length;
    if (size > SIZE) break;
  }
  const once = Buffer.concat(parts);
  return Buffer.concat(Array.from({ length: Math.ceil(SIZE / once.length) }, () => once)).subarray(0, SIZE);
}

/** @param {number} bytes @param {string} alphabet @param {number} lineLength */
function makeNoise(bytes, alphabet, lineLength) {
  const noise = Buffer.alloc(bytes);
  let seed = 1;
  for (let at = 0; at < bytes; at++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    noise[at] = at % lineLength === lineLength - 1 ? 10 : alphabet.charCodeAt((seed >>> 16) % alphabet.length);
  }
  return noise;
}

function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @param {string} source @param {{ literal?: boolean, ignoreCase?: boolean }} options @param {Buffer} content */
function searchOurs(source, { literal = false, ignoreCase = false }, content) {
  const begin = processorMs();
  const scanner = compileTextPattern(source, { literal, ignoreCase }).scan(content);
  let [count, longest] = [0, 0];
  for (;;) {
    const slice = performance.now();
    const line = scanner.next(1_000_000);
    longest = Math.max(longest, performance.now() - slice);
    if (line === null) return { ms: processorMs() - begin, count, longest };
    if (line !== "paused") count += 1;
  }
}

/** @param {string} source @param {{ literal?: boolean, ignoreCase?: boolean }} options @param {string} file */
function searchByRg(source, { literal = false, ignoreCase = false }, file) {
  const flags = ["--no-config", "-j1", "-c", "--text", ...(literal ? ["-F"] : []), ...(ignoreCase ? ["-i"] : [])];
  // `times` prints the processor time of the shell, then of rg.
  const { stdout } = spawnSync("bash", ["-c", 'rg "$@"; times', "rg", ...flags, "-e", source, "--", file]);
  const lines = stdout.toString().trim().split("\n");
  const seconds = Array.from(
    lines.at(-1)?.matchAll(/(\d+)m([\d.]+)s/g) ?? [],
    ([, m, s]) => Number(m) * 60 + Number(s),
  );
  return { ms: 1000 * seconds.reduce((sum, one) => sum + one, 0), count: lines.length === 3 ? Number(lines[0]) : 0 };
}

/** Line by line, on a twentieth of the content. @param {string} source @param {boolean} ignoreCase @param {Buffer} content */
function searchByRe2js(source, ignoreCase, content) {
  const part = content.subarray(0, content.length / 20);
  const begin = processorMs();
  const regex = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  for (const line of part.toString("utf8").split("\n")) regex.matcher(line).find();
  return { ms: (processorMs() - begin) * 20 };
}

const round = (/** @type {number} */ ms) => ms.toFixed(0).padStart(6);

function compare() {
  const folder = mkdtempSync(join(tmpdir(), "porthole-patterns-"));
  const [content, file] = [makeContent(), join(folder, "source")];
  writeFileSync(file, content);
  console.log("    ours      rg   times   re2js   lines (rg's)");
  try {
    for (const [what, source, options = {}] of PATTERNS) {
      if (!`${what} ${source}`.includes(filter)) continue;
      let [ours, rg] = [searchOurs(source, options, content), searchByRg(source, options, file)];
      for (let count = 1; count < ROUNDS; count++) {
        const [mine, other] = [searchOurs(source, options, content), searchByRg(source, options, file)];
        if (mine.ms < ours.ms) ours = mine;
        if (other.ms < rg.ms) rg = other;
      }
      const quoted = options.literal ? RE2JS.quote(source) : source;
      const re2js = searchByRe2js(quoted, options.ignoreCase ?? false, content);
      const counts = `${ours.count} (${rg.count})`;
      console.log(
        `  ${round(ours.ms)}  ${round(rg.ms)}  ${(ours.ms / rg.ms).toFixed(2).padStart(6)}  ${round(re2js.ms)}   ${counts}   ${what}: ${source}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function attack() {
  console.log("\n1 MiB as one line, and as lines of 1 KiB; the longest slice of a million steps");
  for (const [source, alphabet] of HOSTILE) {
    if (!`hostile ${source}`.includes(filter)) continue;
    const [one, many] = [2 * MIB, 1024].map((length) => searchOurs(source, {}, makeNoise(MIB, alphabet, length)));
    const longest = Math.max(one?.longest ?? 0, many?.longest ?? 0);
    console.log(`  ${round(one?.ms ?? 0)}  ${round(many?.ms ?? 0)}  ${round(longest)}   ${source}`);
  }
}

compare();
attack();
