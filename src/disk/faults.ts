// Converts operating system errors into `ToolError`s. The system's own message is never passed on: it contains absolute paths and differs
// between runtimes.

import { busyFailure, internalFailure } from "../errors/calls.ts";
import { notFound } from "../errors/paths.ts";
import { ToolError } from "../errors.ts";

// A guess: an editor that saves by renaming disturbs one attempt, a process that never stops disturbs all.
const MAX_WAITS = 3;
/** For attempts without a wait in between. A guess: with a file that is saved continuously, one attempt in thirty was disturbed. */
export const MAX_ATTEMPTS = 10;

/** The result of a step cannot be trusted, because something on the path changed meanwhile. */
export class TransientChange extends Error {
  /** After how many milliseconds the same step may succeed; null: unknown. */
  readonly waitMs: number | null;

  constructor(waitMs: number | null) {
    super("something has just changed on the way");
    this.waitMs = waitMs;
  }
}

/** Also for the `ToolError` made from it. Code that handles failures must pass these on. */
export function isTransientChange(error: unknown): boolean {
  return originOf(error) instanceof TransientChange;
}

/** How long to wait before the next attempt. Throws `error` if there is none. */
export function waitAfter(error: unknown, waits: number): number {
  const origin = originOf(error);
  if (!(origin instanceof TransientChange) || origin.waitMs === null || waits === MAX_WAITS) throw error;
  return origin.waitMs;
}

function originOf(error: unknown): unknown {
  return ToolError.isInstance(error) ? error.cause : error;
}

export type FaultReason = "missing" | "unreachable" | "permission" | "io" | "exhausted" | "other";

const REASONS: Readonly<Record<string, FaultReason>> = {
  ENOENT: "missing",
  ENOTDIR: "unreachable",
  ELOOP: "unreachable",
  ENAMETOOLONG: "unreachable",
  EACCES: "permission",
  EPERM: "permission",
  EIO: "io",
  EMFILE: "exhausted",
  ENFILE: "exhausted",
  ENOMEM: "exhausted",
};

export function errnoOf(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Why a workspace operation failed; also for the `ToolError` made from it. */
export function faultReason(error: unknown): FaultReason {
  return REASONS[errnoOf(originOf(error)) ?? ""] ?? "other";
}

/** Whether the same step may succeed a moment later. Propagate such errors; never treat them as "not found". */
export function isTransient(error: unknown): boolean {
  return ToolError.isInstance(error) && error.retriable;
}

/** `path` is relative to the root and may be shown. */
export function toToolError(error: unknown, path: string): ToolError {
  if (ToolError.isInstance(error)) return error;
  if (error instanceof TransientChange) {
    return busyFailure(path, "it was moved or replaced while it was being read; try again", error);
  }
  switch (faultReason(error)) {
    case "missing":
    case "unreachable":
      return notFound(path, error);
    case "permission":
      return internalFailure(path, "permission denied", error);
    case "io":
      return internalFailure(path, "input/output error", error);
    case "exhausted":
      return busyFailure(path, "the system is temporarily out of resources; try again later", error);
    case "other":
      return internalFailure(path, `the system refused (${errnoOf(error) ?? "unknown reason"})`, error);
  }
}
