// The one error of porthole, and a named constructor for each thing that can go wrong: every message exists once.
// Leaves to others when to raise one; imports nothing.

/** What kind of failure it is, for whoever runs the call. */
export type ErrorKind =
  | "BadArgs"
  | "Timeout"
  | "SandboxViolation"
  | "ExecutionFailed"
  | "Cancelled"
  | "UnknownTool"
  | "DuplicateTool"
  | "DuplicateToolCallId"
  | "PolicyDenied";

/** What exactly failed, for whoever reads the answer. */
export type ErrorCode =
  | "INVALID_ARGUMENT"
  | "SANDBOX_VIOLATION"
  | "POLICY_DENIED"
  | "NOT_FOUND"
  | "NOT_DIRECTORY"
  | "NOT_FILE"
  | "BINARY_NOT_SUPPORTED"
  | "SIZE_LIMIT_EXCEEDED"
  | "INTERNAL"
  | "UNKNOWN_TOOL"
  | "TIMEOUT"
  | "CANCELLED"
  | "DUPLICATE_TOOL"
  | "DUPLICATE_TOOL_CALL_ID"
  | "OUTPUT_BUDGET_TOO_SMALL"
  | "LIMIT_EXCEEDED";

/** The fields of a `ToolError`. */
export interface ToolErrorFields {
  /** The kind of failure. */
  readonly kind: ErrorKind;
  /** The exact failure. */
  readonly code: ErrorCode;
  /** The message for the model: what is wrong, and what is allowed. */
  readonly message: string;
  /** Relative to the workspace root; absent when the path lies outside. */
  readonly path?: string | undefined;
  /** Whether the same call may succeed later without anybody changing anything. */
  readonly retriable?: boolean;
  /** For the owner's logs only; never part of an answer. */
  readonly cause?: unknown;
}

// Registered globally: two installed copies of the package still recognise each other's errors.
const brand = Symbol.for("porthole.ToolError");

/** The one error of porthole. `JSON.stringify` of it may be shown to a model. */
export class ToolError extends Error {
  /** The kind of failure. */
  readonly kind: ErrorKind;
  /** The exact failure. */
  readonly code: ErrorCode;
  /** Relative to the workspace root; undefined if the path lies outside. */
  readonly path: string | undefined;
  /** Whether the same call may succeed later without any change. */
  readonly retriable: boolean;

  constructor(fields: ToolErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = "ToolError";
    this.kind = fields.kind;
    this.code = fields.code;
    this.path = fields.path;
    this.retriable = fields.retriable ?? false;
    Object.defineProperty(this, brand, { value: true });
  }

  /** The cause is left out: it is for logs, and may hold absolute paths. */
  toJSON(): Omit<ToolErrorFields, "cause"> {
    const { kind, code, message, path, retriable } = this;
    return { kind, code, message, ...(path === undefined ? {} : { path }), retriable };
  }

  /** Recognises a `ToolError`, also one from another copy of this package. */
  static isInstance(value: unknown): value is ToolError {
    try {
      if (typeof value !== "object" || value === null || Reflect.get(value, brand) !== true) return false;
      // Whoever handles it trusts these; what only wears the brand is not one.
      const { kind, code, message, path, retriable } = value as Record<string, unknown>;
      const areTexts = [kind, code, message, path ?? ""].every((text) => typeof text === "string");
      return areTexts && typeof retriable === "boolean";
    } catch {
      // Anything can be thrown, also what throws when it is looked at.
      return false;
    }
  }
}

const MAX_SHOWN_CHARS = 120;

/** A path or value as it may stand in a message: one line, in quotes, shortened. */
export function quoteShort(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, MAX_SHOWN_CHARS + 1)) : describe(value);
  // Half of a pair stands in the text only where it was cut: JSON spells out those that were given.
  return text.length > MAX_SHOWN_CHARS + 2 ? `${text.slice(0, MAX_SHOWN_CHARS).replace(/\p{Surrogate}$/u, "")}…` : text;
}

