// Random folders with awkward names on the real disk, for property tests. A name is written with one character per byte.

import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { anyCharacter } from "./any_character.ts";
import { makeTempFolder, makeTree } from "./tree.ts";

export type Plant =
  | { readonly kind: "file"; readonly raw: string }
  | { readonly kind: "fifo"; readonly raw: string }
  | { readonly kind: "symlink"; readonly raw: string; readonly target: string }
  | { readonly kind: "dir"; readonly raw: string; readonly below: readonly Plant[] };

const toRaw = (text: string) => Buffer.from(text).toString("latin1");
const toText = (raw: string) => Buffer.from(raw, "latin1").toString("utf8");
const isLinux = process.platform === "linux";

const WORDS = ["a", "b", "src", "a.ts", "b.log", "A", "a1", "a10", "a2", "-rf", "index.ts"];
const RULED = [".git", "node_modules", "dist", ".DS_Store", ".env", ".ssh", "id_rsa", "x.pem", ".hidden", "..."];
const AWKWARD = [" ", "a b", "new\nline", 'quo"te', "back\\slash", "*", "[a]", "{a,b}", "\u001b[2J", "x".repeat(255)];
const FOREIGN = ["é", "e\u0301", "日本語", "😀", "𝒳", "\ue000", "\ufb01", "\uffff", "\ufffd", "\u202egpj.exe"];

const isName = (raw: string) => raw !== "." && raw !== ".." && !/[/\0]/.test(raw);
// Only on systems where names are plain bytes: elsewhere the disk refuses or changes them.
const anyBytes = fc
  .uint8Array({ minLength: 1, maxLength: 6 })
  .map((bytes) => Buffer.from(bytes).toString("latin1"))
  .filter(isName);
const anyText = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 6 }).map(toRaw).filter(isName);

const rawName: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 3, arbitrary: fc.constantFrom(...RULED) },
  { weight: 3, arbitrary: fc.constantFrom(...[...AWKWARD, ...FOREIGN].map(toRaw)) },
  ...(isLinux
    ? [
        { weight: 1, arbitrary: anyBytes },
        { weight: 1, arbitrary: anyText },
      ]
    : []),
);

const sameName = (plant: Plant) => (isLinux ? plant.raw : toText(plant.raw).normalize("NFC").toLowerCase());

export const anyPlants: fc.Arbitrary<Plant[]> = fc.letrec<{ plant: Plant; plants: Plant[] }>((tie) => ({
  plants: fc.uniqueArray(tie("plant"), { selector: sameName, maxLength: 7 }),
  plant: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("file" as const), raw: rawName }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("dir" as const), raw: rawName, below: tie("plants") }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("symlink" as const),
        raw: rawName,
        target: fc.constantFrom(".", "..", "/", "nowhere", "../..", "a", "src"),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("fifo" as const), raw: rawName }) },
  ),
})).plants;

let fifo: string | undefined;

/** A new folder with these entries. */
export function grow(plants: readonly Plant[]): string {
  const root = makeTree([]);
  // One is enough: it gets a hard link for each FIFO, which saves a process each.
  if (fifo === undefined) {
    fifo = join(makeTempFolder(), "fifo");
    execFileSync("mkfifo", [fifo]);
  }
  growIn(toRaw(root), plants, fifo);
  return root;
}

function growIn(parent: string, plants: readonly Plant[], fifo: string): void {
  for (const plant of plants) {
    const raw = `${parent}/${plant.raw}`;
    const path = Buffer.from(raw, "latin1");
    if (plant.kind === "file") writeFileSync(path, "x\n");
    else if (plant.kind === "symlink") symlinkSync(plant.target, path);
    else if (plant.kind === "fifo") linkSync(fifo, path);
    else {
      mkdirSync(path);
      growIn(raw, plant.below, fifo);
    }
  }
}

/** The paths of all directories that can be requested by name, the root first. */
export function directoriesOf(plants: readonly Plant[]): string[] {
  const below = (prefix: string, inner: readonly Plant[]): string[] =>
    inner.flatMap((plant) => {
      const name = toText(plant.raw);
      if (plant.kind !== "dir" || toRaw(name) !== plant.raw) return [];
      return [prefix + name, ...below(`${prefix}${name}/`, plant.below)];
    });
  return [".", ...below("", plants)];
}
