// Notes what one call does, for its record and its events: the arguments, the files it opened, and the refusals.

import { isRefusal } from "../errors/calls.ts";
import { type ErrorCode, ToolError } from "../errors.ts";
import { measureSafeJson } from "../input/json_line.ts";
import { copyArguments } from "../input/snapshot.ts";
import { type CutJson, cutJson, cutText } from "./cut_json.ts";

/** A path of a call that was refused. */
export interface RefusedPath {
  /** Relative to the root; if it is not a path inside, as the model sent it, shortened. */
  readonly path: string;
  /** Why the path was refused. */
  readonly code: ErrorCode;
}

/** `later`: the answer was the question for a person, and the call is repeated with their decision. */
export type AskedAnswer = "yes" | "no" | "later";

const MAX_OPENED = 100;
const MAX_OPENED_BYTES = 12_288;
const MAX_REFUSED = 20;
const MAX_REFUSED_BYTES = 4096;
const MAX_PATH_CHARS = 200;
/** Besides the arguments: only what the call named differently. */
const MAX_SENT_BYTES = 2048;

const UNREADABLE: CutJson = { value: null, isCut: true };

export class CallNotes {
  /** Names of arguments that the tool ignores. */
  unknown: readonly string[] = [];
  /** The answer of the person who was asked for approval. */
  asked: AskedAnswer | null = null;
  readonly #opened = new Set<string>();
  readonly #refused: RefusedPath[] = [];
  #openedMore = 0;
  #openedBytes = 0;
  #copy: { readonly value: unknown } | null = null;
  #arguments: CutJson | null = null;
  #sent: CutJson | null = null;

  /** The gate's copy of the arguments: the caller's own object is read only once. */
  noteArguments(copy: unknown): void {
    this.#copy = { value: copy };
  }

  /** The arguments under the tool's own names, and those of them that were sent under other names. */
  noteReading(args: unknown, sent: unknown): void {
    this.noteArguments(args);
    this.#sent = cutJson(sent, MAX_SENT_BYTES);
  }

  /** For a call that was refused before its arguments were read. */
  readArguments(makeArgs: () => unknown, maxBytes: number): void {
    if (this.#copy !== null) return;
    try {
      this.noteArguments(copyArguments(makeArgs(), maxBytes));
    } catch {
      // They stay unread.
    }
  }

  /** Directories end in `/`. */
  noteOpened(location: string): void {
    if (this.#opened.has(location)) return;
    const bytes = measureSafeJson(location);
    if (this.#opened.size === MAX_OPENED || this.#openedBytes + bytes > MAX_OPENED_BYTES) this.#openedMore++;
    else {
      this.#opened.add(location);
      this.#openedBytes += bytes;
    }
  }

  noteFile(location: string): void {
    this.noteOpened(location);
  }

  noteDirectory(location: string): void {
    this.noteOpened(`${location}/`);
  }

  /** For a further path that could not be opened. Other errors than refusals are left to the tool. */
  noteRefusal(unsafePath: unknown, error: unknown): void {
    if (this.#refused.length === MAX_REFUSED || !ToolError.isInstance(error) || !isRefusal(error)) return;
    const refused = { path: cutText(error.path ?? String(unsafePath), MAX_PATH_CHARS), code: error.code };
    const isLong = measureSafeJson([...this.#refused, refused]) > MAX_REFUSED_BYTES;
    this.#refused.push(isLong ? { ...refused, path: "…" } : refused);
  }

  /** The error of the whole call. A path outside is not named. */
  noteFailure(error: ToolError | null): void {
    if (error?.path !== undefined && this.#refused.length === 0) this.noteRefusal(error.path, error);
  }

  /** For another run of the same admission, which notes its own files. */
  copy(): CallNotes {
    const copy = new CallNotes();
    copy.#copy = this.#copy;
    copy.#sent = this.#sent;
    for (const location of this.#opened) copy.noteOpened(location);
    return copy;
  }

  get arguments(): CutJson {
    if (this.#copy === null) return UNREADABLE;
    this.#arguments ??= cutJson(this.#copy.value);
    return this.#arguments;
  }

  /** What was sent under other names than the tool's; null if nothing was. */
  get sent(): CutJson | null {
    return this.#sent;
  }

  /** The argument `path`, if it is a string. */
  get path(): string | null {
    const { path }: { readonly path?: unknown } = Object(this.arguments.value);
    return typeof path === "string" ? path : null;
  }

  get opened(): readonly string[] {
    return [...this.#opened];
  }

  get openedMore(): number {
    return this.#openedMore;
  }

  get refused(): readonly RefusedPath[] {
    return [...this.#refused];
  }
}