function describe(value: unknown): string {
  if (value === null || value === undefined || typeof value === "number" || typeof value === "boolean") {
    return String(value);
  }
  try {
    if (Array.isArray(value)) return "an array";
  } catch {
    // A revoked proxy cannot even be asked.
  }
  return `a value of type ${typeof value}`;
}

export function invalidArgument(message: string): ToolError {
  return new ToolError({ kind: "BadArgs", code: "INVALID_ARGUMENT", message });
}

/** `path` is the request as relative to the workspace, if it can be said so; where it led is never told. */
export function outsideWorkspace(path?: string): ToolError {
  const subject = path === undefined ? "path" : quoteShort(path);
  return violation(`${subject} is outside the workspace; use a path inside it, relative to its root`, path);
}

export function absolutePathRefused(): ToolError {
  return violation("absolute paths are not allowed here; use a path relative to the workspace root");
}

/** `allowed` are folders of the workspace, relative to its root. */
export function outsideAllowedRoots(path: string, allowed: readonly string[]): ToolError {
  const folders = allowed.map(quoteShort).join(", ");
  return violation(`${quoteShort(path)} is outside the folders that may be looked at: ${folders}`, path);
}

export function deniedByPattern(path: string, pattern: string): ToolError {
  return violation(`${quoteShort(path)} is denied by the pattern ${quoteShort(pattern)}`, path);
}

/** By a line of an ignore file, which lies at `file`. */
export function deniedByFile(path: string, file: string, line: number | null): ToolError {
  return violation(`${quoteShort(path)} is denied by ${file}${line === null ? "" : ` line ${line}`}`, path);
}

/** By a file that nobody can obey: what it would have denied is not known, so everything is. */
export function deniedByUnusableFile(path: string, file: string, problem: string): ToolError {
  return violation(`${quoteShort(path)} is denied: ${file} cannot be obeyed, because it ${problem}`, path);
}

function violation(message: string, path?: string): ToolError {
  return new ToolError({ kind: "SandboxViolation", code: "SANDBOX_VIOLATION", message, path });
}

export function policyDenied(message: string): ToolError {
  return new ToolError({ kind: "PolicyDenied", code: "POLICY_DENIED", message });
}

/** What there is instead of a path that does not exist, relative to the workspace. */
export interface NearMiss {
  /** The nearest existing folder on the way to it. */
  readonly folder: string;
  /** The entry of that folder that was probably meant. */
  readonly meant: string | null;
}

export function notFound(path: string, cause?: unknown, near?: NearMiss): ToolError {
  const folder = near ? `; the nearest existing folder is ${quoteShort(near.folder)}` : "";
  const message = `${quoteShort(path)} does not exist${folder}${didYouMean(near?.meant)}`;
  return failed("NOT_FOUND", message, path, cause);
}

/** The end of a sentence about a name that does not exist. */
export function didYouMean(name: string | null | undefined): string {
  return name ? `; did you mean ${quoteShort(name)}?` : "";
}

export function notDirectory(path: string): ToolError {
  return failed("NOT_DIRECTORY", `path is not a directory: ${quoteShort(path)}`, path);
}

export function notFile(path: string, found: string): ToolError {
  return failed("NOT_FILE", `path is not a regular file: ${quoteShort(path)} is a ${found}`, path);
}

export function sizeLimitExceeded(path: string, sizeBytes: number, limitBytes: number): ToolError {
  const excess = `it has ${sizeBytes} bytes, and the limit is ${limitBytes}`;
  return failed("SIZE_LIMIT_EXCEEDED", `${quoteShort(path)} cannot be read by this tool: ${excess}`, path);
}

/** For what is only shown whole. */
export function tooLongForAnswer(path: string, sizeBytes: number, maxBytes: number): ToolError {
  const message = `${quoteShort(path)} has ${sizeBytes} bytes as text, and a resource may have ${maxBytes} here`;
  return failed("SIZE_LIMIT_EXCEEDED", `${message}; read it in parts, by read_file with start_line`, path);
}

