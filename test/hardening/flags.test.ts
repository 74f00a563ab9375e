// The command lines of the long runs: they print a help, and exit with 2 and one line on wrong usage. Needs a build.

import { afterAll, describe, expect, test } from "vitest";
import { isThorough } from "../support/scale.ts";
import { runScript, ScriptHost } from "./support/run_script.ts";

/** A process for each of them costs twenty times as much. */
const host = isThorough || process.versions.bun !== undefined ? null : new ScriptHost();
const run = async (script: string, words: readonly string[]) => host?.run(script, words) ?? runScript(script, words);
afterAll(() => host?.end());

const HELPS: readonly (readonly [script: string, usage: string])[] = [
  ["test/hardening/campaign.mjs", "npm run campaign -- [options]"],
  ["test/hardening/fuzz.mjs", "npm run fuzz -- [options]"],
  ["test/hardening/patterns.mjs", "npm run patterns -- [options]"],
  ["scripts/matrix.mjs", "npm run test:matrix -- [runtime ...]"],
  ["scripts/test_random.mjs", "npm run test:random -- [--minutes N]"],
  ["bench/soak.mjs", "npm run bench:soak -- [options]"],
  ["bench/load.mjs", "npm run bench:load -- [options]"],
  ["bench/server_memory.mjs", "npm run bench:memory -- [options]"],
  ["bench/race.mjs", "npm run bench:race -- [options]"],
  ["bench/ignore.mjs", "npm run bench:ignore -- [options]"],
];

test.each(HELPS)("%s has a help", async (script, usage) => {
  const { status, stdout, stderr } = await run(script, ["--help"]);
  expect([status, stdout.split("\n")[0], stderr]).toEqual([0, usage, ""]);
});

describe("what a long run cannot take is one line and 2:", () => {
  const CASES: [script: string, words: string[], message: string | null][] = [
    ["test/hardening/campaign.mjs", ["--only", "zzz"], '--only: no race has "zzz" in its name; see --help'],
    [
      "test/hardening/campaign.mjs",
      ["--seconds", "0"],
      '--seconds must be a number from 0.1 to 3600, not "0"; see --help',
    ],
    [
      "test/hardening/campaign.mjs",
      ["--seconds", ""],
      '--seconds must be a number from 0.1 to 3600, not ""; see --help',
    ],
    ["test/hardening/campaign.mjs", ["--zzz"], null],
    [
      "test/hardening/campaign.mjs",
      ["--calls", "many"],
      '--calls must be a whole number from 1 to 1000000000, not "many"; see --help',
    ],
    [
      "test/hardening/campaign.mjs",
      ["--lanes", "0"],
      '--lanes must be a whole number from 1 to 32, not "0"; see --help',
    ],
    ["test/hardening/patterns.mjs", ["--most", "0"], '--most must be a number from 1 to 10000, not "0"; see --help'],
    [
      "test/hardening/fuzz.mjs",
      ["--calls", "abc"],
      '--calls must be a whole number from 1 to 1000000000, not "abc"; see --help',
    ],
    [
      "test/hardening/fuzz.mjs",
      ["--calls", "1.5"],
      '--calls must be a whole number from 1 to 1000000000, not "1.5"; see --help',
    ],
    ["test/hardening/fuzz.mjs", ["--seed", "-1"], null],
    [
      "test/hardening/fuzz.mjs",
      ["--seed=-1"],
      '--seed must be a whole number from 0 to 4294967295, not "-1"; see --help',
    ],
    ["test/hardening/fuzz.mjs", ["7"], null],
    ["test/hardening/fuzz.mjs", ["--turn", "3"], "--turn needs --slice; see --help"],
    ["test/hardening/fuzz.mjs", ["--slice", "1", "--turn", "3"], "--turn needs --seed; see --help"],
    [
      "test/hardening/fuzz.mjs",
      ["--state", "package.json"],
      '--state: "package.json" is not the state of a run; see --help',
    ],
    ["bench/load.mjs", ["--clients", "0"], '--clients must be a whole number from 1 to 10000, not "0"; see --help'],
    ["bench/load.mjs", ["--minutes", "1"], "--minutes and --busy need --clients; see --help"],
    [
      "bench/server_memory.mjs",
      ["--pages", "few"],
      '--pages must be a whole number from 1 to 1000000, not "few"; see --help',
    ],
    ["bench/soak.mjs", ["--minutes", "0"], '--minutes must be a number from 0.1 to 1440, not "0"; see --help'],
    ["bench/soak.mjs", ["--minutes", "soon"], '--minutes must be a number from 0.1 to 1440, not "soon"; see --help'],
    ["bench/soak.mjs", ["--hours", "1"], null],
    [
      "scripts/test_random.mjs",
      ["--minutes", "soon"],
      '--minutes must be a number from 0 to 10000, not "soon"; see --help',
    ],
    ["bench/race.mjs", ["--only", "zzz"], '--only: there is no candidate "zzz"; see --help'],
    ["bench/race.mjs", ["--seconds", "0"], '--seconds must be a number from 0.1 to 3600, not "0"; see --help'],
    ["bench/race.mjs", ["--zzz"], null],
    [
      "bench/ignore.mjs",
      ["--repositories", "0"],
      '--repositories must be a whole number from 1 to 100000, not "0"; see --help',
    ],
  ];

  test.each(CASES)("%s %j", async (script, words, message) => {
    const { status, stdout, stderr } = await run(script, words);
    expect([status, stdout, stderr.trimEnd().split("\n").length]).toEqual([2, "", 1]);
    // The runtime's own messages about flags are not checked.
    if (message !== null) expect(stderr).toBe(`${message}\n`);
  });

  test("test:matrix 19", async () => {
    const stderr = 'there is no runtime "19"; there are 20, 22, 24, 26, bun; see --help\n';
    expect(await run("scripts/matrix.mjs", ["19"])).toEqual({ status: 2, stdout: "", stderr });
  });
});
