// The syntax of POSIX and Windows paths: separators, drives, shares, and the names that Windows reserves.

export type Spelling =
  | { readonly kind: "relative"; readonly names: readonly string[] }
  /** `anchor` is the start of the path: empty on POSIX, a drive or a share on Windows. */
  | { readonly kind: "absolute"; readonly anchor: string; readonly names: readonly string[] }
  /** Depends on a current drive or folder, or bypasses the usual parsing: it can never be known to be inside. */
  | { readonly kind: "elsewhere" };

export interface PathRules {
  /** Names are returned as written, including `.`, `..` and empty ones. */
  parse(path: string): Spelling;
  isSameName(a: string, b: string): boolean;
  /** Why no file can have this name, to follow it in a sentence; `undefined` if it is valid. */
  faultOf(name: string): string | undefined;
}

export const posixRules: PathRules = {
  parse(path) {
    const names = path.split("/");
    return path.startsWith("/") ? { kind: "absolute", anchor: "", names } : { kind: "relative", names };
  },
  isSameName: (a, b) => a === b,
  faultOf: () => undefined,
};

// A drive with a separator, or a share. `\\?\` and `\\.\` look like shares but are not: they disable the parsing that these rules are
// about.
const ANCHOR = /^(?:[A-Za-z]:[\\/]|[\\/]{2}(?![.?][\\/])[^\\/]+[\\/][^\\/]+(?:[\\/]|$))/;
// `C:x` depends on that drive's current folder, `\x` on the current drive; `\??\` and `\Device` have the second form.
const DRIVE_OR_ROOTED = /^(?:[A-Za-z]:|[\\/])/;
const SEPARATOR = /[\\/]/;

function parse(path: string): Spelling {
  const found = ANCHOR.exec(path)?.[0];
  if (found !== undefined) {
    const anchor = found.replaceAll("/", "\\").replace(/\\$/, "");
    return { kind: "absolute", anchor, names: path.slice(found.length).split(SEPARATOR) };
  }
  if (DRIVE_OR_ROOTED.test(path)) return { kind: "elsewhere" };
  return { kind: "relative", names: path.split(SEPARATOR) };
}

// NTFS compares code unit by code unit. Requiring both cases to match separates characters that JavaScript folds and NTFS does not: the
// Kelvin sign and k, ß and SS, the dotless i and I.
function isSameName(a: string, b: string): boolean {
  return a.length === b.length && a.split("").every((letter, i) => isSameLetter(letter, b.charAt(i)));
}

function isSameLetter(a: string, b: string): boolean {
  return a === b || (a.toLowerCase() === b.toLowerCase() && a.toUpperCase() === b.toUpperCase());
}

// A device name is reserved with any extension, and with spaces before it: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;
const FORBIDDEN = /[<>"|?*]/;

// 1 stream 2 character 3 device 4 end. Of several faults, the first is reported.
function faultOf(name: string): string | undefined {
  if (name.includes(":")) return 'contains ":", which stands for an alternate stream on Windows';
  if (FORBIDDEN.test(name)) return 'contains one of < > " | ? *, which Windows does not allow';
  if (name.split("").some((char) => char < " ")) return "contains a control character, which Windows does not allow";
  if (DEVICE.test(name)) return "is a device on Windows";
  if (name.endsWith(".") || name.endsWith(" ")) return "ends in a dot or a space, which Windows drops";
  return undefined;
}

export const win32Rules: PathRules = { parse, isSameName, faultOf };
