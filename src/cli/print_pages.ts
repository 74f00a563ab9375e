// Prints a tool's results page by page, until all are shown or the requested number is reached. Exit codes are those of grep.

import { CONFIG_KEYS } from "../registory/config_keys.ts";
import { openToolkit, readOptions } from "./open.ts";
import { complain, EXIT, isTerminal, writeOut } from "./output.ts";
import { numberOf, type Parsed, UsageError } from "./parse.ts";
import { askTool, type NamedCall, printAnswer } from "./print_answer.ts";
import { Progress } from "./progress.ts";
import { chooseStyle, type Style } from "./style.ts";

const FOUND = { some: 0, none: 1, error: 2 } as const;

/** The fields that all such answers share. */
interface Page {
  readonly next: string | null;
  readonly left_out: Readonly<Record<string, number>>;
}

interface PagePrinter<Output> {
  /** As lines. */
  show(page: Output, style: Style): readonly string[];
  /** The number of results on the page. */
  count(page: Output): number;
  /** The progress message for a person who waits. */
  progress(found: number, page: Output): string;
}

interface PagedCall extends NamedCall {
  readonly name: "list_files" | "search_text";
}

/** With --json, makes a single call, as a model would. */
export async function printPages<Output extends Page>(
  request: Parsed,
  call: PagedCall,
  printer: PagePrinter<Output>,
): Promise<number> {
  const style = chooseStyle(request.values);
  const most = numberOf(request.values, "max");
  if (most !== undefined && !(Number.isInteger(most) && most >= 1))
    throw new UsageError(`--max must be a whole number of at least 1, not ${most}`);
  const options = readOptions(request.values);
  const atOnce = options.config?.tools?.[call.name]?.max_results ?? CONFIG_KEYS[call.name].max_results.default;
  if (request.values.json && most !== undefined && most > atOnce)
    throw new UsageError(`--max must be at most ${atOnce} with --json, which makes one call`);
  using toolkit = openToolkit(options);
  if (request.values.json) {
    const { data, is_error } = await printAnswer(toolkit, { ...call, args: { ...call.args, max_results: most } });
    return is_error ? FOUND.error : toExit(printer.count(data as Output));
  }
  const ask = async (range: object) =>
    (await askTool<Output>(request, toolkit, { name: call.name, args: { ...call.args, ...range } }))?.data ?? null;
  return await printAll(ask, printer, { style, atOnce, most: most ?? Number.POSITIVE_INFINITY });
}

async function printAll<Output extends Page>(
  ask: (range: { max_results: number; after: string | undefined }) => Promise<Output | null>,
  printer: PagePrinter<Output>,
  { style, atOnce, most }: { readonly style: Style; readonly atOnce: number; readonly most: number },
): Promise<number> {
  using progress = new Progress();
  const leftOut = new Map<string, number>();
  let found = 0;
  let after: string | undefined;
  do {
    const page = await ask({ max_results: Math.min(atOnce, most - found), after });
    progress.clear();
    if (page === null) return FOUND.error;
    const lines = printer.show(page, style);
    if (lines.length > 0) await writeOut(`${lines.join("\n")}\n`);
    found += printer.count(page);
    for (const [reason, count] of Object.entries(page.left_out))
      leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
    progress.say(printer.progress(found, page));
    after = page.next ?? undefined;
  } while (after !== undefined && found < most);
  progress.clear();
  // Printed for people, and whenever there is no other output.
  if (found === 0 || isTerminal("stderr")) tellRest(found, leftOut, after !== undefined);
  return toExit(found);
}

function toExit(found: number): number {
  return found > 0 ? FOUND.some : FOUND.none;
}

function tellRest(found: number, leftOut: ReadonlyMap<string, number>, isMore: boolean): void {
  const counts = [...leftOut].map(([reason, count]) => `${count} ${reason.replace("_", " ")}`);
  if (counts.length > 0) complain(`left out: ${counts.join(", ")}`, EXIT.ok);
  if (isMore) complain(`the first ${found}; --max shows more`, EXIT.ok);
}
