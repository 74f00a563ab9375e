// Looks up entries by names that somebody asked for, without reading the whole directory if possible.

import { ToolError } from "../errors.ts";
import { compareUtf16, isRawChildName, rawToText } from "./names.ts";
import type { Steps } from "./steps.ts";
import type { Directory, Entry } from "./types.ts";
import { mayBeShortName } from "./windows_names.ts";

type Looked = Pick<Directory, "childMetadata" | "list">;

/**
 * The entries with these raw names. What may be a short name is looked for in the list of the directory: on a disk that makes short names, a
 * look-up would find an entry with another name.
 */
export function* findNamed(directory: Looked, askedNames: readonly string[]): Steps<readonly Entry[]> {
  const names = askedNames.filter(isRawChildName);
  const doubtful = new Set(names.filter((raw) => mayBeShortName(rawToText(raw))));
  const listed = doubtful.size === 0 ? [] : yield* findInList(directory, doubtful);
  const sure = names.filter((raw) => !doubtful.has(raw));
  return [...listed, ...(yield* lookAtEach(directory, sure))];
}

function* findInList(directory: Looked, names: ReadonlySet<string>): Steps<readonly Entry[]> {
  const order = (a: Entry, b: Entry) => compareUtf16(a.name, b.name);
  const { entries } = yield* directory.list({ limit: names.size, order, accept: ({ raw }) => names.has(raw) });
  return entries;
}

function* lookAtEach(directory: Looked, names: readonly string[]): Steps<readonly Entry[]> {
  const found = yield* directory.childMetadata(names);
  const entries: Entry[] = [];
  for (const [index, raw] of names.entries()) {
    const metadata = found[index];
    if (metadata === undefined) continue;
    if (!ToolError.isInstance(metadata)) entries.push({ raw, name: rawToText(raw), kind: metadata.kind });
    else if (metadata.code !== "NOT_FOUND") throw metadata;
  }
  return entries;
}
