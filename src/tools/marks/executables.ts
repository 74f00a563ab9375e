// Finds the executable files among the entries that a tool has shown.

import { ToolError } from "../../errors.ts";
import type { CallClock } from "../../workspace/call_clock.ts";
import { textToRaw } from "../../workspace/names.ts";
import type { SealedDirectory } from "../../workspace/types.ts";
import type { ShownEntry } from "./types.ts";

/** Returns their paths. Files that cannot be looked at are left out. */
export async function findExecutables(
  directory: SealedDirectory,
  entries: readonly ShownEntry[],
  clock: CallClock,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [folder, names] of groupByFolder(entries)) {
    if (clock.isDue()) await clock.rest();
    const looks = await lookIn(directory, folder, names, clock);
    for (const [index, name] of names.entries()) {
      const look = looks[index];
      if (look !== undefined && !ToolError.isInstance(look) && look.isExecutable) found.add(folder + name);
    }
  }
  return found;
}

/** By the folder part of their paths. */
function groupByFolder(entries: readonly ShownEntry[]): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>();
  for (const { path } of entries.filter(({ kind }) => kind === "file")) {
    const cut = path.lastIndexOf("/") + 1;
    const names = folders.get(path.slice(0, cut)) ?? [];
    names.push(path.slice(cut));
    folders.set(path.slice(0, cut), names);
  }
  return folders;
}

async function lookIn(top: SealedDirectory, folder: string, names: readonly string[], clock: CallClock) {
  const opened: SealedDirectory[] = [];
  try {
    let directory = top;
    for (const name of folder.split("/").slice(0, -1)) {
      directory = await directory.openChild(textToRaw(name), clock);
      opened.push(directory);
    }
    return await directory.childMetadata(names.map(textToRaw), clock);
  } catch (error) {
    if (ToolError.isInstance(error) && error.kind === "ExecutionFailed") return [];
    throw error;
  } finally {
    for (const each of opened) each.close();
  }
}
