// ToolError, the only error class of porthole, with a named constructor for each failure, so that every message exists once. Imports
// nothing.

/** The category of the failure, for the program that runs the call. */
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

/** The exact failure, for the model. */
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
  /** Relative to the workspace root; absent if the path is outside. */
  readonly path?: string | undefined;
  /** Whether the same call may succeed later without any change. */
  readonly retriable?: boolean;
  /** For the owner's logs only; never part of an answer. */
  readonly cause?: unknown;
}

/** From a tool's own name to the one that a model knows. */
export type NameTool = (name: string) => string;

// Registered globally, so that two installed copies of the package recognise each other's errors.
const brand = Symbol.for("porthole.ToolError");

/** The only error class of porthole. Its JSON may be shown to a model. */
export class ToolError extends Error {
  /** The kind of failure. */
  readonly kind: ErrorKind;
  /** The exact failure. */
  readonly code: ErrorCode;
  /** Relative to the workspace root; undefined if the path is outside. */
  readonly path: string | undefined;
  /** Whether the same call may succeed later without any change. */
  readonly retriable: boolean;

  /** The message for a model that knows the tools by other names. */
  declare readonly messageFor: (nameTool: NameTool) => string;

  /** `write` makes the message again, if it names tools. */
  constructor(fields: ToolErrorFields, write: (nameTool: NameTool) => string = () => fields.message) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = "ToolError";
    this.kind = fields.kind;
    this.code = fields.code;
    this.path = fields.path;
    this.retriable = fields.retriable ?? false;
    Object.defineProperty(this, brand, { value: true });
    Object.defineProperty(this, "messageFor", { value: write });
  }

  /** Without the cause, which is for logs and may contain absolute paths. */
  toJSON(): Omit<ToolErrorFields, "cause"> {
    const { kind, code, message, path, retriable } = this;
    return { kind, code, message, ...(path === undefined ? {} : { path }), retriable };
  }

  /** Recognises a `ToolError`, also one from another copy of this package. */
  static isInstance(value: unknown): value is ToolError {
    try {
      if (typeof value !== "object" || value === null || Reflect.get(value, brand) !== true) return false;
      // Callers rely on these fields, so the brand alone is not enough.
      const { kind, code, message, path, retriable } = value as Record<string, unknown>;
      const areTexts = [kind, code, message, path ?? ""].every((text) => typeof text === "string");
      return areTexts && typeof retriable === "boolean";
    } catch {
      // Any value can be thrown, even one that throws when it is inspected.
      return false;
    }
  }
}

const MAX_SHOWN_CHARS = 120;

/** Formats a path or a value for a message: on one line, quoted and shortened. */
export function quoteShort(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, MAX_SHOWN_CHARS + 1)) : describe(value);
  // A lone surrogate can only come from cutting: JSON escapes those in the original.
  return text.length > MAX_SHOWN_CHARS + 2 ? `${text.slice(0, MAX_SHOWN_CHARS).replace(/\p{Surrogate}$/u, "")}…` : text;
}

function describe(value: unknown): string {
  if (value === null || value === undefined || typeof value === "number" || typeof value === "boolean") {
    return String(value);
  }
  try {
    if (Array.isArray(value)) return "an array";
  } catch {
    // A revoked proxy throws on every access.
  }
  return `a value of type ${typeof value}`;
}

export function invalidArgument(message: string): ToolError {
  return new ToolError({ kind: "BadArgs", code: "INVALID_ARGUMENT", message });
}

/** `nearest` is the argument that was probably meant. */
export function unknownArgument(
  tool: string,
  name: string,
  known: readonly string[],
  nearest: string | null,
): ToolError {
  return naming(
    { kind: "BadArgs", code: "INVALID_ARGUMENT" },
    (nameTool) =>
      `${nameTool(tool)} has no argument ${quoteShort(name)}; it has ${known.join(", ")}${didYouMean(nearest)}`,
  );
}

