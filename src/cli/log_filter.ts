// Decides which calls `porthole log` shows: by tool, path, outcome and time.

import { isRefused, type LoggedCall } from "../audit/logged_call.ts";
import { asToolError } from "../errors.ts";
import { GlobSet } from "../patterns/glob.ts";
import { readPathGlob } from "../tools/looking/path_globs.ts";
import { readUri } from "../tools/resources/uri.ts";
import { textOf, textsOf, UsageError, type Values } from "./parse.ts";

export type LogFilter = (call: LoggedCall) => boolean;

/** Throws a `UsageError`. */
export function readFilter(values: Values, nowMs: number): LogFilter {
  const tools = textsOf(values, "tool");
  const globs = readGlobs(textsOf(values, "path"));
  const sinceMs = readSince(textOf(values, "since"), nowMs);
  return (call) =>
    call.timeMs >= sinceMs &&
    (tools.length === 0 || tools.includes(call.tool)) &&
    (!values.denied || isRefused(call)) &&
    (globs === null || listPaths(call).some((path) => globs.find(path) !== -1));
}

/** A folder matches everything in it. */
function readGlobs(texts: readonly string[]): GlobSet | null {
  if (texts.length === 0) return null;
  try {
    return new GlobSet(
      texts.map((text) => readPathGlob("--path", text)),
      { coversBelow: true },
    );
  } catch (error) {
    throw new UsageError(asToolError(error).message);
  }
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?))?$/;

function readSince(text: string | undefined, nowMs: number): number {
  if (text === undefined) return Number.NEGATIVE_INFINITY;
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return nowMs - Number(count) * (UNIT_MS[unit] ?? 0);
  const timeMs = parseDate(text);
  if (!Number.isNaN(timeMs)) return timeMs;
  const examples = "a time like 2026-01-31T09:00, or a span like 10m, 2h or 3d";
  throw new UsageError(`--since must be ${examples}, not ${JSON.stringify(text)}`);
}

/** Local time unless a zone is given. NaN for a day that does not exist. */
function parseDate(text: string): number {
  const [, day, time = "00:00"] = DATE.exec(text) ?? [];
  const dayMs = Date.parse(`${day}T00:00Z`);
  const exists = !Number.isNaN(dayMs) && new Date(dayMs).toISOString().startsWith(`${day}T`);
  return exists ? Date.parse(`${day}T${time}`) : Number.NaN;
}

/** The paths as they were requested, and where they lead. */
function listPaths({ arguments: { path, paths, uri }, opened, refusedPaths }: LoggedCall): string[] {
  const asked = [path, ...(Array.isArray(paths) ? paths : []), pathOf(uri)].filter((item) => typeof item === "string");
  return [...asked, ...refusedPaths, ...opened].map(normalise);
}

/** Null if it is not the URI of a file. */
function pathOf(uri: unknown): string | null {
  try {
    return typeof uri === "string" ? readUri(uri) : null;
  } catch {
    return null;
  }
}

/** By its text alone, as the workspace does. */
function normalise(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === ".." && names.length > 0 && names.at(-1) !== "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names.join("/") || ".";
}
