// A call as it is read back from a record. The file is the owner's: anybody may have written into it, so nothing of a line is taken for granted.

/** What there is to show of a call. Texts are as they were written: not safe to print. */
export interface LoggedCall {
  readonly timeMs: number;
  readonly client: string | null;
  readonly by: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly opened: readonly string[];
  readonly openedMore: number;
  readonly refusedPaths: readonly string[];
  /** What a person said who was asked to approve it. */
  readonly asked: string | null;
  readonly code: string | null;
  readonly bytes: number;
  readonly tokens: number;
  readonly durationMs: number;
}

const REFUSALS = ["POLICY_DENIED", "SANDBOX_VIOLATION"];

/** Null for what is not a record. */
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
    opened: toTexts(fields.opened),
    openedMore: toCount(fields.opened_more),
    refusedPaths: toTexts(toList(fields.refused).map((refused) => toFields(refused).path)),
    asked: toText(fields.asked),
    code: success ? null : (toText(fields.code) ?? "INTERNAL"),
    bytes: toCount(fields.answer_bytes),
    tokens: toCount(fields.estimated_tokens),
    durationMs: toCount(fields.duration_ms),
  };
}

/** The call was answered with a question to a person. */
export function isQuestion({ code, asked }: LoggedCall): boolean {
  return code === "POLICY_DENIED" && asked === "later";
}

/** Refused by the policy, a person or the sandbox, wholly or in part. */
export function isRefused(call: LoggedCall): boolean {
  const { code, refusedPaths } = call;
  return (code !== null && REFUSALS.includes(code) && !isQuestion(call)) || refusedPaths.length > 0;
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
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

/** No call has a number near the limit: what is larger was made up. */
function toCount(value: unknown): number {
  return typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : 0;
}