/** An argument of another tool, which means `own` here. */
export function foreignArgument(tool: string, name: string, own: string): ToolError {
  return naming(
    { kind: "BadArgs", code: "INVALID_ARGUMENT" },
    (nameTool) => `${nameTool(tool)} has no argument ${quoteShort(name)}; use ${own}`,
  );
}

/** Two names for one argument. */
export function contradictingArguments(first: string, second: string): ToolError {
  return invalidArgument(`${first} and ${second} contradict each other; give only one of them`);
}

/** `fault` is about our arguments; `sentNames` are those under which they were sent, by ours. */
export function faultInReadArguments(fault: ToolError, sentNames: ReadonlyMap<string, string>): ToolError {
  const { kind, code, path, retriable, cause } = fault;
  const [first, ...others] = [...sentNames].map(([own, sent]) => [sent, own] as const);
  if (first === undefined) return fault;
  const names = [first.join(" was read as "), ...others.map((pair) => pair.join(" as "))].join(", ");
  return naming({ kind, code, path, retriable, cause }, (nameTool) => `${fault.messageFor(nameTool)}; ${names}`);
}

/** `fault` follows the name in the sentence. */
export function unusableName(name: string, fault: string): ToolError {
  return invalidArgument(`path has a name that cannot be used: ${quoteShort(name)} ${fault}`);
}

/** `path` is the requested path relative to the workspace, if it can be expressed so. The target is never named. */
export function outsideWorkspace(path?: string): ToolError {
  const subject = path === undefined ? "path" : quoteShort(path);
  return violation(`${subject} is outside the workspace; use a path inside it, relative to its root`, path);
}

export function absolutePathRefused(): ToolError {
  return violation("absolute paths are not allowed here; use a path relative to the workspace root");
}

/** `argument` is a glob that starts outside. */
export function outsideGlob(argument: string): ToolError {
  return violation(`${argument} is outside the workspace; use a glob inside it, relative to its root`);
}

export function absoluteGlobRefused(argument: string): ToolError {
  return violation(`${argument}: absolute globs are not allowed here; use a relative one`);
}

/** `allowed` are folders of the workspace, relative to its root. */
export function outsideAllowedRoots(path: string, allowed: readonly string[]): ToolError {
  const folders = allowed.map(quoteShort).join(", ");
  return violation(`${quoteShort(path)} is outside the allowed folders: ${folders}`, path);
}

export function deniedByPattern(path: string, pattern: string): ToolError {
  return violation(`${quoteShort(path)} is denied by the pattern ${quoteShort(pattern)}`, path);
}

/** Denied by a line of the ignore file at `file`. */
export function deniedByFile(path: string, file: string, line: number | null): ToolError {
  return violation(`${quoteShort(path)} is denied by ${file}${line === null ? "" : ` line ${line}`}`, path);
}

/** Denied because of a file that cannot be applied: it is unknown what the file would deny, so everything is denied. */
export function deniedByUnusableFile(path: string, file: string, problem: string): ToolError {
  return violation(`${quoteShort(path)} is denied: ${file} cannot be applied, because it ${problem}`, path);
}

function violation(message: string, path?: string): ToolError {
  return new ToolError({ kind: "SandboxViolation", code: "SANDBOX_VIOLATION", message, path });
}

export function policyDenied(write: (nameTool: NameTool) => string): ToolError {
  return naming({ kind: "PolicyDenied", code: "POLICY_DENIED" }, write);
}

/** The closest match for a path that does not exist, relative to the workspace. */
export interface NearMiss {
  /** The nearest existing folder on the way. */
  readonly folder: string;
  /** The entry of that folder that was probably meant. */
  readonly meant: string | null;
}

export function notFound(path: string, cause?: unknown, near?: NearMiss): ToolError {
  const folder = near ? `; the nearest existing folder is ${quoteShort(near.folder)}` : "";
  const message = `${quoteShort(path)} does not exist${folder}${didYouMean(near?.meant)}`;
  return failed("NOT_FOUND", message, path, cause);
}

/** A hint to append to a sentence about a name that does not exist. */
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

