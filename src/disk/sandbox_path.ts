// A path inside the workspace, made from a string that a model sent. The only lexical resolver; it does not access the disk.

import { invalidArgument, unusableName } from "../errors/arguments.ts";
import { internalFailure } from "../errors/calls.ts";
import { absolutePathRefused, outsideWorkspace } from "../errors/paths.ts";
import { quoteShort } from "../errors/quote.ts";
import { isChildName } from "./names.ts";
import { type PathPlatform, type PathRules, platformOf, rulesOf, type Spelling } from "./path_rules.ts";
import { isUri, parseUri } from "./porthole_uri.ts";

export type { PathPlatform };

/** Options of `SandboxPath.resolveInWorkspace`. */
export interface ResolveOptions {
  /** Default: that of the running process. */
  readonly platform?: PathPlatform;
  /** Default: true. */
  readonly allowAbsolute?: boolean;
  /** Whether `porthole:///path` is understood. Default: false; then it is a relative path like any other. */
  readonly readsUris?: boolean;
}

/** The longest path on Linux (PATH_MAX). */
const MAX_PATH_BYTES = 4096;

/** A path inside the workspace, checked by its text. Only `resolveInWorkspace` makes one from a model's input. */
export class SandboxPath {
  // A private field, so that no object of the same shape is accepted.
  readonly #relative: string;

  private constructor(relative: string) {
    this.#relative = relative;
  }

  /**
   * For a path from the workspace itself, such as the `location` of a node or one made of entries' names. Throws unless it is normalised:
   * `/` between names, no `.`, `..` or empty name, `.` alone for the root.
   */
  static ofLocation(location: string): SandboxPath {
    if (location !== "." && !location.split("/").every(isChildName)) throw internalFailure(undefined, "not a location");
    return new SandboxPath(location);
  }

  /** From the root down; empty for the root itself. */
  get names(): readonly string[] {
    return this.#relative === "." ? [] : this.#relative.split("/");
  }

  /** `/` between names; no `.`, `..` or empty name; `.` alone for the root. */
  get relative(): string {
    return this.#relative;
  }

  /**
   * `rootNames` are absolute spellings of the same root.
   *
   * 1 text  2 absolute where not allowed  3 outside  4 names. Outside comes before names, so that a request which
   * leaves is a violation whatever it is made of.
   */
  static resolveInWorkspace(
    unsafePath: unknown,
    rootNames: readonly string[],
    options: ResolveOptions = {},
  ): SandboxPath {
    const rules = rulesOf(options.platform ?? platformOf(process.platform));
    const spelling = options.readsUris ? readSpelling(unsafePath, rules) : rules.parse(checkText(unsafePath));
    if (spelling.kind !== "relative" && options.allowAbsolute === false) throw absolutePathRefused();
    if (spelling.kind === "elsewhere") throw outsideWorkspace();
    const inside = spelling.kind === "relative" ? walk(spelling) : belowRoot(spelling, rootNames, rules);
    checkNames(spelling.names, rules.faultOf);
    // Not those of the root, which is known by them, nor those that a later `..` takes back.
    checkNames(inside, rules.aliasFaultOf);
    return new SandboxPath(inside.join("/") || ".");
  }
}

/** A URI of a file names it relative to the root. */
function readSpelling(unsafePath: unknown, rules: PathRules): Spelling {
  if (typeof unsafePath !== "string" || !isUri(unsafePath)) return rules.parse(checkText(unsafePath));
  const parsed = parseUri(unsafePath);
  if (parsed.kind === "fault") throw invalidArgument(`path is not a URI that can be used: ${parsed.reason}`);
  checkText(parsed.names.join("/") || ".");
  return { kind: "relative", names: parsed.names };
}

// The value is not repeated, unless it is not a string: it may be an absolute path.
function checkText(unsafePath: unknown): string {
  if (typeof unsafePath !== "string") throw invalidArgument(`path must be a string, not ${quoteShort(unsafePath)}`);
  if (unsafePath === "") throw invalidArgument('path must not be empty; "." is the workspace root');
  if (isTooLong(unsafePath)) throw invalidArgument(`path must not be longer than ${MAX_PATH_BYTES} bytes in UTF-8`);
  if (unsafePath.includes("\0")) throw invalidArgument("path must not contain a NUL character");
  if (!unsafePath.isWellFormed()) throw invalidArgument("path must not contain a lone surrogate");
  return unsafePath;
}

// The length first: it costs nothing, however long the string is.
function isTooLong(path: string): boolean {
  return path.length > MAX_PATH_BYTES || Buffer.byteLength(path) > MAX_PATH_BYTES;
}

type Walkable = Exclude<Spelling, { kind: "elsewhere" }>;

// The parent of the top of the disk is the top itself. The parent of the workspace root is outside, even if the rest of the path would come
// back.
function walk(spelling: Walkable): string[] {
  const kept: string[] = [];
  for (const name of spelling.names) {
    if (name === "" || name === ".") continue;
    if (name !== "..") kept.push(name);
    else if (kept.pop() === undefined && spelling.kind === "relative") throw outsideWorkspace();
  }
  return kept;
}

function belowRoot(
  spelling: Extract<Spelling, { kind: "absolute" }>,
  rootNames: readonly string[],
  rules: PathRules,
): string[] {
  const names = walk(spelling);
  for (const rootName of rootNames) {
    const root = rules.parse(rootName);
    if (root.kind !== "absolute" || !rules.isSameName(root.anchor, spelling.anchor)) continue;
    const above = walk(root);
    // Name by name: `/ws-other` starts with `/ws` but is not in it.
    if (above.every((name, i) => rules.isSameName(name, names[i] ?? ""))) return names.slice(above.length);
  }
  throw outsideWorkspace();
}

// Every name as written, including one that a later `..` removes.
function checkNames(names: readonly string[], faultOf: PathRules["faultOf"]): void {
  for (const name of names) {
    if (name === "." || name === "..") continue;
    const fault = faultOf(name);
    if (fault !== undefined) throw unusableName(name, fault);
  }
}
