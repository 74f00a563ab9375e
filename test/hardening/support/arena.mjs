// Creates the folders of a race, for each attacker: a workspace, files outside it, and the entries that the attacker exchanges and renames.
// @ts-check

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inhabit } from "../../support/namespaces.mjs";

export const INSIDE = "inside";
export const OUTSIDE_NAME = "theirs";
/** A folder that exists outside only. */
export const OUTSIDE_FOLDER = "probe";
// Its size counts as told too. It fits into every budget: an answer that is refused for its size would hide an escape.
export const OUTSIDE_BYTES = 7777;
export const OUTSIDE_TEXT = "from outside ".repeat(OUTSIDE_BYTES).slice(0, OUTSIDE_BYTES);
/** Put into a directory that was moved out. Name, text and size differ from those of the other files outside. */
export const FILLED_NAME = "guest";
export const FILLED_BYTES = 8888;
export const FILLED_TEXT = "put in beside ".repeat(FILLED_BYTES).slice(0, FILLED_BYTES);

/**
 * `directory`, `file`: exchanges it with a link that leads out. `moved`: exchanges a directory with a link to where it is then, outside.
 * `filled`: the same, and puts other files into the directory while it is outside. `namespace`: exchanges a directory and a file with links
 * into another mount namespace, where the workspace's own path has other files. `root`, `parent`: exchanges the workspace's folder, or the
 * one above it, with another.
 * @typedef {"directory" | "file" | "moved" | "filled" | "namespace" | "root" | "parent"} Attacker
 */
/**
 * @typedef {object} Arena
 * @property {Attacker} attacker
 * @property {string} root
 * @property {string} outside the folder outside; no answer may contain its path
 * @property {readonly string[]} pairs entries that are exchanged
 * @property {readonly string[]} moves entries that are renamed while the pairs are exchanged
 * @property {() => Promise<void>} close
 */

/** @type {Readonly<Record<Attacker, { root: string, outside: string, pairs: readonly string[], moves?: readonly string[] }>>} */
const PLACES = {
  directory: { root: "ws", outside: "beyond", pairs: ["ws/d", "ws/spare/d"] },
  file: { root: "ws", outside: "beyond", pairs: ["ws/file", "ws/spare/file", "ws/d/f", "ws/spare/f"] },
  moved: { root: "ws", outside: "beyond", pairs: ["ws/d", "beyond/d"] },
  filled: {
    root: "ws",
    outside: "beyond",
    pairs: ["ws/d", "beyond/d"],
    moves: [
      ...["beyond/guest", "beyond/d/guest", "beyond/probe", "beyond/d/probe"],
      ...["beyond/d/f", "beyond/kept", "beyond/new", "beyond/d/f"],
    ],
  },
  namespace: { root: "ws", outside: "beyond", pairs: ["ws/d", "ws/spare/d", "ws/file", "ws/spare/file"] },
  root: { root: "ws", outside: "evil", pairs: ["ws", "evil"] },
  parent: { root: "home/ws", outside: "evil/ws", pairs: ["home", "evil"] },
};

/** @param {Attacker} attacker */
export function exchangesRoot(attacker) {
  return attacker === "root" || attacker === "parent";
}

/**
 * The paths of a race; creates nothing.
 * @param {string} folder
 * @param {Attacker} attacker
 * @returns {Arena}
 */
export function arenaIn(folder, attacker) {
  const { root, outside, pairs, moves = [] } = PLACES[attacker];
  const place = (/** @type {string} */ path) => join(folder, path);
  const close = async () => {};
  return {
    attacker,
    root: place(root),
    outside: place(outside),
    pairs: pairs.map(place),
    moves: moves.map(place),
    close,
  };
}

/**
 * @param {string} folder an empty one
 * @param {Attacker} attacker
 * @returns {Promise<Arena>}
 */
export async function makeArena(folder, attacker) {
  const arena = arenaIn(folder, attacker);
  for (const made of [arena.root, arena.outside]) mkdirSync(made, { recursive: true });
  writeFileSync(join(arena.root, "file"), INSIDE);
  if (exchangesRoot(attacker)) fillForFolders(arena);
  else fillForEntries(arena);
  if (attacker !== "namespace") return arena;
  const inhabitant = await inhabit('mount -t tmpfs tmpfs "$1"; cp -r "$2"/. "$1"; mkdir "$1/d"; cp -r "$2"/. "$1/d"', [
    arena.root,
    arena.outside,
  ]);
  const there = `/proc/${inhabitant.pid}/root${arena.root}`;
  for (const name of ["d", "file"]) symlinkSync(join(there, name), join(arena.root, "spare", name));
  return { ...arena, close: inhabitant.leave };
}

/**
 * `d/up` is a link to `../file`. If the system follows it in a `d` that was moved out, it leads to a file outside.
 * @param {Arena} arena
 */
function fillForEntries({ attacker, root, outside }) {
  for (const made of ["d", "spare"]) mkdirSync(join(root, made));
  for (const path of ["d/f", "d/mine"]) writeFileSync(join(root, path), INSIDE);
  symlinkSync("../file", join(root, "d/up"));
  mkdirSync(join(outside, OUTSIDE_FOLDER));
  for (const name of ["f", "file", "up", OUTSIDE_NAME]) writeFileSync(join(outside, name), OUTSIDE_TEXT);
  if (attacker === "directory") symlinkSync(outside, join(root, "spare/d"));
  if (attacker === "moved" || attacker === "filled") symlinkSync(join(outside, "d"), join(outside, "d"));
  if (attacker === "filled") for (const name of [FILLED_NAME, "new"]) writeFileSync(join(outside, name), FILLED_TEXT);
  for (const name of attacker === "file" ? ["f", "file"] : [])
    symlinkSync(join(outside, name), join(root, "spare", name));
}

/**
 * A link leads into the other folder, which sometimes has the workspace's place: both then have the same path.
 * @param {Arena} arena
 */
function fillForFolders({ attacker, root, outside }) {
  mkdirSync(join(outside, "d/sub"), { recursive: true });
  for (const folder of ["", "d", "d/sub"]) writeFileSync(join(outside, folder, OUTSIDE_NAME), OUTSIDE_TEXT);
  for (const path of ["file", "d/f"]) writeFileSync(join(outside, path), OUTSIDE_TEXT);
  symlinkSync(attacker === "root" ? "../evil/d" : "../../evil/ws/d", join(root, "d"));
}
