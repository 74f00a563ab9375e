// Runs a small program against the built package in a child process, optionally behind other commands (`unshare`, `setpriv`), with a
// timeout: a child that hangs is killed, with everything it started. Tests only; needs a build.

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { HANG_MS } from "./hang.ts";

const DIST = new URL("../../dist/", import.meta.url);
const SUPPORT = new URL("./", import.meta.url);

/** The result of the program, or that it hung. */
export type Ended = { readonly returned: unknown } | { readonly hung: true };

/**
 * `program` is the body of an async function with `library` (that of dist/), `answers` (answers.mjs) and `args`; its result comes back as
 * JSON.
 */
export async function runProgram(before: readonly string[], program: string, args: readonly unknown[]): Promise<Ended> {
  const source = `
    const library = await import(${JSON.stringify(new URL("lib.js", DIST).href)});
    const answers = await import(${JSON.stringify(new URL("answers.mjs", SUPPORT).href)});
    const args = ${JSON.stringify(args)};
    const answer = await (async () => { ${program} })();
    process.stdout.write(JSON.stringify(answer));`;
  const [command = "", ...words] = [...before, process.execPath, "--input-type=module", "-e", source];
  // A process group of its own, which can be killed as a whole.
  const child = spawn(command, words, { cwd: "/", stdio: ["ignore", "pipe", "pipe"], detached: true });
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, HANG_MS);
  const ended = new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  clearTimeout(timer);
  if (hung) return { hung };
  if (code !== 0) throw new Error(`the child failed: ${stderr}`);
  return { returned: JSON.parse(stdout) };
}

/** The result of the program; fails if it hung. */
export async function answerOf(before: readonly string[], program: string, args: readonly unknown[]): Promise<unknown> {
  const ended = await runProgram(before, program, args);
  if ("hung" in ended) throw new Error("the child hung");
  return ended.returned;
}
