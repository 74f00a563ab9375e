// What one call does, noted while it runs, for its record and its events: the arguments, what it opened, what was refused, how long it took.

import { type ErrorCode, isRefusal, ToolError } from "../errors.ts";
import { measureSafeJson } from "../security/json_line.ts";
import { clockMs } from "../workspace/call_clock.ts";
import { type CutJson, cutJson, cutText } from "./cut_json.ts";
import { copyArguments } from "./snapshot.ts";

/** A path that a call asked for. */
export interface RefusedPath {
  /** Relative to the root; as the model sent it, cut, if it is no path inside. */
  readonly path: string;
  /** Why the path was refused. */
  readonly code: ErrorCode;
}

/** `later`: the call was answered with the question, and is made again with the answer. */
export type AskedAnswer = "yes" | "no" | "later";

const MAX_OPENED = 100;
const MAX_OPENED_BYTES = 12_288;
const MAX_REFUSED = 20;
const MAX_REFUSED_BYTES = 4096;
const MAX_PATH_CHARS = 200;

const UNREADABLE: CutJson = { value: null, isCut: true };

export class CallNotes {
  /** Names of arguments that the tool ignores. */
  unknown: readonly string[] = [];
  /** What a person said who was asked to approve it. */
  asked: AskedAnswer | null = null;
  readonly #opened = new Set<string>();
  readonly #refused: RefusedPath[] = [];
  #openedMore = 0;
  #openedBytes = 0;
  #copy: { readonly value: unknown } | null = null;
  #arguments: CutJson | null = null;
  #spentMs = 0;
  #sinceMs: number | null = clockMs();

  /** The arguments as the gate has copied them: the caller's own object is read once. */
  noteArguments(copy: unknown): void {
    this.#copy = { value: copy };
  }

  /** For a call that was refused before its arguments were looked at. */
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

  /** A further path could not be opened; what is no refusal is the tool's to tell. */
  noteRefusal(unsafePath: unknown, error: unknown): void {
    if (this.#refused.length === MAX_REFUSED || !ToolError.isInstance(error) || !isRefusal(error)) return;
    const refused = { path: cutText(error.path ?? String(unsafePath), MAX_PATH_CHARS), code: error.code };
    const isLong = measureSafeJson([...this.#refused, refused]) > MAX_REFUSED_BYTES;
    this.#refused.push(isLong ? { ...refused, path: "…" } : refused);
  }

  /** What the call as a whole failed with. A path outside is not named. */
  noteFailure(error: ToolError | null): void {
    if (error?.path !== undefined && this.#refused.length === 0) this.noteRefusal(error.path, error);
  }

  /** Time from now on is not the call's. */
  pause(): void {
    this.#spentMs = this.spentMs;
    this.#sinceMs = null;
  }

  resume(): void {
    this.#sinceMs ??= clockMs();
  }

  /** For a further run of the same admission: what it opens is its own. */
  copy(): CallNotes {
    const copy = new CallNotes();
    copy.#copy = this.#copy;
    copy.#spentMs = this.#spentMs;
    for (const location of this.#opened) copy.noteOpened(location);
    return copy;
  }

  get arguments(): CutJson {
    if (this.#copy === null) return UNREADABLE;
    this.#arguments ??= cutJson(this.#copy.value);
    return this.#arguments;
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

  get spentMs(): number {
    return this.#spentMs + (this.#sinceMs === null ? 0 : clockMs() - this.#sinceMs);
  }
}
