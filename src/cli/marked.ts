// Requests marks, which show people what an agent sees. If that fails, entries are shown without marks and the reason is printed.

import type { BuiltIn } from "../call/built_in.ts";
import type { ResourceOutcome } from "../call/resources.ts";
import type { MarkedEntry, MarkedPath, ShownEntry } from "../explain/marks/types.ts";
import type { AgentToolkit } from "../toolkit.ts";
import { AS_OWNER } from "./open.ts";
import { complain, EXIT } from "./output.ts";
import type { Row } from "./rows.ts";

// The arguments of a call are limited to 262,144 bytes.
const MAX_BYTES_AT_ONCE = 200_000;
const BYTES_BESIDE_PATH = 40;

/** By path. */
export type Marks = ReadonlyMap<string, MarkedPath>;

/** For entries that a tool has shown, by paths relative to `path`. */
export async function markShown({ marks }: AgentToolkit, path: string, entries: readonly ShownEntry[]): Promise<Marks> {
  const found = new Map<string, MarkedPath>();
  for (const portion of splitByBytes(entries)) {
    const outcome = await marks.of({ id: "marks", path, entries: portion }, AS_OWNER);
    for (const marked of orComplain(outcome) ?? []) found.set(marked.path, marked);
  }
  return found;
}

function splitByBytes(entries: readonly ShownEntry[]): ShownEntry[][] {
  const portions: ShownEntry[][] = [];
  let left = 0;
  for (const entry of entries) {
    // JSON needs at most six bytes for a character.
    left -= entry.path.length * 6 + BYTES_BESIDE_PATH;
    if (left < 0) {
      portions.push([]);
      left = MAX_BYTES_AT_ONCE;
    }
    portions.at(-1)?.push(entry);
  }
  return portions;
}

/** The options of a tool call that decide what it leaves out of a folder. */
export interface LeftOutQuery {
  readonly tool: BuiltIn;
  readonly start: string;
  readonly includeHidden: boolean | undefined;
}

/** An entry that a tool leaves out. */
export type LeftOutEntry = Pick<MarkedEntry, "name" | "kind" | "size_bytes" | "modified_epoch_ms"> & MarkCells;

/** The entries that the tool leaves out of one folder. Denied folders are not opened. */
export async function findLeftOut(
  { marks }: AgentToolkit,
  folder: string,
  lookedAt: LeftOutQuery,
): Promise<readonly LeftOutEntry[]> {
  const { tool, start, includeHidden } = lookedAt;
  const hidden = includeHidden === undefined ? {} : { include_hidden: includeHidden };
  const listing = orComplain(await marks.list({ id: "marks", path: folder, start, ...hidden }, AS_OWNER));
  if (listing?.more) complain(`${folder} has too many entries to show all that is left out`, EXIT.ok);
  const leftOut = listing?.entries.filter(({ left_out }) => Object.hasOwn(left_out, tool)) ?? [];
  return leftOut.map(({ name, kind, size_bytes, modified_epoch_ms, mark, rule, left_out }) => {
    // Reasons that always block an agent come first.
    const rules = [isBarred(mark) ? rule : null, left_out[tool]].filter((each) => typeof each === "string");
    return { name, kind, size_bytes, modified_epoch_ms, note: rules.join("; "), tone: "left out" };
  });
}

function orComplain<Data>(outcome: ResourceOutcome<Data>): Data | null {
  if (outcome.status === "success") return outcome.data;
  complain(`not marked: ${outcome.error.message}`, EXIT.ok);
  return null;
}

type MarkCells = Pick<Row, "note" | "tone">;

/** The marks of an entry that was shown. */
export function toCells(marked: MarkedPath | undefined): MarkCells {
  const rule = marked?.rule ?? null;
  return rule === null ? {} : { note: rule, tone: "warning" };
}

function isBarred(mark: MarkedPath["mark"]): boolean {
  return mark !== "hidden" && mark !== "visible";
}
