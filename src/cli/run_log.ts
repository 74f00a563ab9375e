// porthole log: prints a record of calls, one line for each call, and a summary at the end.

import { type LoggedCall, readLoggedCall } from "../audit/logged_call.ts";
import { readBytes } from "../audit/read.ts";
import { didYouMean, quoteShort } from "../errors.ts";
import { findNearest } from "../patterns/near_name.ts";
import { TOOL_DEFINITIONS } from "../registory/definitions.ts";
import { splitLines } from "../security/input_lines.ts";
import { toSafeJsonLine } from "../security/json_line.ts";
import { readFilter } from "./log_filter.ts";
import { LogSummary } from "./log_summary.ts";
import { showTime } from "./log_time.ts";
import { chooseStyle, complain, EXIT, type Style, streamOutput, writeOut } from "./output.ts";
import { type Parsed, textsOf, UsageError } from "./parse.ts";
import { showCall } from "./show_call.ts";

/** Far longer than any line that porthole writes. */
const MAX_LINE_BYTES = 1_048_576;
/** Time for the rest and the summary after Ctrl-C. */
const MAX_END_MS = 1000;

export async function run({ positionals: [file = ""], values }: Parsed): Promise<number> {
  const style = chooseStyle(values);
  const isWanted = readFilter(values, Date.now());
  const summary = new LogSummary();
  const unseen = new Set(textsOf(values, "tool"));
  const ended = values.follow ? startFollowing() : null;
  for await (const bytes of splitLines(orUsageError(file, readBytes(file, ended)), MAX_LINE_BYTES)) {
    const line = bytes?.toString("utf8") ?? "";
    const value = parseLine(line);
    const call = value === null ? null : readLoggedCall(value);
    if (call === null) summary.skipped++;
    else unseen.delete(call.tool ?? "");
    if (call !== null && isWanted(call)) {
      summary.add(call);
      const shown = values.json ? toSafeJsonLine(line) : show(call, style);
      await writeOut(`${shown}\n`);
    }
  }
  if (!values.json) await writeOut(`${summary.show().map(style.dim).join("\n")}\n`);
  for (const tool of unseen) tellUnseen(tool);
  return EXIT.ok;
}

/** The caller has a column of its own, because a client may choose any name. */
function show(call: LoggedCall, style: Style): string {
  return showCall(call, [showTime(call.timeMs), call.by === "owner" ? "owner" : "agent"], style);
}

/** Owners may add tools, so a name without calls may be right. */
function tellUnseen(tool: string): void {
  const meant = Object.hasOwn(TOOL_DEFINITIONS, tool) ? null : findNearest(tool, Object.keys(TOOL_DEFINITIONS));
  if (meant !== null) complain(`the record has no call of ${quoteShort(tool)}${didYouMean(meant)}`, EXIT.ok);
}

/** Not trusted: a line may be incomplete, or written by anybody. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

async function* orUsageError(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw new UsageError(`${JSON.stringify(file)}: ${error instanceof Error ? error.message : "it cannot be read"}`);
  }
}

/** The first Ctrl-C stops waiting, and ends the process if the output is closed. The second ends the process at once. */
function startFollowing(): AbortSignal {
  streamOutput();
  const controller = new AbortController();
  const end = () => {
    controller.abort();
    setTimeout(() => process.exit(EXIT.ok), MAX_END_MS).unref();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  return controller.signal;
}
