// Writes to the terminal: output that may be closed at any time, one-line error messages, optional colour, and sizes for people.

import { sanitize } from "../input/sanitize.ts";
import { type NamedEntry, readLsColors } from "./ls_colors.ts";
import { textOf, type Values } from "./parse.ts";
import { isTerminal, writeNow } from "./standard_output.ts";

// 70 is EX_SOFTWARE of sysexits(3).
export const EXIT = { ok: 0, toolError: 1, usage: 2, fault: 70 } as const;

let isStreamed = false;

/** Resolves when there is room for more. A closed pipe or a full disk ends the process. */
export async function writeOut(text: string): Promise<void> {
  const rest = isStreamed ? text : tryNow(text);
  if (rest === null) return;
  // From now on only through the stream, to keep the order.
  streamOutput();
  if (!process.stdout.write(rest)) await new Promise<void>((resolve) => process.stdout.once("drain", () => resolve()));
}

/** For long-running commands: unread output must not block the process. */
export function streamOutput(): void {
  if (!isStreamed) endOnBrokenOutput();
  isStreamed = true;
}

function tryNow(text: string): Uint8Array | null {
  try {
    return writeNow(text);
  } catch (error) {
    return endProcess(error as NodeJS.ErrnoException);
  }
}

/** For commands whose output is written to the stream. */
export function endOnBrokenOutput(): void {
  process.stdout.on("error", endProcess);
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

// 1 --color 2 NO_COLOR 3 FORCE_COLOR 4 whether it is a terminal.
export function wantsColour(env: NodeJS.ProcessEnv, isTerminal: boolean, when = "auto"): boolean {
  if (when !== "auto") return when === "always";
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0";
  return isTerminal && env.TERM !== "dumb";
}

export interface Style {
  dim(text: string): string;
  /** For entries that an agent cannot reach. */
  warning(text: string): string;
  /** The name of an entry, shown as `text`. */
  name(entry: NamedEntry, text: string): string;
  path(text: string): string;
  match(text: string): string;
  readonly isColoured: boolean;
}

const paint = (codes: string) => (text: string) => `\u001b[${codes}m${text}\u001b[0m`;
const plain = (text: string) => text;
const PLAIN: Style = {
  dim: plain,
  warning: plain,
  name: (_, text) => text,
  path: plain,
  match: plain,
  isColoured: false,
};

/** As --color says. */
export function chooseStyle(values: Values): Style {
  const when = textOf(values, "color");
  if (!wantsColour(process.env, isTerminal("stdout"), when)) return PLAIN;
  const coloursOf = readLsColors(process.env.LS_COLORS ?? "");
  const name = (entry: NamedEntry, text: string) => {
    const codes = coloursOf(entry);
    return codes === null ? text : paint(codes)(text);
  };
  return {
    dim: paint("2"),
    warning: paint("31"),
    name,
    path: paint("35"),
    match: paint("31"),
    isColoured: true,
  };
}

const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

/** Formats a number of bytes for people. */
export function showBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < UNITS.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}
