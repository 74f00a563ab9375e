// Makes the answer to a call: the data and the text for the model of what a tool has found, with as many of its parts as fit.

import { internalFailure, outputBudgetTooSmall } from "../errors/calls.ts";
import type { NameTool, ToolError } from "../errors.ts";
import type { ReadAs } from "../input/aliases.ts";
import { requireSync } from "../input/owner_input.ts";
import { type ErrorData, toErrorData } from "../tools/error_data.ts";
import { type AnswerFormat, Found, type Shown } from "../tools/found.ts";
import { writeError, writeReadAs } from "../tools/text_words.ts";
import type { PathRequest, ToolSpec } from "../tools/tool.ts";
import { Budget, byteLength, type Excess } from "./budget.ts";
import type { Written } from "./record.ts";
import type { Answer } from "./types.ts";

const TRUNCATION_MARKER = "\n\n... [output truncated]";

/** How answers are written. Default: as JSON, with the tools' own names. */
export interface AnswerForm {
  readonly format?: AnswerFormat;
  readonly nameTool?: NameTool;
  /** Arguments that were read under other names, which the answer says. */
  readonly readAs?: ReadAs | null;
}

/** The answer with this many parts. */
type Write<Data> = (count: number) => Answer<Data>;

/** What a tool has returned: a `Found`, or an output that its spec can write as text. */
export function toFound<Request extends PathRequest, Output>(
  spec: Pick<ToolSpec<Request, Output>, "traits" | "toText" | "toTextForm">,
  returned: Output | Found<Output>,
  request: Request,
): Found<Output> {
  if (isFound(returned)) return returned;
  const { isSideEffecting, allowsTruncation = false } = spec.traits;
  const method = spec.toText === undefined ? "toTextForm" : "toText";
  // Called as a method: the spec may be an instance of a class.
  const text = (nameTool: NameTool) => requireText(requireSync(method, spec[method]?.(returned, request, nameTool)));
  return Found.whole(spec[method] === undefined ? { data: returned } : { data: returned, text }, {
    isAlwaysText: method === "toText",
    allowsTruncation,
    explainTooLong: () => (isSideEffecting ? "the tool has run" : ""),
  });
}

function isFound<Output>(returned: Output | Found<Output>): returned is Found<Output> {
  return Found.isInstance(returned);
}

/** A custom tool may return anything, whatever its type says. */
function requireText(text: unknown): string {
  if (typeof text === "string") return text;
  throw internalFailure(undefined, "the tool did not return text");
}

/** The data of an answer, with the arguments that were read under other names. */
export function withReadAs<Output>(output: Output, readAs: ReadAs | null): Output {
  return readAs?.isInData ? { ...output, read_as: readAs.values } : output;
}

/** For the record of a call. */
export function writeAnswer({ text, sentBytes }: Answer<unknown>): Written {
  return { content: text, bytes: sentBytes ?? byteLength(text) };
}

/**
 * The first of these that fits:
 * 1. the whole, which is not even written if it is certainly too long
 * 2. as many parts as fit, if leaving out parts is possible
 * 3. the beginning of the text, if it may be cut
 * Otherwise throws `outputBudgetTooSmall`. A number is a limit in bytes.
 */
export function fitAnswer<Data>(
  found: Found<Data>,
  limit: number | Budget,
  form: AnswerForm = {},
): Answer<Data | string> {
  const { count, least, boundBytes, missingBytes = 0, mostBytes, allowsTruncation } = found.fields;
  const budget = Budget.of(limit).atMost(mostBytes);
  const write = createWriter(found, form);
  if (missingBytes > 0) throw tooLong(found, form, addMissing(write(least), missingBytes, budget));
  const canShorten = count > least;
  const isTooLong =
    canShorten && boundBytes !== undefined && requireSync("boundBytes", boundBytes()) > budget.mostBytes;
  const whole = isTooLong ? null : write(count);
  if (whole !== null && fits(whole, budget)) return whole;
  const shortest = canShorten || whole === null ? write(least) : whole;
  const part = canShorten ? findFitting(found, shortest, write, { budget, form }) : null;
  if (part !== null) return part;
  if (allowsTruncation && !canShorten) return truncate(shortest.text, budget);
  const excesses = [shortest, ...(whole === null ? [] : [whole])].map((answer) => findExcess(answer, budget));
  const [smallest = null] = excesses.sort((a, b) => (a?.needed ?? 0) - (b?.needed ?? 0));
  throw tooLong(found, form, smallest);
}

/** The answer with so many parts. The functions of a `Found` may be an owner's: none may be async. */
export function showParts<Data>({ fields }: Found<Data>, count = fields.count): Shown<Data> {
  const shown = requireSync("at", fields.at(count));
  requireSync("data", shown.data);
  return shown;
}

function createWriter<Data>(found: Found<Data>, { format, nameTool = (name) => name, readAs = null }: AnswerForm) {
  const { isAlwaysText, describeLeftOut } = found.fields;
  const lead = readAs === null ? "" : `${writeReadAs(readAs.values)}\n`;
  const write: Write<Data> = (count) => {
    const { data: own, text: writeText, sentBytes } = showParts(found, count);
    const data = withReadAs(own, readAs);
    const isText = writeText !== undefined && (isAlwaysText || format === "text");
    const text = isText ? lead + requireText(requireSync("text", writeText(nameTool))) : writePlainly(data);
    return { data, text, format: isText || typeof data === "string" ? "text" : "json", sentBytes, describeLeftOut };
  };
  return write;
}

