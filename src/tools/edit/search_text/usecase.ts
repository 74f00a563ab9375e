// Finds lines in files: reads the files that the walk visits, one at a time, and searches them.

import type { CallClock } from "../../../disk/call_clock.ts";
import { inSlices } from "../../../disk/steps.ts";
import type {
  ChildFile,
  ContentReader,
  SealedDirectory,
  SealedFile,
  SealedNode,
  SmallFileFault,
} from "../../../disk/types.ts";
import { notFile } from "../../../errors/paths.ts";
import { ToolError } from "../../../errors.ts";
import type { LineFinder } from "../../../regex/text_pattern.ts";
import { type Cursor, requireCall, toCallId, writeCursor, wrongCursor } from "../../../walk/cursor.ts";
import { WalkFolder } from "../../../walk/folder.ts";
import { LeftOut, type LeftOutReason } from "../../../walk/left_out.ts";
import { endComplete, endEarly, type TruncatedReason } from "../../../walk/page.ts";
import { START, writePlace } from "../../../walk/place.ts";
import { findEnd, nextInSlices, Walk } from "../../../walk/walk.ts";
import type { Found } from "../../found.ts";
import type { CallScope } from "../../tool.ts";
import { ContentSearch } from "./content_search.ts";
import { NOT_BEGUN, readFilePlace, writeFilePlace } from "./file_cursor.ts";
import { FilePieces, PIECE_SIZES } from "./file_pieces.ts";
import type { FilePlace } from "./file_search.ts";
import { searchRules } from "./filter.ts";
import { endSearch, foundLines, type SearchMark } from "./fit.ts";
import type { SearchTextOutput, SearchTextRequest, SearchTextSettings } from "./types.ts";

/** One call. */
interface Job {
  readonly request: SearchTextRequest;
  readonly scope: CallScope;
  readonly settings: SearchTextSettings;
  /** From `toCallId`. */
  readonly call: string;
  readonly after: Cursor | null;
  /** The position in the file that `after` names; null if it names none. */
  readonly from: FilePlace | null;
  readonly clock: CallClock;
  readonly finder: LineFinder;
  readonly pieces: FilePieces;
}

/** Where a page ends, and why; null if nothing follows. */
interface Ending {
  readonly reason: TruncatedReason | null;
  readonly mark: SearchMark;
  /** For a page that makes no progress. */
  readonly error?: ToolError;
}

export async function searchText(
  node: SealedNode,
  request: SearchTextRequest,
  scope: CallScope,
  settings: SearchTextSettings,
  sizes = PIECE_SIZES,
): Promise<Found<SearchTextOutput>> {
  const call = toCallId([scope.path, ...request.bound]);
  const after = request.after === null ? null : requireCall(request.after, call);
  const from = after === null ? null : readFilePlace(after.detail, request.contextLines);
  if (from === undefined) throw wrongCursor();
  const clock = endEarly(scope.clock);
  if (node.kind === "other") throw notFile(scope.path, "special file");
  const finder = await inSlices(request.parsed.compile(), clock);
  using pieces = new FilePieces(settings.maxFileBytes, sizes);
  const job = { request, scope, settings, call, after, from, clock, finder, pieces };
  return await (node.kind === "directory" ? searchBelow(node, job) : searchNamed(node, job));
}

async function searchBelow(directory: SealedDirectory, job: Job): Promise<Found<SearchTextOutput>> {
  const { request, scope, settings, after, from, finder } = job;
  const folder = WalkFolder.atStart(directory.inner, searchRules(request), scope);
  const walk = new Walk(folder, {
    sought: null,
    maxEntries: settings.maxEntriesScanned,
    after: after?.place,
    revisits: from !== null,
  });
  try {
    const { leftOut } = walk;
    const page = { noteWalk: () => walk.mark, leftOut, maxBytes: scope.answer?.maxBytes };
    const search = new ContentSearch({ ...request, finder }, page);
    const ending = await searchVisits(walk, search, job);
    return toAnswer(job, search, ending, after && writeCursor(after));
  } finally {
    walk.close();
  }
}

