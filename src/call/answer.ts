// Makes the answer to a call: the tool's data and the text for the model, within a budget.

import { internalFailure, outputBudgetTooSmall } from "../errors/calls.ts";
import type { NameTool, ToolError } from "../errors.ts";
import { requireSync } from "../input/owner_input.ts";
import type { ReadAs } from "../input/words.ts";
import { type ErrorData, toErrorData } from "../tools/error_data.ts";
import { writeError, writeReadAs } from "../tools/text_words.ts";
import type { AnswerFormat, AnswerParts, PathRequest, ToolSpec, ToolTraits } from "../tools/tool.ts";
import { Budget, byteLength, type Excess, type Rendering } from "./budget.ts";
import type { Written } from "./record.ts";
import type { Answer } from "./spec.ts";

const TRUNCATION_MARKER = "\n\n... [output truncated]";

/** The parts of a tool that an answer depends on. */
type AnswerSpec<Request extends PathRequest, Output> = Pick<
  ToolSpec<Request, Output>,
  "traits" | "toText" | "toTextForm" | "sentBytes" | "parts"
>;

/** How answers are written. Default: as JSON, with the tools' own names. */
export interface AnswerForm {
  readonly format?: AnswerFormat;
  readonly nameTool?: NameTool;
  /** Arguments that were read under other names, which the answer says. */
  readonly readAs?: ReadAs | null;
}

/** The data of an answer, with the arguments that were read under other names. */
export function withReadAs<Output>(output: Output, readAs: ReadAs | null): Output {
  return readAs?.isInData ? { ...output, read_as: readAs.values } : output;
}

/** How many bytes the arguments that were read under other names add to an answer. */
export function measureReadAs(readAs: ReadAs, format: AnswerFormat): number {
  if (format === "text") return byteLength(writeLead(readAs));
  return readAs.isInData ? byteLength(`,"read_as":${JSON.stringify(readAs.values)}`) : 0;
}

function writeLead({ values }: ReadAs): string {
  return `${writeReadAs(values)}\n`;
}

/** For the record of a call. */
export function writeAnswer({ text, sentBytes }: Answer<unknown>): Written {
  return { content: text, bytes: sentBytes ?? byteLength(text) };
}

/** Throws `outputBudgetTooSmall` if not even a shortened answer fits. A number is a limit in bytes. */
export function makeAnswer<Request extends PathRequest, Output>(
  spec: AnswerSpec<Request, Output>,
  output: Output,
  request: Request,
  limit: number | Budget,
  { format: wanted = "json", nameTool = (name) => name, readAs = null }: AnswerForm = {},
): Answer<Output | string> {
  const budget = Budget.of(limit);
  const method = chooseWriter(spec, wanted);
  const format = method === null && typeof output !== "string" ? "json" : "text";
  const lead = readAs === null || method === null ? "" : writeLead(readAs);
  const write = (data: Output) =>
    method === null
      ? requireText(writePlainly(withReadAs(data, readAs)))
      : lead + requireText(requireSync(method, spec[method]?.(data, request, nameTool)));
  const bound = spec.parts?.boundBytes?.(output);
  const isStructured = format === "json";
  const isLong = bound !== undefined && bound > budget.mostBytes;
  const text = isLong ? null : write(output);
  if (text !== null && budget.fits({ text, isStructured }))
    return { data: withReadAs(output, readAs), text, format, ...measureSent(spec, output) };
  if (spec.parts !== undefined) {
    const short = shorten(spec.parts, { output, text, request, format }, write, budget);
    return { data: withReadAs(short.data, readAs), text: short.text, format };
  }
  return cutText(spec.traits, { text: text ?? write(output), isStructured }, budget);
}

function measureSent<Request extends PathRequest, Output>(spec: AnswerSpec<Request, Output>, output: Output) {
  return spec.sentBytes === undefined ? {} : { sentBytes: spec.sentBytes(output) };
}

/** Null: the output is used as it is, or as JSON. */
function chooseWriter<Request extends PathRequest, Output>(
  { toText, toTextForm }: AnswerSpec<Request, Output>,
  format: AnswerFormat,
): "toText" | "toTextForm" | null {
  if (toText !== undefined) return "toText";
  return format === "text" && toTextForm !== undefined ? "toTextForm" : null;
}

function cutText(traits: ToolTraits, whole: Rendering, budget: Budget): Answer<string> {
  if (traits.allowsTruncation) {
    const cut = truncate(whole.text, budget);
    return { data: cut, text: cut, format: "text" };
  }
  throw tooLong(budget.findExcess(whole), traits.isSideEffecting ? "the tool has run" : "");
}

function tooLong(excess: Excess | null, hint?: string): ToolError {
  const { needed = null, allowed = 0, unit } = excess ?? {};
  return outputBudgetTooSmall(needed, allowed, hint, undefined, unit);
}

function writePlainly(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "null");
}

/** A custom tool may return anything, whatever its type says. */
function requireText(text: unknown): string {
  if (typeof text === "string") return text;
  throw internalFailure(undefined, "the tool did not return text");
}

