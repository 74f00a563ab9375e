// Prints what a tool finds, page after page, until all is shown or as much as was asked for. Exit codes are those of grep.

import type { ToolEvent } from "../executor/types.ts";
import { CONFIG_KEYS } from "../registory/config_keys.ts";
import type { Toolkit } from "../toolkit.ts";
import { openToolkit, readOptions } from "./open.ts";
import { chooseStyle, complain, EXIT, type Style, writeOut } from "./output.ts";
import { nameOptions, numberOf, type Parsed, UsageError } from "./parse.ts";
import { Progress } from "./progress.ts";

const FOUND = { some: 0, none: 1, error: 2 } as const;

/** What every such answer has. */
interface Page {
  readonly next: string | null;
  readonly left_out: Readonly<Record<string, number>>;
}

interface PagePrinter<Output> {
  show(page: Output, style: Style): Promise<void>;
  /** How many results are on the page. */
  count(page: Output): number;
  /** What a person who waits is told. */
  progress(found: number, page: Output): string;
}

interface PagedCall {
  readonly name: "list_files" | "search_text";
  readonly args: object;
}

/** With --json one call, as a model makes it. */
export async function printPages<Output extends Page>(
  request: Parsed,
  call: PagedCall,
  printer: PagePrinter<Output>,
): Promise<number> {
  const most = numberOf(request.values, "max");
  if (most !== undefined && !(Number.isInteger(most) && most >= 1))
    throw new UsageError(`--max must be a whole number of at least 1, not ${most}`);
  const options = readOptions(request.values);
  const atOnce = options.config?.tools?.[call.name]?.max_results ?? CONFIG_KEYS[call.name].max_results.default;
  if (request.values.json && most !== undefined && most > atOnce)
    throw new UsageError(`--max must be at most ${atOnce} with --json, which makes one call`);
  using toolkit = openToolkit(request.values, options);
  if (request.values.json) return await printJson(toolkit, call, most, printer);
  return await new PageLoop(request, toolkit, call, printer).run(most ?? Number.POSITIVE_INFINITY, atOnce);
}

async function printJson<Output extends Page>(
  toolkit: Toolkit,
  { name, args }: PagedCall,
  most: number | undefined,
  printer: PagePrinter<Output>,
): Promise<number> {
  const call = { id: "1", name, arguments: { ...args, max_results: most } };
  const { content, data, is_error } = await toolkit.answer(call);
  await writeOut(`${content}\n`);
  if (is_error) return FOUND.error;
  return printer.count(data as Output) > 0 ? FOUND.some : FOUND.none;
}

class PageLoop<Output extends Page> {
  readonly #request: Parsed;
  readonly #toolkit: Toolkit;
  readonly #call: PagedCall;
  readonly #printer: PagePrinter<Output>;
  readonly #leftOut = new Map<string, number>();
  #found = 0;

  constructor(request: Parsed, toolkit: Toolkit, call: PagedCall, printer: PagePrinter<Output>) {
    this.#request = request;
    this.#toolkit = toolkit;
    this.#call = call;
    this.#printer = printer;
  }

  async run(most: number, atOnce: number): Promise<number> {
    using progress = new Progress();
    const style = chooseStyle();
    let after: string | undefined;
    do {
      const page = await this.#ask(after, Math.min(atOnce, most - this.#found));
      progress.clear();
      if (page === null) return FOUND.error;
      await this.#printer.show(page, style);
      this.#add(page);
      progress.say(this.#printer.progress(this.#found, page));
      after = page.next ?? undefined;
    } while (after !== undefined && this.#found < most);
    progress.clear();
    this.#tellLeftOut(after !== undefined);
    return this.#found > 0 ? FOUND.some : FOUND.none;
  }

  async #ask(after: string | undefined, maxResults: number): Promise<Output | null> {
    const { name, args } = this.#call;
    const on_event = (event: ToolEvent) => {
      if (event.type !== "completed" || event.error === undefined) return;
      complain(nameOptions(this.#request.command, event.error.message), EXIT.usage);
    };
    const call = { id: "1", name, arguments: { ...args, max_results: maxResults, after } };
    const { data, is_error } = await this.#toolkit.answer(call, { on_event });
    return is_error ? null : (data as Output);
  }

  #add(page: Output): void {
    this.#found += this.#printer.count(page);
    for (const [reason, count] of Object.entries(page.left_out))
      this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + count);
  }

  /** For whoever is looking, and where there is nothing else to see. */
  #tellLeftOut(isMore: boolean): void {
    if (this.#found > 0 && !process.stderr.isTTY) return;
    const counts = [...this.#leftOut].map(([reason, count]) => `${count} ${reason.replace("_", " ")}`);
    if (counts.length > 0) complain(`left out: ${counts.join(", ")}`, EXIT.ok);
    if (isMore) complain(`the first ${this.#found}; --max shows more`, EXIT.ok);
  }
}
