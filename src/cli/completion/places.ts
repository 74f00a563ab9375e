// Finds the paths of the workspace with which a path or a glob can go on, through the toolkit and so as sealed as everything else.

import { homedir } from "node:os";
import { AS_OWNER } from "../caller.ts";
import { openToolkit, readOptions } from "../open.ts";
import { textOf } from "../parse.ts";
import type { Offer, SoughtPlace } from "./wanted.ts";

export interface FoundPlaces {
  /** The part of what was typed that stands before the offers. */
  readonly kept: string;
  readonly offers: readonly Offer[];
}

/** Nobody waits longer at a prompt. */
const PATIENCE_MS = 2000;
/** The answer is not for a model. */
const ROOM_BYTES = 8 * 1024 * 1024;
const CONTEXT = {
  ...AS_OWNER,
  timeout_ms: PATIENCE_MS,
  max_output_bytes: ROOM_BYTES,
  available_capacity_bytes: ROOM_BYTES,
} as const;

export async function findPlaces(sought: SoughtPlace): Promise<FoundPlaces> {
  const kept = sought.typed.slice(0, sought.typed.lastIndexOf("/") + 1);
  const begun = sought.typed.slice(kept.length);
  const place = sought.isGlob
    ? splitGlob(sought.base, kept, begun)
    : { within: expandHome(kept) || ".", folders: [], begun };
  if (place === null) return { kept, offers: [] };
  const names = await findNames(sought, place);
  const offers = names
    // It would be taken for an option.
    .filter((name) => kept !== "" || !name.startsWith("-"))
    .map((name) => ({ text: sought.isGlob ? escapeGlob(name) : name, about: "" }));
  return { kept, offers };
}

interface Place {
  readonly within: string;
  /** Below `within`, as globs. */
  readonly folders: readonly string[];
  /** What the last name begins with. */
  readonly begun: string;
}

/** Null if nothing can be offered: the last name has wildcards already. */
function splitGlob(base: string, kept: string, begun: string): Place | null {
  if (WILDCARD.test(begun)) return null;
  const folders = kept.split("/").filter((name) => name !== "");
  const wild = folders.findIndex((name) => WILDCARD.test(name));
  const plain = wild === -1 ? folders : folders.slice(0, wild);
  const within = [base, ...plain.map(unescapeGlob)].join("/");
  return { within, folders: wild === -1 ? [] : folders.slice(wild), begun: unescapeGlob(begun) };
}

/** The last names, each once; those of directories end in `/`. */
async function findNames(
  { command, folder, values }: SoughtPlace,
  { within, folders, begun }: Place,
): Promise<string[]> {
  const paths = ["workspace", "config"].map((name) => [name, expandHome(textOf(values, name))]);
  const options = readOptions({ ...values, ...Object.fromEntries(paths) }, expandHome(folder));
  using toolkit = openToolkit(values, options);
  const call = {
    id: "1",
    within,
    path: [...folders, escapeGlob(begun)].join("/"),
    // Whoever asks why something is not shown must be able to name it.
    include_hidden: begun.startsWith(".") || values.hidden === true || command === "explain",
    include_ignored: values["no-ignore"] === true || command === "explain",
  };
  const outcome = await toolkit.resources.complete(call, CONTEXT);
  if (outcome.status === "failure") return [];
  const names = [...new Set(outcome.data.values.map((path) => /[^/]*\/?$/.exec(path)?.[0] ?? ""))];
  // A shell adds what all of them begin with, which may be too much if there are more.
  const isSafe = !outcome.data.hasMore || names.some((name) => name[begun.length] !== names[0]?.[begun.length]);
  return isSafe ? names : [];
}

/** No shell has expanded it: the line is only being typed. */
function expandHome<Path extends string | undefined>(path: Path): Path | string {
  return path === "~" || path?.startsWith("~/") ? `${homedir()}${path.slice(1)}` : path;
}

const WILDCARD = /(?<!\\)(?:\\\\)*[*?[{]/;

/** `+(` and `@(` are refused in globs. */
function escapeGlob(name: string): string {
  return name.replace(/[\\*?[{]|^!|(?<=[@+])\(/g, "\\$&");
}

function unescapeGlob(text: string): string {
  return text.replace(/\\(.?)/gsu, "$1");
}
