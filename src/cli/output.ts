// Writes output, which may be closed at any time, and one-line error messages.

import { once } from "node:events";
import { sanitize } from "../input/sanitize.ts";

// 70 is EX_SOFTWARE of sysexits(3).
export const EXIT = { ok: 0, toolError: 1, usage: 2, fault: 70 } as const;

/** Resolves when there is room for more. A closed pipe or a full disk ends the process. */
export async function writeOut(text: string): Promise<void> {
  endOnBrokenOutput();
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

export function endOnBrokenOutput(): void {
  if (!process.stdout.listeners("error").includes(endProcess)) process.stdout.on("error", endProcess);
}

/** A closed pipe (`| head -1`) is not an error; a full disk is. */
function endProcess({ code }: NodeJS.ErrnoException): never {
  if (code === "EPIPE") process.exit(EXIT.ok);
  process.exit(complain(`the output cannot be written (${code ?? "unknown reason"})`, EXIT.usage));
}

/** A closed standard error must not end the process, least of all a server. */
export function outliveBrokenComplaints(): void {
  if (!process.stderr.listeners("error").includes(ignore)) process.stderr.on("error", ignore);
}

function ignore(): void {}

export function complain(message: string, code: number): number {
  outliveBrokenComplaints();
  process.stderr.write(`porthole: ${sanitize(message)}\n`);
  return code;
}

/** For unexpected errors. The stack names folders of this machine, so it is printed only on request. */
export function complainOfFault(error: unknown): number {
  const [what = ""] = String(error).split("\n", 1);
  const wantsStack = Boolean(process.env.PORTHOLE_DEBUG) && error instanceof Error;
  const hint = wantsStack ? "" : "; PORTHOLE_DEBUG=1 shows where";
  complain(`unexpected error, a bug in porthole: ${what}${hint}`, EXIT.fault);
  if (wantsStack) process.stderr.write(`${(error.stack ?? "").split("\n").map(sanitize).join("\n")}\n`);
  return EXIT.fault;
}