/** For answers that cannot be shortened. */
export function tooLongForAnswer(path: string, sizeBytes: number, maxBytes: number): ToolError {
  const message = `${quoteShort(path)} has ${sizeBytes} bytes of text, but a resource may have at most ${maxBytes} here`;
  return naming(
    { kind: "ExecutionFailed", code: "SIZE_LIMIT_EXCEEDED", path },
    (nameTool) => `${message}; read it in parts with ${nameTool("read_file")} and start_line`,
  );
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

/** A resource is temporarily exhausted (descriptors, memory): the same call may succeed later. */
export function busyFailure(path: string | undefined, reason: string, cause?: unknown): ToolError {
  const message = path === undefined ? reason : `${quoteShort(path)}: ${reason}`;
  return new ToolError({ kind: "ExecutionFailed", code: "INTERNAL", message, path, retriable: true, cause });
}

/** A call that cannot be recorded is not answered. */
export function recordFailure(cause: unknown): ToolError {
  return internalFailure(undefined, "the record of calls cannot be written, so the call is not answered", cause);
}

export function unknownTool(name: unknown, known: readonly string[]): ToolError {
  return naming(
    { kind: "UnknownTool", code: "UNKNOWN_TOOL" },
    (nameTool) => `there is no tool ${quoteShort(name)}; the tools are ${known.map(nameTool).join(", ")}`,
  );
}

export function duplicateTool(name: string): ToolError {
  const message = `a tool named ${quoteShort(name)} is already registered`;
  return new ToolError({ kind: "DuplicateTool", code: "DUPLICATE_TOOL", message });
}

export function duplicateToolCallId(id: string): ToolError {
  const message = `the call id ${quoteShort(id)} is already used in this batch; this call was not run`;
  return new ToolError({ kind: "DuplicateToolCallId", code: "DUPLICATE_TOOL_CALL_ID", message });
}

export function limitExceeded(message: string): ToolError {
  return new ToolError({ kind: "BadArgs", code: "LIMIT_EXCEEDED", message });
}

export function tooManyWaiting(maxWaiting: number): ToolError {
  const message = `at most ${maxWaiting} calls can wait; try again later`;
  return new ToolError({ kind: "BadArgs", code: "LIMIT_EXCEEDED", message, retriable: true });
}

/**
 * `needed` must be a size that would do, in `unit`; null if there is none. `hint` says what to request instead, if there is something.
 */
export function outputBudgetTooSmall(
  needed: number | null,
  allowed: number,
  hint = "",
  path?: string,
  unit = "bytes",
): ToolError {
  const sizes = needed === null ? "none is enough" : `${needed} ${unit} needed, ${allowed} allowed`;
  const message = `output budget too small: ${sizes}${hint && `; ${hint}`}`;
  return new ToolError({ kind: "ExecutionFailed", code: "OUTPUT_BUDGET_TOO_SMALL", message, path });
}

export function cancelled(): ToolError {
  return new ToolError({ kind: "Cancelled", code: "CANCELLED", message: "Cancelled by user" });
}

export function timedOut(): ToolError {
  return new ToolError({
    kind: "Timeout",
    code: "TIMEOUT",
    message: "the call exceeded its time limit; request less at once",
    retriable: true,
  });
}

/** For a message that names tools. */
function naming(fields: Omit<ToolErrorFields, "message">, write: (nameTool: NameTool) => string): ToolError {
  return new ToolError({ ...fields, message: write((name) => name) }, write);
}

function failed(code: ErrorCode, message: string, path: string, cause?: unknown): ToolError {
  return new ToolError({ kind: "ExecutionFailed", code, message, path, cause });
}

/** Foreign errors are kept as the cause, for the owner only. */
export function asToolError(thrown: unknown): ToolError {
  return ToolError.isInstance(thrown) ? thrown : internalFailure(undefined, "the tool failed", thrown);
}

/** Refused by the policy or the sandbox, without access to the target. */
export function isRefusal({ kind }: Pick<ToolError, "kind">): boolean {
  return kind === "PolicyDenied" || kind === "SandboxViolation";
}
