// Collects the results of one page from file after file, until the page is full and more is known to follow.

import type { Steps } from "../../../disk/steps.ts";
import type { ContentReader } from "../../../disk/types.ts";
import type { LineFinder } from "../../../regex/text_pattern.ts";
import type { LeftOut } from "../../../walk/left_out.ts";
import type { Mark } from "../../../walk/place.ts";
import { NOT_BEGUN } from "./file_cursor.ts";
import type { FilePieces } from "./file_pieces.ts";
import { FILE_START, type FilePlace, FileSearch } from "./file_search.ts";
import type { Part, SearchMark } from "./fit.ts";
import type { SearchLine, SearchTextRequest, SearchTotals } from "./types.ts";

// Takes some milliseconds at most.
const STEPS_AT_ONCE = 65_536;
const LINES_AT_ONCE = 8;

/** `finder` is the compiled pattern. */
export type Wanted = Pick<SearchTextRequest, "contextLines" | "maxResults" | "mode"> & { readonly finder: LineFinder };

export interface PageScope {
  /** Returns the position of the walk. */
  readonly noteWalk: () => Mark;
  readonly leftOut: LeftOut;
  /** Parts that cannot fit into this are not collected. Default: no limit. */
  readonly maxBytes?: number | undefined;
}

/** `more`: the page is full, and more follows. `over`: the answer is full. */
type Progress = "done" | "more" | "over";
type Fault = "too_large" | "binary";

export class ContentSearch {
  readonly parts: Part[] = [];
  readonly #wanted: Wanted;
  readonly #scope: PageScope;
  readonly #maxBytes: number;
  readonly #totals: SearchTotals = { matched_lines: 0, matched_files: 0, searched_files: 0, searched_bytes: 0 };
  #results = 0;
  #bytesRead = 0;
  /** A lower bound for the size of the parts, in any format. */
  #shownBytes = 0;
  /** The file being searched. */
  #file: FileSearch | null = null;

  constructor(wanted: Wanted, scope: PageScope) {
    this.#wanted = wanted;
    this.#scope = scope;
    this.#maxBytes = scope.maxBytes ?? Number.POSITIVE_INFINITY;
  }

  /** Everything before this is done: within a file, up to the last line that was examined. */
  get mark(): SearchMark {
    return this.#noteMark(this.#file?.place ?? null);
  }

  get isFull(): boolean {
    return this.#results === this.#wanted.maxResults;
  }

  /** Whether a piece of the current file has been read. */
  get isInPiece(): boolean {
    return this.#file?.hasEntered ?? false;
  }

  get bytesRead(): number {
    return this.#bytesRead;
  }

  /** A file counts on the page where its search starts. Returns also why it is not searched. */
  *search(path: string, content: ContentReader, pieces: FilePieces, from: FilePlace): Steps<Progress | Fault> {
    const fault = yield* pieces.begin(content, from.offset);
    if (fault !== null) return fault;
    const isFirst = from.line === NOT_BEGUN.line;
    if (isFirst) {
      this.#totals.searched_files += 1;
      this.#totals.searched_bytes += pieces.sizeBytes;
    }
    const { finder, contextLines, mode } = this.#wanted;
    this.#file = new FileSearch(finder, contextLines, isFirst ? FILE_START : from, mode === "files");
    const progress = yield* mode === "files"
      ? this.#count(path, this.#file, pieces)
      : this.#showLines(path, this.#file, pieces);
    this.#bytesRead += pieces.bytesRead;
    this.#file = null;
    return progress;
  }

  /** The rest of the file cannot be read. */
  giveUp(): void {
    this.#file = null;
  }

  *#showLines(path: string, file: FileSearch, pieces: FilePieces): Steps<Progress> {
    let lastMatch = 0;
    for (let shown = 1; ; shown++) {
      if (shown % LINES_AT_ONCE === 0) yield;
      const line = file.next(STEPS_AT_ONCE);
      if (line === "paused") yield;
      else if (line === null && !(yield* this.#goOn(file, pieces))) return "done";
      if (line === "paused" || line === null) continue;
      const isMatch = line.match !== false;
      // After the last match, only its own context is shown.
      if (this.isFull && (isMatch || lastMatch === 0 || line.line > lastMatch + this.#wanted.contextLines))
        return "more";
      if (isMatch) {
        lastMatch = line.line;
        this.#noteResult(1, file.place.found === 1);
      }
      this.#add(path, line, file.place);
      if (this.#shownBytes > this.#maxBytes) return "over";
    }
  }

  *#count(path: string, file: FileSearch, pieces: FilePieces): Steps<Progress> {
    for (let steps = 1; ; steps++) {
      const step = file.count(STEPS_AT_ONCE);
      if (step === null && !(yield* this.#goOn(file, pieces))) break;
      if (step === "paused" || steps % LINES_AT_ONCE === 0) yield;
      if (step === "found" && this.isFull) return "more";
    }
    const { found } = file.place;
    if (found === 0) return "done";
    this.#noteResult(found, true);
    this.#add(path, found, null);
    return this.#shownBytes > this.#maxBytes ? "over" : "done";
  }

  /** Returns whether there is another piece. */
  *#goOn(file: FileSearch, pieces: FilePieces): Steps<boolean> {
    let piece = pieces.take();
    if (piece === "end") return false;
    file.leave();
    for (; piece === "more"; piece = pieces.take()) {
      const fault = yield* pieces.fill();
      if (fault === null) continue;
      this.#scope.leftOut.add(fault);
      return false;
    }
    if (piece === "end") return false;
    yield;
    if (file.enter(piece) && piece.isCut) this.#scope.leftOut.add("too_large");
    return true;
  }

  #noteResult(lines: number, isFirst: boolean): void {
    this.#results += 1;
    this.#totals.matched_lines += lines;
    if (isFirst) this.#totals.matched_files += 1;
  }

  #add(path: string, shown: SearchLine | number, place: FilePlace | null): void {
    this.#shownBytes += typeof shown === "number" ? path.length : shown.text.length + 1;
    this.parts.push({ path, shown, mark: this.#noteMark(place) });
  }

  #noteMark(file: FilePlace | null): SearchMark {
    return { walk: this.#scope.noteWalk(), file, totals: { ...this.#totals } };
  }
}