async function searchVisits(walk: Walk, search: ContentSearch, job: Job): Promise<Ending> {
  const { settings, from, clock } = job;
  const next = () => nextInSlices(walk, clock);
  let limit: SearchMark | null = null;
  for (let visit = await next(); visit !== null; visit = await next()) {
    if (limit !== null) return { reason: "scan_limit", mark: limit };
    const { path, isAgain, folder, entry } = visit;
    const open = async () =>
      toContent(await inSlices(folder.directory.openChildFile(entry.raw, settings.maxFileBytes), clock));
    const source = { path, open, from: (isAgain && from) || NOT_BEGUN, isNamed: false };
    const ending = await searchOne(search, walk.leftOut, source, job);
    if (ending?.reason === "timeout" && isAgain && search.isInPiece && isSamePlace(ending.mark.file, from)) {
      // A single line takes all the time of a page, so further pages would make no progress either.
      walk.leftOut.add("unreadable");
      return { ...ending, mark: { ...search.mark, file: null } };
    }
    if (ending !== null) return ending;
    if (search.bytesRead >= settings.maxBytesScanned) limit = search.mark;
  }
  return { reason: walk.endedBy, mark: search.mark };
}

/** A file that is named directly: no walk, and the globs do not apply. */
async function searchNamed(file: SealedFile, job: Job): Promise<Found<SearchTextOutput>> {
  const { request, scope, clock, after, call, finder } = job;
  if (after !== null && (job.from === null || writePlace(after.place) !== "")) throw wrongCursor();
  const from = job.from ?? NOT_BEGUN;
  const leftOut = new LeftOut();
  const noteWalk = () => ({ place: START, leftOut: leftOut.snapshot() });
  const search = new ContentSearch({ ...request, finder }, { noteWalk, leftOut, maxBytes: scope.answer?.maxBytes });
  const open = async () => file.openContent(clock);
  const ending = await searchOne(search, leftOut, { path: scope.path, open, from, isNamed: true }, job);
  const began = writeCursor({ call, detail: writeFilePlace(from), place: START });
  return toAnswer(job, search, ending ?? { reason: null, mark: search.mark }, began);
}

interface Source {
  readonly path: string;
  /** The content, the reason why the file is left out, or null if it is gone. */
  readonly open: () => Promise<ContentReader | LeftOutReason | null>;
  readonly from: FilePlace;
  /** Whether an unreadable file is an error of the call; otherwise it is counted. */
  readonly isNamed: boolean;
}

/** How the page ends in this file; null if it continues after it. */
async function searchOne(
  search: ContentSearch,
  leftOut: LeftOut,
  { path, open, from, isNamed }: Source,
  { pieces, clock }: Pick<Job, "pieces" | "clock">,
): Promise<Ending | null> {
  // A file in which the page continues was counted where its search started.
  const leaveOut = (reason: LeftOutReason | null) => {
    if (reason !== null && isSamePlace(from, NOT_BEGUN)) leftOut.add(reason);
    return null;
  };
  let content: ContentReader | null = null;
  try {
    const opened = await open();
    if (opened === null || typeof opened === "string") return leaveOut(opened);
    content = opened;
    const progress = await inSlices(search.search(path, content, pieces, from), clock);
    if (progress === "done") return null;
    if (progress === "too_large" || progress === "binary") return leaveOut(progress);
    return { reason: progress === "more" ? "max_results" : "max_output_bytes", mark: search.mark };
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    const { file, ...rest } = search.mark;
    const reason = findEnd(error);
    if (reason !== null) return { reason, mark: { ...rest, file: file ?? from }, error };
    if (error.kind !== "ExecutionFailed" || (isNamed && !error.retriable)) throw error;
    search.giveUp();
    return leaveOut("unreadable");
  } finally {
    content?.close();
  }
}

function isSamePlace(one: FilePlace | null, other: FilePlace | null): boolean {
  return writeFilePlace(one) === writeFilePlace(other);
}

const FAULTS: Readonly<Record<SmallFileFault, LeftOutReason | null>> = {
  missing: null,
  symlink: "linked",
  not_a_file: "unreadable",
  too_large: "too_large",
  unreadable: "unreadable",
};

function toContent(file: ChildFile): ContentReader | LeftOutReason | null {
  return file.fault === null ? file.content : FAULTS[file.fault];
}

/** `began` is where the page started. A page that makes no progress is an error. */
function toAnswer(job: Job, search: ContentSearch, ending: Ending, began: string | null): Found<SearchTextOutput> {
  const { call, request, scope } = job;
  const { reason, mark, error } = ending;
  const found = { call, asked: { path: scope.path, pattern: request.pattern }, parts: search.parts };
  if (reason === null) return foundLines(found, { totals: mark.totals, end: endComplete(mark.walk.leftOut) });
  const isCut = reason === "max_results" || reason === "max_output_bytes";
  const last = isCut ? search.parts.at(-1) : undefined;
  // Anything after the last part belongs to the next page, if something was found there.
  if (last !== undefined) return foundLines(found, endSearch(last.mark, reason, found));
  const whole = endSearch(mark, search.isFull ? "max_results" : reason, found);
  if (error !== undefined && whole.end.next === began) throw error;
  return foundLines(found, whole);
}
