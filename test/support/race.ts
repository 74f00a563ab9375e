// A race against another process that swaps a directory, and a file, with links that lead outside. A contestant reads them again and again;
// the race counts the results. Tests only.

import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTree } from "./tree.ts";

const SWAPPER = fileURLToPath(new URL("swapper.mjs", import.meta.url));
/** A race ends by its counts. */
const LONGEST_MS = 600_000;
const INSIDE = "inside";
const OUTSIDE = "from outside";

/** Each either returns what it read or throws; both are checked. */
export interface Contestant {
  read(path: string): string | Promise<string>;
  list(path: string): readonly string[] | Promise<readonly string[]>;
  close?(): void;
}

export interface RaceResult {
  calls: number;
  inside: number;
  refused: number;
  escaped: number;
  swaps: number;
}

export interface RaceOptions {
  /** The least number of reads. */
  readonly calls: number;
  /** How long the swapper pauses after each burst. Default: never. */
  readonly restMs?: number;
  /** Continues until this is true: how much happens in a number of reads depends on the machine. */
  readonly isEnough?: (result: RaceResult) => boolean;
}

function makeArena(): string {
  const root = makeTree([`file d/f ${INSIDE}`, "file d/mine x", `file file ${INSIDE}`, "dir spare"]);
  const outside = join(root, "../outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "f"), OUTSIDE);
  writeFileSync(join(outside, "theirs"), OUTSIDE);
  symlinkSync(outside, join(root, "spare/d"));
  symlinkSync(join(outside, "f"), join(root, "spare/file"));
  return root;
}

export async function race(makeContestant: (root: string) => Contestant, options: RaceOptions): Promise<RaceResult> {
  const root = makeArena();
  const contestant = makeContestant(root);
  const swapper = await startSwapper(options, [
    [join(root, "d"), join(root, "spare/d")],
    [join(root, "file"), join(root, "spare/file")],
  ]);
  const result: RaceResult = { calls: 0, inside: 0, refused: 0, escaped: 0, swaps: 0 };
  while (swapper.isRunning() && (result.calls < options.calls || options.isEnough?.(result) === false)) {
    await runRound(contestant, result);
    // The end of the swapper arrives as an event.
    await new Promise((resolve) => setImmediate(resolve));
  }
  result.swaps = await swapper.stop();
  contestant.close?.();
  return result;
}

async function runRound(contestant: Contestant, result: RaceResult): Promise<void> {
  await count(result, async () => (await contestant.read("d/f")) === INSIDE);
  await count(result, async () => (await contestant.read("file")) === INSIDE);
  await count(result, async () => !(await contestant.list("d")).includes("theirs"));
}

async function count(result: RaceResult, looksInside: () => Promise<boolean>): Promise<void> {
  result.calls++;
  try {
    if (await looksInside()) result.inside++;
    else result.escaped++;
  } catch {
    result.refused++;
  }
}

async function startSwapper({ restMs = 0 }: RaceOptions, pairs: readonly (readonly [string, string])[]) {
  const child = spawn(process.execPath, [SWAPPER, String(LONGEST_MS), String(restMs), ...pairs.flat()]);
  let printed = "";
  let running = true;
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve())).then(() => {
    running = false;
  });
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      resolve();
    });
  });
  return {
    isRunning: () => running,
    stop: async () => {
      if (running) child.kill();
      await ended;
      return Number(printed.trimEnd().split("\n").at(-1));
    },
  };
}

/** What most tools do: resolve the path, check the result, then open the path again. Must be caught. */
export function naiveContestant(root: string): Contestant {
  const canonical = realpathSync(root);
  const check = (path: string) => {
    const real = realpathSync(join(canonical, path));
    if (!real.startsWith(`${canonical}/`)) throw new Error("outside");
    return real;
  };
  return {
    read: (path) => readFileSync(check(path), "utf8"),
    list: (path) => readdirSync(check(path)),
  };
}