export function binaryNotSupported(path: string): ToolError {
  return failed(
    "BINARY_NOT_SUPPORTED",
    `${quoteShort(path)} cannot be read by this tool: it is a binary file; over MCP it can be read as a resource, up to 1 MiB`,
    path,
  );
}

export function internalFailure(path: string | undefined, reason: string, cause?: unknown): ToolError {
  const message = path === undefined ? reason : `${quoteShort(path)}: ${reason}`;
  return new ToolError({ kind: "ExecutionFailed", code: "INTERNAL", message, path, cause });
}

/** Something ran out for the moment (descriptors, memory): the same call may work later. */
export function busyFailure(path: string | undefined, reason: string, cause?: unknown): ToolError {
  const message = path === undefined ? reason : `${quoteShort(path)}: ${reason}`;
  return new ToolError({ kind: "ExecutionFailed", code: "INTERNAL", message, path, retriable: true, cause });
}

/** What is not recorded is not served. */
export function recordFailure(cause: unknown): ToolError {
  return internalFailure(undefined, "the record of calls cannot be written; nothing is shown", cause);
}

export function unknownTool(name: unknown, known: readonly string[]): ToolError {
  const message = `there is no tool ${quoteShort(name)}; the tools are ${known.join(", ")}`;
  return new ToolError({ kind: "UnknownTool", code: "UNKNOWN_TOOL", message });
}

export function duplicateTool(name: string): ToolError {
  const message = `a tool named ${quoteShort(name)} is already registered`;
  return new ToolError({ kind: "DuplicateTool", code: "DUPLICATE_TOOL", message });
}

export function duplicateToolCallId(id: string): ToolError {
  const message = `the call id ${quoteShort(id)} stands earlier in the batch; this call was not run`;
  return new ToolError({ kind: "DuplicateToolCallId", code: "DUPLICATE_TOOL_CALL_ID", message });
}

export function limitExceeded(message: string): ToolError {
  return new ToolError({ kind: "BadArgs", code: "LIMIT_EXCEEDED", message });
}

export function tooManyWaiting(maxWaiting: number): ToolError {
  const message = `at most ${maxWaiting} calls can wait; make this one again later`;
  return new ToolError({ kind: "BadArgs", code: "LIMIT_EXCEEDED", message, retriable: true });
}

/** `hint` says what could be asked for instead, where there is something. */
export function outputBudgetTooSmall(neededBytes: number, budgetBytes: number, hint = "", path?: string): ToolError {
  const message = `output budget too small: ${neededBytes} bytes needed, ${budgetBytes} allowed${hint && `; ${hint}`}`;
  return new ToolError({ kind: "ExecutionFailed", code: "OUTPUT_BUDGET_TOO_SMALL", message, path });
}

export function cancelled(): ToolError {
  return new ToolError({ kind: "Cancelled", code: "CANCELLED", message: "Cancelled by user" });
}

export function timedOut(): ToolError {
  return new ToolError({
    kind: "Timeout",
    code: "TIMEOUT",
    message: "the call took longer than its time limit; ask for less at once",
    retriable: true,
  });
}

function failed(code: ErrorCode, message: string, path: string, cause?: unknown): ToolError {
  return new ToolError({ kind: "ExecutionFailed", code, message, path, cause });
}

/** Other errors than ours are for the owner to see, as the cause, not for a model. */
export function asToolError(thrown: unknown): ToolError {
  return ToolError.isInstance(thrown) ? thrown : internalFailure(undefined, "the tool failed", thrown);
}

/** By the policy or the sandbox: nothing was looked at. */
export function isRefusal({ kind }: Pick<ToolError, "kind">): boolean {
  return kind === "PolicyDenied" || kind === "SandboxViolation";
}
