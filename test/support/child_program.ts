// Runs a small program against the built package in a child process, optionally behind other commands (`unshare`, `setpriv`), with a
// timeout: a child that hangs is killed, with everything it started. Tests only; needs a build.

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { HANG_MS } from "./hang.ts";

const DIST = new URL("../../dist/", import.meta.url);
const SUPPORT = new URL("./", import.meta.url);

/** The result of the program, or that it hung. */
export type Ended = { readonly returned: unknown } | { readonly hung: true };

type Calls = readonly (readonly unknown[])[];

/**
 * `program` is the body of an async function with `library` (that of dist/), `answers` (answers.mjs) and `args`; its result comes back as
 * JSON.
 */
export async function runProgram(before: readonly string[], program: string, args: readonly unknown[]): Promise<Ended> {
  const [ended] = await Promise.all(runEach(before, program, [args]));
  if (ended === undefined) throw new Error("no call was made");
  return ended;
}

/**
 * As `runProgram` for each of `calls`, one after another in one process. If one hangs, another process runs the calls that are left. Each
 * result is there as soon as its call has ended.
 */
export function runEach(before: readonly string[], program: string, calls: Calls): Promise<Ended>[] {
  const waiting: ((ended: Ended | Promise<Ended>) => void)[] = [];
  const results = calls.map(() => new Promise<Ended>((resolve) => waiting.push(resolve)));
  runAll(before, program, calls, (ended) => waiting.shift()?.(ended)).catch((error) => {
    for (const settle of waiting) settle(Promise.reject(error));
  });
  // A result that no test awaits must not end the process.
  for (const result of results) result.catch(() => {});
  return results;
}

async function runAll(before: readonly string[], program: string, calls: Calls, take: (ended: Ended) => void) {
  let left = calls;
  while (left.length > 0) {
    const hung = await runChild(before, toSource(program, left), (line) => {
      left = left.slice(1);
      take({ returned: JSON.parse(line) });
    });
    if (!hung && left.length > 0) throw new Error(`the child ended with ${left.length} calls left`);
    if (hung) take({ hung });
    left = left.slice(1);
  }
}

function toSource(program: string, calls: Calls): string {
  return `
    const library = await import(${JSON.stringify(new URL("lib.js", DIST).href)});
    const answers = await import(${JSON.stringify(new URL("answers.mjs", SUPPORT).href)});
    for (const args of ${JSON.stringify(calls)}) {
      const answer = await (async () => { ${program} })();
      process.stdout.write(JSON.stringify(answer) + "\\n");
    }`;
}

/** Whether it hung: then there was no new line for a long time. */
async function runChild(before: readonly string[], source: string, onLine: (line: string) => void): Promise<boolean> {
  const [command = "", ...words] = [...before, process.execPath, "--input-type=module", "-e", source];
  // A process group of its own, which can be killed as a whole.
  const child = spawn(command, words, { cwd: "/", stdio: ["ignore", "pipe", "pipe"], detached: true });
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, HANG_MS);
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    timer.refresh();
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  const ended = new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
  const [stderr, code] = await Promise.all([text(child.stderr), ended]);
  clearTimeout(timer);
  if (!hung && code !== 0) throw new Error(`the child failed: ${stderr}`);
  return hung;
}

/** The result of the program; fails if it hung. */
export async function answerOf(before: readonly string[], program: string, args: readonly unknown[]): Promise<unknown> {
  const ended = await runProgram(before, program, args);
  if ("hung" in ended) throw new Error("the child hung");
  return ended.returned;
}
