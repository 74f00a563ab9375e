// Formats one call of a record as a line: time, caller, subject, outcome and size.

import { isQuestion, isRefused, type LoggedCall } from "../audit/logged_call.ts";
import { sanitize, toShownPath } from "../input/sanitize.ts";
import { showBytes } from "./quantities.ts";
import type { Style } from "./style.ts";

const MAX_NAME_CHARS = 40;
const MAX_SUBJECT_CHARS = 80;
const MAX_PATHS = 3;

/** `when` comes first: the time, and anything else that the reader needs to know. */
export function showCall(call: LoggedCall, when: readonly string[], style: Style): string {
  const subject = describeSubject(call.arguments);
  return [
    ...when.map(style.dim),
    style.dim(toShort(call.client ?? "?")),
    toShort(call.tool),
    ...(subject === "" ? [] : [style.path(subject)]),
    showOutcome(call, style),
    showBytes(call.bytes),
    style.dim(`${Math.round(call.durationMs)} ms`),
  ].join("  ");
}

function showOutcome(call: LoggedCall, style: Style): string {
  const { code, asked, refusedPaths } = call;
  if (code === null) return refusedPaths.length === 0 ? "ok" : style.warning(`ok, ${refusedPaths.length} refused`);
  if (isQuestion(call)) return style.dim("asked for approval");
  if (code === "POLICY_DENIED" && asked !== null) return style.warning("not approved");
  return isRefused(call) ? style.warning(toShort(code)) : style.dim(toShort(code));
}

/** What the call was about: a pattern and a folder, one path, or several. */
function describeSubject({ path, paths, pattern, uri }: LoggedCall["arguments"]): string {
  const where = typeof path === "string" ? path : "";
  if (typeof pattern === "string") {
    const shown = JSON.stringify(toSubject(pattern));
    return where === "" || where === "." ? shown : `${shown} in ${toSubject(where)}`;
  }
  const several = Array.isArray(paths) ? paths.filter((item) => typeof item === "string") : [];
  if (several.length > 0) {
    const more = several.length > MAX_PATHS ? `, ${several.length - MAX_PATHS} more` : "";
    return `${several.slice(0, MAX_PATHS).map(toSubject).join(", ")}${more}`;
  }
  return toSubject(where === "" && typeof uri === "string" ? uri : where);
}

function toSubject(text: string): string {
  return sanitize(toShownPath(text, MAX_SUBJECT_CHARS));
}

function toShort(text: string): string {
  return sanitize(text.length > MAX_NAME_CHARS ? `${text.slice(0, MAX_NAME_CHARS)}…` : text);
}
