// ToolError, the only error class of porthole. Its named constructors stand in errors/, one for each failure, so that every message
// exists once. Imports nothing.

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

/** From an argument's own name to the one that the reader knows: an option of the command line. */
export type NameArgument = (name: string) => string;

type WriteMessage = (nameTool: NameTool, nameArgument: NameArgument) => string;

const ownName = (name: string) => name;

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

  /** The message for a reader who knows tools or arguments by other names. */
  declare readonly messageFor: (nameTool: NameTool, nameArgument?: NameArgument) => string;

  /** `write` makes the message again, if it names tools or arguments. */
  constructor(fields: ToolErrorFields, write: WriteMessage = () => fields.message) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = "ToolError";
    this.kind = fields.kind;
    this.code = fields.code;
    this.path = fields.path;
    this.retriable = fields.retriable ?? false;
    Object.defineProperty(this, brand, { value: true });
    const messageFor: ToolError["messageFor"] = (nameTool, nameArgument = ownName) => write(nameTool, nameArgument);
    Object.defineProperty(this, "messageFor", { value: messageFor });
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

/** For a message that names tools or arguments. */
export function naming(fields: Omit<ToolErrorFields, "message">, write: WriteMessage): ToolError {
  return new ToolError({ ...fields, message: write(ownName, ownName) }, write);
}