interface Whole<Request, Output> {
  readonly output: Output;
  /** Null if it was not written. */
  readonly text: string | null;
  readonly request: Request;
  readonly format: AnswerFormat;
}

function shorten<Request, Output>(
  parts: AnswerParts<Request, Output>,
  { output, text, request, format }: Whole<Request, Output>,
  write: (output: Output) => string,
  budget: Budget,
): { data: Output; text: string } {
  const tryParts = (count: number): Attempt<Output> => {
    const data = requireSync("keep", parts.keep(output, count, request));
    return { data, text: write(data), count };
  };
  const all = requireSync("count", parts.count(output, budget.mostBytes));
  if (!Number.isSafeInteger(all) || all < 0) throw internalFailure(undefined, "the tool cannot count its parts");
  const endsDiffer = parts.endBytes !== undefined;
  const canKeep = all > parts.least || text === null || (endsDiffer && all === parts.least);
  const least = canKeep ? tryParts(parts.least) : { data: output, text: text ?? "", count: parts.least };
  const range = { from: parts.least, to: endsDiffer ? all + 1 : all };
  const isStructured = format === "json";
  const fitting = findFitting(range, least, tryParts, {
    fits: (text, spare) => budget.fits({ text, isStructured }, spare),
    endBytes: (count) => parts.endBytes?.(output, count, format) ?? 0,
  });
  if (fitting !== null) return { data: fitting.data, text: fitting.text };
  const excesses = [least.text, ...(text === null ? [] : [text])].map((text) =>
    budget.findExcess({ text, isStructured }),
  );
  const [smallest = null] = excesses.sort((a, b) => (a?.needed ?? 0) - (b?.needed ?? 0));
  throw tooLong(smallest, parts.explainTooLong?.(output, request, format));
}

interface Attempt<Output> {
  readonly data: Output;
  readonly text: string;
  readonly count: number;
}

interface Room {
  readonly fits: (text: string, spare?: number) => boolean;
  readonly endBytes: (count: number) => number;
}

/**
 * The largest number of parts that fit. Apart from its end, an answer grows with its parts. So its size with the shortest end from there on
 * grows too, and can be bisected. If the answer found has a longer end and does not fit, only shorter ones are left.
 */
function findFitting<Output>(
  { from, to }: Range,
  least: Attempt<Output>,
  tryParts: (count: number) => Attempt<Output>,
  { fits, endBytes }: Room,
): Attempt<Output> | null {
  const ends = Array.from({ length: Math.max(to - from, 1) }, (_, index) => endBytes(from + index));
  for (let last = from + ends.length - 1; last >= from; ) {
    const shortest = ends.slice(0, last - from + 1);
    for (let at = shortest.length - 2; at >= 0; at--) shortest[at] = Math.min(ends[at] ?? 0, shortest[at + 1] ?? 0);
    const spareBytes = (count: number) => (ends[count - from] ?? 0) - (shortest[count - from] ?? 0);
    const mayFit = ({ text, count }: Attempt<Output>) => fits(text, spareBytes(count));
    if (!mayFit(least)) return null;
    const best = findLongest({ from, to: last + 1 }, least, tryParts, mayFit);
    if (fits(best.text)) return best;
    last = best.count - 1;
  }
  return null;
}

interface Range {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Doubles the size and then bisects, so that nothing much longer than the result is ever written. */
function findLongest<T>(
  { from, to }: Range,
  first: T,
  attempt: (count: number) => T,
  isGood: (result: T) => boolean,
): T {
  let [good, bad, best, step] = [from, to, first, 1];
  while (bad - good > 1) {
    const count = bad === to ? Math.min(good + step, to - 1) : Math.floor((good + bad) / 2);
    const result = attempt(count);
    if (isGood(result)) [good, best, step] = [count, result, step * 2];
    else bad = count;
  }
  return best;
}

/** The longest beginning of `text` that fits with the marker, or if there is none, without it. No character is split. */
function truncate(text: string, budget: Budget): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(budget.mostBytes));
  const fits = (cut: string) => budget.fits({ text: cut, isStructured: false });
  const end = fits(TRUNCATION_MARKER) ? TRUNCATION_MARKER : "";
  const cut = (count: number) => text.slice(0, isSplit(text, count) ? count - 1 : count) + end;
  return findLongest({ from: 0, to: read + 1 }, cut(0), cut, fits);
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
  const fits = ({ text }: Answer<ErrorData>) => budget.fits({ text, isStructured: false });
  const all = toErrorData(error, nameTool);
  const make = (message: string): Answer<ErrorData> => {
    const data = { error: { ...all.error, message } };
    return { data, text: format === "json" ? JSON.stringify(data) : writeError(data.error), format };
  };
  const whole = make(all.error.message);
  if (fits(whole)) return whole;
  const characters = Array.from(all.error.message);
  const cut = (count: number) => make(`${characters.slice(0, count).join("")}…`);
  const least = cut(0);
  if (!fits(least)) return { ...whole, text: "", format: "text" };
  const range = { from: 0, to: characters.length };
  return findLongest(range, least, cut, fits);
}
