// Reads the text of a link: where it leads, as names below the directory that holds it or below the root. Pure: the platform is an argument.

import { rawToText, stripRoot, textToRaw } from "./names.ts";
import { type PathPlatform, rulesOf } from "./path_rules.ts";

/** All strings are raw. */
export interface LinkRoot {
  /** Absolute spellings of the root. */
  readonly names: readonly string[];
  readonly platform: PathPlatform;
}

/** `names` as they are written, with `.`, `..` and empty ones. */
export interface LinkTarget {
  readonly from: "here" | "root";
  readonly names: readonly string[];
}

/** Null if it leads out, or nobody can tell by its text that it does not. */
export function readTarget(target: string, root: LinkRoot): LinkTarget | null {
  return root.platform === "win32" ? readOnWindows(target, root.names) : readOnPosix(target, root.names);
}

function readOnPosix(target: string, rootNames: readonly string[]): LinkTarget | null {
  if (!target.startsWith("/")) return { from: "here", names: target.split("/") };
  for (const name of rootNames) {
    const path = stripRoot(target, name, "/");
    if (path !== null) return { from: "root", names: path.split("/") };
  }
  return null;
}

function readOnWindows(target: string, rootNames: readonly string[]): LinkTarget | null {
  const { parse, isSameName } = rulesOf("win32");
  const spelling = parse(rawToText(target));
  if (spelling.kind === "elsewhere") return null;
  if (spelling.kind === "relative") return toTarget("here", spelling.names);
  for (const rootName of rootNames) {
    const root = parse(rawToText(rootName));
    if (root.kind !== "absolute" || !isSameName(root.anchor, spelling.anchor)) continue;
    const above = root.names.filter((name) => name !== "");
    const names = spelling.names.filter((name) => name !== "" && name !== ".");
    const isBelow = above.every((name, i) => isSameName(name, names[i] ?? ""));
    if (isBelow) return toTarget("root", names.slice(above.length));
  }
  return null;
}

/** A name that Windows may take for another leads where nobody can tell. */
function toTarget(from: LinkTarget["from"], names: readonly string[]): LinkTarget | null {
  const { faultOf, aliasFaultOf } = rulesOf("win32");
  const isOdd = (name: string) => (faultOf(name) ?? aliasFaultOf(name)) !== undefined;
  if (names.some((name) => name !== "." && name !== ".." && isOdd(name))) return null;
  return { from, names: names.map(textToRaw) };
}
