// Asks for marks, for people who look at what an agent sees. What cannot be marked is shown without, and the reason is told.

import type { ResourceOutcome } from "../executor/resources.ts";
import type { Toolkit } from "../toolkit.ts";
import type { MarkedEntry, MarkedPath, MarkedShown, ShownEntry } from "../tools/marks/types.ts";
import { AS_OWNER } from "./caller.ts";
import { complain, EXIT } from "./output.ts";
import type { Row } from "./rows.ts";

// Arguments of a call may have 262,144 bytes.
const MAX_BYTES_AT_ONCE = 200_000;
const BYTES_BESIDE_PATH = 40;

/** By path. */
export type Marks = ReadonlyMap<string, MarkedShown>;

/** Of entries that a tool has shown, by their paths relative to `path`. */
export async function markShown(
  { marks }: Toolkit,
  path: string,
  entries: readonly ShownEntry[],
  executables: boolean,
): Promise<Marks> {
  const found = new Map<string, MarkedShown>();
  for (const portion of splitByBytes(entries)) {
    const outcome = await marks.of({ id: "marks", path, entries: portion, executables }, AS_OWNER);
    for (const marked of orComplain(outcome) ?? []) found.set(marked.path, marked);
  }
  return found;
}

function splitByBytes(entries: readonly ShownEntry[]): ShownEntry[][] {
  const portions: ShownEntry[][] = [];
  let left = 0;
  for (const entry of entries) {
    // As JSON a character has at most six bytes.
    left -= entry.path.length * 6 + BYTES_BESIDE_PATH;
    if (left < 0) {
      portions.push([]);
      left = MAX_BYTES_AT_ONCE;
    }
    portions.at(-1)?.push(entry);
  }
  return portions;
}

/** One call of a tool, as far as it decides what is left out of a folder. */
export interface LookedAt {
  readonly tool: "tree" | "list_directory";
  readonly start: string;
  readonly includeHidden: boolean | undefined;
}

/** What the tool leaves out of one folder. A folder that is denied is not looked at. */
export async function findLeftOut(
  { marks }: Toolkit,
  folder: string,
  lookedAt: LookedAt,
): Promise<readonly MarkedEntry[]> {
  const { tool, start, includeHidden } = lookedAt;
  const hidden = includeHidden === undefined ? {} : { include_hidden: includeHidden };
  const listing = orComplain(await marks.list({ id: "marks", path: folder, start, ...hidden }, AS_OWNER));
  if (listing?.more) complain(`${folder} has too many entries to show all that is left out`, EXIT.ok);
  return listing?.entries.filter(({ left_out }) => Object.hasOwn(left_out, tool)) ?? [];
}

function orComplain<Data>(outcome: ResourceOutcome<Data>): Data | null {
  if (outcome.status === "success") return outcome.data;
  complain(`not marked: ${outcome.error.message}`, EXIT.ok);
  return null;
}

type MarkCells = Pick<Row, "note" | "tone" | "isOrphan" | "isExecutable">;

/** What a line says of an entry that was shown. */
export function toCells(marked: MarkedShown | undefined): MarkCells {
  if (marked === undefined) return {};
  const { mark, rule, is_executable } = marked;
  const warning = rule === null ? {} : ({ note: rule, tone: "warning" } as const);
  return { ...warning, isOrphan: mark === "nowhere", isExecutable: is_executable };
}

/** What a line says of an entry that the tool leaves out: what an agent cannot read in any case comes first. */
export function toLeftOutCells({ mark, rule, left_out }: MarkedEntry, tool: LookedAt["tool"]): MarkCells {
  const rules = [isBarred(mark) ? rule : null, left_out[tool]].filter((each) => typeof each === "string");
  return { note: rules.join("; "), tone: "left out" };
}

function isBarred(mark: MarkedPath["mark"]): boolean {
  return mark !== "hidden" && mark !== "visible";
}
