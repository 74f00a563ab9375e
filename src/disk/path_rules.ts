// How POSIX and Windows spell paths: separators, drives, shares, and which names can be used. Pure: the platform is an argument.

import { faultOfWindowsName, isSameWindowsName, mayBeShortName } from "./windows_names.ts";

/** Which rules for paths apply. */
export type PathPlatform = "posix" | "win32";

export type Spelling =
  | { readonly kind: "relative"; readonly names: readonly string[] }
  /** `anchor` is the start of the path: empty on POSIX, a drive or a share on Windows. */
  | { readonly kind: "absolute"; readonly anchor: string; readonly names: readonly string[] }
  /** Depends on a current drive or folder, or bypasses the usual parsing: it can never be known to be inside. */
  | { readonly kind: "elsewhere" };

export interface PathRules {
  /** Names are returned as written, including `.`, `..` and empty ones. */
  parse(path: string): Spelling;
  /** The same for a glob: a backslash escapes, and a leading slash alone need not make it absolute. */
  parseGlob(glob: string): Spelling;
  isSameName(a: string, b: string): boolean;
  /** Why no file can have this name, to follow it in a sentence; `undefined` if it is valid. */
  faultOf(name: string): string | undefined;
  /** Why the name may stand for a file with another one; `undefined` if it cannot. */
  aliasFaultOf(name: string): string | undefined;
}

/** `platform`: as `process.platform` has it. */
export function platformOf(platform: string): PathPlatform {
  return platform === "win32" ? "win32" : "posix";
}

export function rulesOf(platform: PathPlatform): PathRules {
  return platform === "win32" ? win32Rules : posixRules;
}

const posixRules: PathRules = {
  parse(path) {
    const names = path.split("/");
    return path.startsWith("/") ? { kind: "absolute", anchor: "", names } : { kind: "relative", names };
  },
  parseGlob: (glob) => posixRules.parse(glob),
  isSameName: (a, b) => a === b,
  faultOf: () => undefined,
  aliasFaultOf: () => undefined,
};

// A drive with a separator, or a share. `\\?\` and `\\.\` look like shares but are not: they disable the parsing that these rules are
// about.
const ANCHOR = /^(?:[A-Za-z]:[\\/]|[\\/]{2}(?![.?][\\/])[^\\/]+[\\/][^\\/]+(?:[\\/]|$))/;
// `C:x` depends on that drive's current folder, `\x` on the current drive; `\??\` and `\Device` have the second form.
const DRIVE_OR_ROOTED = /^(?:[A-Za-z]:|[\\/])/;
const SEPARATOR = /[\\/]/;
const DRIVE_OR_DEVICE = /^(?:[A-Za-z]:|[\\/]{2}[.?][\\/])/;

const win32Rules: PathRules = {
  parse(path) {
    const found = ANCHOR.exec(path)?.[0];
    if (found !== undefined)
      return { kind: "absolute", anchor: toAnchor(found), names: path.slice(found.length).split(SEPARATOR) };
    if (DRIVE_OR_ROOTED.test(path)) return { kind: "elsewhere" };
    return { kind: "relative", names: path.split(SEPARATOR) };
  },
  parseGlob(glob) {
    const found = ANCHOR.exec(glob)?.[0];
    if (found === undefined)
      return DRIVE_OR_DEVICE.test(glob) ? { kind: "elsewhere" } : { kind: "relative", names: glob.split("/") };
    const rest = glob.slice(found.length);
    // After `C:\`, backslashes separate names everywhere; after `C:/` they escape.
    const names = rest.split(found.includes("\\") ? SEPARATOR : "/");
    return { kind: "absolute", anchor: toAnchor(found), names };
  },
  isSameName: isSameWindowsName,
  faultOf: faultOfWindowsName,
  aliasFaultOf: (name) =>
    mayBeShortName(name) ? "may be the short name of another file on Windows; use its full name" : undefined,
};

function toAnchor(found: string): string {
  return found.replaceAll("/", "\\").replace(/\\$/, "");
}
