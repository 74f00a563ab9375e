// The record of one call, for the owner: who called what, what was opened, and how it ended. An `Audit` stores the records.

import { asToolError, recordFailure } from "../errors/calls.ts";
import type { ErrorCode, ToolError } from "../errors.ts";
import { showInvisible } from "../input/sanitize.ts";
import type { Awaitable } from "../tools/tool.ts";
import type { AskedAnswer, CallNotes, RefusedPath } from "./call_notes.ts";
import type { CallTime } from "./hold.ts";
import { raceLimits } from "./race_limits.ts";

/** The client that made the call, as it introduced itself. */
export interface Client {
  /** The name of the client. */
  readonly name: string;
  /** Its version. */
  readonly version?: string | undefined;
}

/** `owner`: a person who uses the page or the command line, or a program that says so. */
export type Caller = "agent" | "owner";

/** The record of one call: who called what, what was opened, and how it ended. */
export interface AuditRecord {
  /** When the answer was ready: ISO 8601, UTC, with milliseconds. */
  readonly time: string;
  /** The id of the call; null if it had no usable one. */
  readonly call_id: string | null;
  /** The client that made the call, as it introduced itself; null if it did not. */
  readonly client: {
    /** Its name, cut and safe to print. */
    readonly name: string;
    /** Its version; null if unknown. */
    readonly version: string | null;
  } | null;
  /** On whose behalf the call was made. */
  readonly by: Caller;
  /** The name as called, even if there is no such tool. */
  readonly tool: string | null;
  /** By the tool's own names. Null if they could not be read. */
  readonly arguments: unknown;
  /** Those that the model sent under other names, or that its client added, as they were sent. */
  readonly sent?: unknown;
  /** The arguments are incomplete: too long, or not readable. */
  readonly arguments_cut?: true;
  /**
   * The files whose content was opened and the folders that were listed, as locations with links resolved, relative to the root. Folders
   * end in `/`. At most 100.
   */
  readonly opened: readonly string[];
  /** The number of further ones. */
  readonly opened_more?: number;
  /** Paths inside the workspace that were refused, as locations. At most 20. */
  readonly refused?: readonly RefusedPath[];
  /**
   * The answer of the person who was asked for approval. `later`: the answer was the question, and the call is repeated with the decision.
   */
  readonly asked?: AskedAnswer;
  /** Whether the call succeeded. */
  readonly success: boolean;
  /** The error code of a failed or refused call; null if it succeeded. */
  readonly code: ErrorCode | null;
  /** The size of the text for the model, in UTF-8. */
  readonly answer_bytes: number;
  /** `answer_bytes` / 4, rounded up. */
  readonly estimated_tokens: number;
  /** Without the time for approval. */
  readonly duration_ms: number;
}

/**
 * Called for each call before its answer is returned, with the text for the model (for a binary resource, a line that describes it). If it
 * throws or rejects, the call is answered with an error and nothing is shown. It must not call its own toolkit.
 */
export type Audit = (record: AuditRecord, content: string) => Awaitable<void>;

/** The caller and the tool of a record. */
export interface RecordSubject {
  readonly callId: string | null;
  readonly tool: string | null;
  readonly client: Client | undefined;
  readonly by: Caller;
}

/** The answer as it is sent. */
export interface Written {
  readonly content: string;
  readonly bytes: number;
}

/** The part of a context that records need. */
export interface RecordKeeping {
  readonly audit: Audit;
  /** A record that takes longer counts as failed. */
  readonly timeoutMs: number;
}

const MAX_NAME_CHARS = 128;
const BYTES_PER_TOKEN = 4;

/** Writes the record of one call, once. */
export class CallRecord {
  readonly #keeping: RecordKeeping;
  readonly #subject: RecordSubject;
  readonly #notes: CallNotes;
  readonly #time: CallTime;
  #isTried = false;

  constructor(keeping: RecordKeeping, subject: RecordSubject, notes: CallNotes, time: CallTime) {
    this.#keeping = keeping;
    this.#subject = subject;
    this.#notes = notes;
    this.#time = time;
  }

  /** Throws `recordFailure` if the record cannot be written: then nothing of the output may be returned. */
  keep(written: Written): Promise<void> {
    return this.#keep(null, written);
  }

  /** Returns the error for the caller: the given one, unless its record cannot be written. */
  async keepError(error: ToolError, written: Written): Promise<ToolError> {
    if (this.#isTried) return error;
    try {
      await this.#keep(error, written);
      return error;
    } catch (failure) {
      return asToolError(failure);
    }
  }

  async #keep(error: ToolError | null, written: Written): Promise<void> {
    this.#isTried = true;
    this.#notes.noteFailure(error);
    const { audit, timeoutMs } = this.#keeping;
    try {
      const kept = audit(this.#make(error, written.bytes), written.content);
      if (kept !== undefined) await raceLimits({ timeoutMs, signal: undefined }, async () => kept);
    } catch (thrown) {
      throw recordFailure(thrown);
    }
  }

  #make(error: ToolError | null, bytes: number): AuditRecord {
    const { callId, tool, client, by } = this.#subject;
    const { arguments: args, sent, opened, openedMore, refused, asked } = this.#notes;
    return {
      time: new Date().toISOString(),
      call_id: callId === null ? null : toShortName(callId),
      client: client === undefined ? null : toShortClient(client),
      by,
      tool: tool === null ? null : toShortName(tool),
      arguments: args.value,
      ...(sent === null ? {} : { sent: sent.value }),
      ...(args.isCut || sent?.isCut ? { arguments_cut: true } : {}),
      opened,
      ...(openedMore > 0 ? { opened_more: openedMore } : {}),
      ...(refused.length > 0 ? { refused } : {}),
      ...(asked === null ? {} : { asked }),
      success: error === null,
      code: error?.code ?? null,
      answer_bytes: bytes,
      estimated_tokens: Math.ceil(bytes / BYTES_PER_TOKEN),
      duration_ms: Math.round(this.#time.spentMs * 1000) / 1000,
    };
  }
}

/** For data that no model gets. A value without JSON counts as empty. */
export function writeData(data: unknown): Written {
  try {
    const content = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
    return { content, bytes: Buffer.byteLength(content) };
  } catch {
    return { content: "", bytes: 0 };
  }
}

function toShortClient({ name, version }: Client) {
  return { name: toShortName(name), version: version === undefined ? null : toShortName(version) };
}

/** A client or a model chose the name: makes it short, safe to print and one line. */
function toShortName(name: string): string {
  const shown = showInvisible(name.slice(0, MAX_NAME_CHARS));
  return name.length > MAX_NAME_CHARS ? `${shown}…` : shown;
}
