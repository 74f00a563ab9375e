// How a platform spells paths: the shape of its rules, and those of POSIX.
// Leaves the way through the names to path.ts, and Windows to path_win32.ts.

export type Spelling =
  | { readonly kind: "relative"; readonly names: readonly string[] }
  /** `anchor` is what the names hang on: nothing on POSIX, a drive or a share on Windows. */
  | { readonly kind: "absolute"; readonly anchor: string; readonly names: readonly string[] }
  /** Depends on a current drive or folder, or goes round the usual parsing: it can never be known to lie inside. */
  | { readonly kind: "elsewhere" };

export interface PathRules {
  /** Names come as they were written, with `.`, `..` and empty ones. */
  parse(path: string): Spelling;
  isSameName(a: string, b: string): boolean;
  /** Why no file can have this name, as what follows it in a sentence; `undefined` if one can. */
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
