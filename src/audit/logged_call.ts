// Reads one call back from a record. Anybody may have written to the file, so every field is checked.

import { isRecord } from "../input/json.ts";

/** The parts of a call that are shown. Texts are unescaped: not safe to print. */
export interface LoggedCall {
  readonly timeMs: number;
  readonly client: string | null;
  readonly by: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly refusedPaths: readonly string[];
  /** The answer of the person who was asked for approval. */
  readonly asked: string | null;
  readonly code: string | null;
  readonly bytes: number;
  readonly durationMs: number;
}

const REFUSALS = ["POLICY_DENIED", "SANDBOX_VIOLATION"];

/** Returns null if the value is not a record. */
export function readLoggedCall(value: unknown): LoggedCall | null {
  const fields = toFields(value);
  const { time, success, tool } = fields;
  if (typeof time !== "string" || typeof success !== "boolean") return null;
  const timeMs = Date.parse(time);
  if (Number.isNaN(timeMs)) return null;
  const { name } = toFields(fields.client);
  return {
    timeMs,
    client: toText(name),
    by: toText(fields.by) ?? "agent",
    tool: toText(tool) ?? "?",
    arguments: toFields(fields.arguments),
    refusedPaths: toTexts(toList(fields.refused).map((refused) => toFields(refused).path)),
    asked: toText(fields.asked),
    code: success ? null : (toText(fields.code) ?? "INTERNAL"),
    bytes: toCount(fields.answer_bytes),
    durationMs: toCount(fields.duration_ms),
  };
}

/** Whether the call ended with a request for approval. */
export function isQuestion({ code, asked }: LoggedCall): boolean {
  return code === "POLICY_DENIED" && asked === "later";
}

/** Whether the policy, a person or the sandbox refused the call or a part of it. */
export function isRefused(call: LoggedCall): boolean {
  const { code, refusedPaths } = call;
  return (code !== null && REFUSALS.includes(code) && !isQuestion(call)) || refusedPaths.length > 0;
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toTexts(value: unknown): readonly string[] {
  return toList(value).filter((item) => typeof item === "string");
}

function toText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Larger numbers cannot come from a real call. */
function toCount(value: unknown): number {
  return typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : 0;
}