function writePlainly(data: unknown): string {
  return typeof data === "string" ? data : requireText(JSON.stringify(data) ?? "null");
}

function fits({ text, format }: Answer<unknown>, budget: Budget, spare = 0): boolean {
  return budget.fits({ text, isStructured: format === "json" }, spare);
}

function findExcess({ text, format }: Answer<unknown>, budget: Budget): Excess | null {
  return budget.findExcess({ text, isStructured: format === "json" });
}

function addMissing({ text }: Answer<unknown>, missingBytes: number, { mostBytes }: Budget): Excess {
  return { needed: byteLength(text) + missingBytes, allowed: mostBytes, unit: "bytes" };
}

function tooLong(found: Found<unknown>, { format = "json" }: AnswerForm, excess: Excess | null): ToolError {
  const { needed = null, allowed = 0, unit } = excess ?? {};
  const hint = requireSync("explainTooLong", found.fields.explainTooLong?.(format));
  return outputBudgetTooSmall(needed, allowed, hint, undefined, unit);
}

/**
 * The answer with the most parts that fits. Apart from its end, an answer grows with its parts. So its size with the shortest end from there
 * on grows too, and can be bisected. If the answer found has a longer end and does not fit, only shorter ones are left.
 */
function findFitting<Data>(
  { fields: { count, least, endBytes } }: Found<Data>,
  shortest: Answer<Data>,
  write: Write<Data>,
  { budget, form: { format = "json" } }: { readonly budget: Budget; readonly form: AnswerForm },
): Answer<Data> | null {
  const counts = Array.from({ length: endBytes === undefined ? 0 : count - least }, (_, index) => least + index);
  const ends = counts.map((at) => requireSync("endBytes", endBytes?.(at, format)) ?? 0);
  for (let to = count; to > least; ) {
    const leastEnds = toLeastAfter(ends.slice(0, to - least));
    const mayFit = (answer: Answer<Data>, at: number) =>
      fits(answer, budget, (ends[at - least] ?? 0) - (leastEnds[at - least] ?? 0));
    if (!mayFit(shortest, least)) return null;
    const best = findLongest({ from: least, to }, shortest, write, mayFit);
    if (fits(best.value, budget)) return best.value;
    to = best.count;
  }
  return null;
}

/** For each size, the smallest from there on. */
function toLeastAfter(sizes: number[]): readonly number[] {
  for (let at = sizes.length - 2; at >= 0; at--) sizes[at] = Math.min(sizes[at] ?? 0, sizes[at + 1] ?? 0);
  return sizes;
}

interface Range {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Doubles the size and then bisects, so that nothing much longer than the result is ever written. `first` is good. */
function findLongest<T>(
  { from, to }: Range,
  first: T,
  attempt: (count: number) => T,
  isGood: (result: T, count: number) => boolean,
): { readonly value: T; readonly count: number } {
  let [good, bad, best, step] = [from, to, first, 1];
  while (bad - good > 1) {
    const count = bad === to ? Math.min(good + step, to - 1) : Math.floor((good + bad) / 2);
    const result = attempt(count);
    if (isGood(result, count)) [good, best, step] = [count, result, step * 2];
    else bad = count;
  }
  return { value: best, count: good };
}

/** The longest beginning of `text` that fits with the marker, or if there is none, without it. No character is split. */
function truncate(text: string, budget: Budget): Answer<string> {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(budget.mostBytes));
  const isShort = (cut: string) => budget.fits({ text: cut, isStructured: false });
  const end = isShort(TRUNCATION_MARKER) ? TRUNCATION_MARKER : "";
  const cut = (count: number) => text.slice(0, isSplit(text, count) ? count - 1 : count) + end;
  const { value } = findLongest({ from: 0, to: read + 1 }, cut(0), cut, isShort);
  return { data: value, text: value, format: "text" };
}

function isSplit(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** Valid in its format from 256 bytes on. Below that the message is shortened, and if even that does not fit, the text is empty. */
export function toErrorAnswer(
  error: ToolError,
  limit: number | Budget,
  { format = "json", nameTool = (name) => name }: AnswerForm = {},
): Answer<ErrorData> {
  const budget = Budget.of(limit);
  const isShort = ({ text }: Answer<ErrorData>) => budget.fits({ text, isStructured: false });
  const all = toErrorData(error, nameTool);
  const make = (message: string): Answer<ErrorData> => {
    const data = { error: { ...all.error, message } };
    return { data, text: format === "json" ? JSON.stringify(data) : writeError(data.error), format };
  };
  const whole = make(all.error.message);
  if (isShort(whole)) return whole;
  const characters = Array.from(all.error.message);
  const cut = (count: number) => make(`${characters.slice(0, count).join("")}…`);
  const least = cut(0);
  if (!isShort(least)) return { ...whole, text: "", format: "text" };
  return findLongest({ from: 0, to: characters.length }, least, cut, isShort).value;
}
