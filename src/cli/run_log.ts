// porthole log: prints a record of calls, one line for each call.

import { type LoggedCall, readLoggedCall } from "../audit/logged_call.ts";
import { readBytes } from "../audit/read.ts";
import { toSafeJsonLine } from "../input/json_line.ts";
import { splitLines } from "../input/lines.ts";
import { complain, EXIT, writeOut } from "./output.ts";
import { type Parsed, UsageError } from "./parse.ts";
import { toLocalTime } from "./quantities.ts";
import { showCall } from "./show_call.ts";
import { chooseStyle, type Style } from "./style.ts";

/** Far longer than any line that porthole writes. */
const MAX_LINE_BYTES = 1_048_576;

export async function run({ positionals: [file = ""], values }: Parsed): Promise<number> {
  const style = chooseStyle(values);
  let skipped = 0;
  for await (const bytes of splitLines(orUsageError(file, readBytes(file)), MAX_LINE_BYTES)) {
    const line = bytes?.toString("utf8") ?? "";
    const call = readLoggedCall(parseLine(line));
    if (call === null) skipped++;
    else await writeOut(`${values.json ? toSafeJsonLine(line) : show(call, style)}\n`);
  }
  if (skipped > 0) complain(`${skipped} ${skipped === 1 ? "line" : "lines"} skipped: not complete records`, EXIT.ok);
  return EXIT.ok;
}

/** The caller has a column of its own, because a client may choose any name. */
function show(call: LoggedCall, style: Style): string {
  const { day, clock } = toLocalTime(call.timeMs);
  return showCall(call, [`${day} ${clock}`, call.by === "owner" ? "owner" : "agent"], style);
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
