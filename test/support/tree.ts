// Makes real trees in temporary folders from one line per entry. Tests only.
//
//   dir a            file a/b some text        symlink a/out ../..        fifo b        hardlink c a/b

import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { removeLater } from "./remove_later.ts";

const made: string[] = [];

// Far below the limit of a command line.
const FOLDERS_PER_PROCESS = 1000;

export function removeTempFolders(): void {
  while (made.length > 0) removeLater(made.splice(0, FOLDERS_PER_PROCESS));
}

let ours: string | undefined;

/**
 * A new empty folder that is removed when the tests have ended. It lies in a folder of this process: where only paths are held, a folder
 * in which another process has just made something is not trusted yet.
 */
export function makeTempFolder(): string {
  if (ours === undefined) {
    ours = mkdtempSync(join(tmpdir(), "porthole-"));
    made.push(ours);
  }
  return mkdtempSync(join(ours, "porthole-"));
}

/** A folder `ws` with the given entries, inside a folder of its own, so that tests can put things beside it. */
export function makeTree(lines: readonly string[]): string {
  const root = join(makeTempFolder(), "ws");
  mkdirSync(root);
  addEntries(root, lines);
  return root;
}

export function addEntries(root: string, lines: readonly string[]): void {
  for (const line of lines) addEntry(root, line);
}

function addEntry(root: string, line: string): void {
  const [, verb, name, rest] = /^(\w+) (\S+) ?([\s\S]*)$/.exec(line) ?? [];
  if (verb === undefined || name === undefined || rest === undefined) throw new Error(`not an entry: ${line}`);
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  const makers: Record<string, () => void> = {
    dir: () => mkdirSync(path, { recursive: true }),
    file: () => writeFileSync(path, rest),
    symlink: () => symlinkSync(rest, path),
    hardlink: () => linkSync(join(root, rest), path),
    fifo: () => makeFifo(path),
  };
  const make = makers[verb];
  if (make === undefined) throw new Error(`unknown kind of entry: ${line}`);
  make();
}

const SPARE_FIFOS = 16;
const spare: string[] = [];

/** A process makes several ahead: starting it takes far longer than moving one. */
export function makeFifo(path: string): void {
  if (spare.length === 0) {
    const folder = makeTempFolder();
    spare.push(...Array.from({ length: SPARE_FIFOS }, (_, index) => join(folder, String(index))));
    execFileSync("mkfifo", spare);
  }
  const made = spare.pop() ?? "";
  try {
    // Unlike `rename`, it fails if something has this name.
    linkSync(made, path);
    unlinkSync(made);
  } catch (error) {
    if (Object(error).code !== "EXDEV") throw error;
    execFileSync("mkfifo", [path]);
  }
}
