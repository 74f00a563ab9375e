// Writes to standard output, which may be closed, full or blocked at any time, and one-line errors to standard error.

import { once } from "node:events";
import { write } from "node:fs";
import { isatty } from "node:tty";
import { sanitize } from "../input/sanitize.ts";

const FDS = { stdout: 1, stderr: 2 } as const;

export function isTerminal(name: keyof typeof FDS): boolean {
  return isatty(FDS[name]);
}

// 70 is EX_SOFTWARE of sysexits(3).
export const EXIT = { ok: 0, toolError: 1, usage: 2, fault: 70 } as const;

/** Resolves when there is room for more. A closed pipe or a full disk ends the process. */
export async function writeOut(text: string): Promise<void> {
  exitOnOutputError();
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

export function exitOnOutputError(): void {
  if (!process.stdout.listeners("error").includes(endProcess)) process.stdout.on("error", endProcess);
}

/** A closed pipe (`| head -1`) is not an error; a full disk is. */
function endProcess({ code }: NodeJS.ErrnoException): never {
  if (code === "EPIPE") process.exit(EXIT.ok);
  process.exit(complain(`the output cannot be written (${code ?? "unknown reason"})`, EXIT.usage));
}

const RETRY_MS = 50;

/** Asynchronous, so that a blocked console delays nothing. False: the console is closed. */
export async function writeLater(text: string): Promise<boolean> {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    const taken = await new Promise<number | string>((resolve) => {
      write(FDS.stdout, bytes, written, (error, count) => resolve(error === null ? count : (error.code ?? "")));
    });
    if (typeof taken === "number") written += taken;
    else if (taken === "EAGAIN") await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    else return false;
  }
  return true;
}

/** A closed standard error must not end the process, least of all a server. */
export function ignoreStderrErrors(): void {
  if (!process.stderr.listeners("error").includes(ignore)) process.stderr.on("error", ignore);
}

function ignore(): void {}

export function complain(message: string, code: number): number {
  ignoreStderrErrors();
  process.stderr.write(`porthole: ${sanitize(message)}\n`);
  return code;
}

/** For unexpected errors. The stack names folders of this machine, so it is printed only on request. */
export function complainOfBug(error: unknown): number {
  const [what = ""] = String(error).split("\n", 1);
  const wantsStack = Boolean(process.env.PORTHOLE_DEBUG) && error instanceof Error;
  const hint = wantsStack ? "" : "; PORTHOLE_DEBUG=1 shows where";
  complain(`unexpected error, a bug in porthole: ${what}${hint}`, EXIT.fault);
  if (wantsStack) process.stderr.write(`${(error.stack ?? "").split("\n").map(sanitize).join("\n")}\n`);
  return EXIT.fault;
}
