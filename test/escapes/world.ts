// Builds the workspace of a row, or of all rows that can stand side by side, with the folder outside that nothing may be shown of.

import { realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PortholeConfig } from "../../src/lib.ts";
import { addEntries, makeTree } from "../support/tree.ts";
import { ESCAPES, type Escape, type Outcome } from "./table.ts";

export interface Asked {
  readonly row: string;
  readonly path: string;
  readonly outcome: Outcome;
  /** Whether it is asked for in this turn, if only one path of every third row is. */
  readonly turn: (number: number) => boolean;
}

export interface World {
  /** The folder that contains the workspace. */
  readonly around: string;
  readonly root: string;
  /** Where walks start: the root, or a folder that is allowed. */
  readonly start: string;
  readonly asked: readonly Asked[];
  readonly cursors: readonly string[];
  readonly tools: PortholeConfig["tools"];
}

const STOLEN = "stolen ".repeat(7919 / 7).padEnd(7919, "!");
/** It can be read as a repository of git too. */
const THING = [
  ...["f", "sub/f", "sub/loot", "loot", "info/exclude", "config"].map((name) => `file ${name} ${STOLEN}`),
  ...["file HEAD ref: refs/heads/stolen", "dir objects", "dir refs", "file .gitignore kept"],
];
const INSIDE = ["file b/f inside", "file kept inside", "file a.tmp inside"];

export function makeWorld(row: string): World {
  const layout = ESCAPES[row] as Escape;
  const root = realpathSync(makeTree([]));
  const around = dirname(root);
  const here = (text: string) => text.replaceAll("@", around);
  addEntries(root, [...INSIDE, ...layout.tree.map(here)]);
  addOutside(root, layout.thing ?? "../thing");
  layout.add?.(root);
  const asked = askAll(row, here);
  const { cursors = [], tools = {} } = layout;
  return { around, root, start: layout.tools === undefined ? "." : "b", asked, cursors, tools };
}

/** Each row that needs no workspace of its own in a folder of one workspace, for surfaces that start a process. */
export function makeGallery(): World {
  const root = realpathSync(makeTree(INSIDE));
  const around = dirname(root);
  const rows = Object.entries(ESCAPES).filter(
    ([, { tools, add, isAtTop }]) => tools === undefined && add === undefined && !isAtTop,
  );
  const asked = rows.flatMap(([row, layout], at) => {
    const folder = `row${at}`;
    const here = (text: string) =>
      text
        .replaceAll(/\.\.\/(thing|ws-evil|none)|(?<= )\.\.$/g, "../$&")
        .replaceAll("/ws/", `/ws/${folder}/`)
        .replaceAll("@", around);
    addEntries(
      root,
      INSIDE.map((line) => line.replace(" ", ` ${folder}/`)),
    );
    addEntries(join(root, folder), layout.tree.map(here));
    return askAll(row, (path) => (/^[@/]/.test(path) ? here(path) : `${folder}/${here(path)}`));
  });
  addOutside(root, "../thing");
  return { around, root, start: ".", asked, cursors: [], tools: {} };
}

function askAll(row: string, toPath: (text: string) => string): Asked[] {
  const nth = Object.keys(ESCAPES).indexOf(row);
  return Object.entries(ESCAPES[row]?.asked ?? {}).map(([path, outcome], at, { length }) => {
    return {
      row,
      path: toPath(path),
      outcome,
      turn: (number) => nth % 3 === number % 3 && Math.floor(number / 3) % length === at,
    };
  });
}

function addOutside(root: string, thing: string): void {
  addEntries(join(root, thing), THING);
  symlinkSync(root, join(root, thing, "back"));
  addEntries(dirname(root), ["file ws-evil/f stolen", "file ws-evil/loot stolen"]);
}
