// Looks up entries by names that somebody asked for, without reading the whole directory if possible.

import { ToolError } from "../errors.ts";
import type { CallClock } from "./call_clock.ts";
import { compareUtf16, isRawChildName, rawToText } from "./names.ts";
import type { Entry, SealedDirectory } from "./types.ts";
import { mayBeShortName } from "./windows_names.ts";

type Looked = Pick<SealedDirectory, "childMetadata" | "list">;

/**
 * The entries with these raw names. What may be a short name is looked for in the list of the directory: on a disk that makes short names, a
 * look-up would find an entry with another name.
 */
export async function findNamed(
  directory: Looked,
  askedNames: readonly string[],
  clock: CallClock,
): Promise<readonly Entry[]> {
  const names = askedNames.filter(isRawChildName);
  const doubtful = new Set(names.filter((raw) => mayBeShortName(rawToText(raw))));
  const listed = doubtful.size === 0 ? [] : await findInList(directory, doubtful, clock);
  const sure = names.filter((raw) => !doubtful.has(raw));
  return [...listed, ...(await lookAtEach(directory, sure, clock))];
}

async function findInList(directory: Looked, names: ReadonlySet<string>, clock: CallClock): Promise<readonly Entry[]> {
  const order = (a: Entry, b: Entry) => compareUtf16(a.name, b.name);
  const { entries } = await directory.list({ limit: names.size, order, accept: ({ raw }) => names.has(raw) }, clock);
  return entries;
}

async function lookAtEach(directory: Looked, names: readonly string[], clock: CallClock): Promise<readonly Entry[]> {
  const found = await directory.childMetadata(names, clock);
  const entries: Entry[] = [];
  for (const [index, raw] of names.entries()) {
    const metadata = found[index];
    if (metadata === undefined) continue;
    if (!ToolError.isInstance(metadata)) entries.push({ raw, name: rawToText(raw), kind: metadata.kind });
    else if (metadata.code !== "NOT_FOUND") throw metadata;
  }
  return entries;
}
