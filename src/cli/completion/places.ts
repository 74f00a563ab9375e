// Finds the workspace paths that complete a path or a glob. It uses the toolkit, so the usual restrictions apply.

import { homedir } from "node:os";
import { AS_OWNER } from "../caller.ts";
import { openToolkit, readOptions } from "../open.ts";
import { textOf } from "../parse.ts";
import type { Offer, SoughtPlace } from "./wanted.ts";

export interface FoundPlaces {
  /** The typed text that stays before each offer. */
  readonly kept: string;
  readonly offers: readonly Offer[];
}

/** Nobody waits longer at a prompt. */
const PATIENCE_MS = 2000;
/** Large, because the answer is not for a model. */
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
    // It would be read as an option.
    .filter((name) => kept !== "" || !name.startsWith("-"))
    .map((name) => ({ text: sought.isGlob ? escapeGlob(name) : name, about: "" }));
  return { kept, offers };
}

interface Place {
  readonly within: string;
  /** Below `within`, as globs. */
  readonly folders: readonly string[];
  /** The beginning of the last name. */
  readonly begun: string;
}

/** Returns null if nothing can be offered because the last name already has wildcards. */
function splitGlob(base: string, kept: string, begun: string): Place | null {
  if (WILDCARD.test(begun)) return null;
  const folders = kept.split("/").filter((name) => name !== "");
  const wild = folders.findIndex((name) => WILDCARD.test(name));
  const plain = wild === -1 ? folders : folders.slice(0, wild);
  const within = [base, ...plain.map(unescapeGlob)].join("/");
  return { within, folders: wild === -1 ? [] : folders.slice(wild), begun: unescapeGlob(begun) };
}

/** Returns each last name once; directories end in `/`. */
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
    // To ask why a file is not shown, one must be able to name it.
    include_hidden: begun.startsWith(".") || values.hidden === true || command === "explain",
    include_ignored: values["no-ignore"] === true || command === "explain",
  };
  const outcome = await toolkit.resources.complete(call, CONTEXT);
  if (outcome.status === "failure") return [];
  const names = [...new Set(outcome.data.values.map((path) => /[^/]*\/?$/.exec(path)?.[0] ?? ""))];
  // A shell inserts the common prefix, which may be wrong if the list is incomplete.
  const isSafe = !outcome.data.hasMore || names.some((name) => name[begun.length] !== names[0]?.[begun.length]);
  return isSafe ? names : [];
}

/** The shell has not expanded it yet, because the line is still being typed. */
function expandHome<Path extends string | undefined>(path: Path): Path | string {
  return path === "~" || path?.startsWith("~/") ? `${homedir()}${path.slice(1)}` : path;
}

const WILDCARD = /(?<!\\)(?:\\\\)*[*?[{]/;

/** Globs with `+(` and `@(` are refused. */
function escapeGlob(name: string): string {
  return name.replace(/[\\*?[{]|^!|(?<=[@+])\(/g, "\\$&");
}

function unescapeGlob(text: string): string {
  return text.replace(/\\(.?)/gsu, "$1");
}
