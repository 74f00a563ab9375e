// Rewrites the globs of a call that start at the root of the workspace, as absolute globs or URIs, to relative ones. Everything after that
// (the tool, its cursors, the approval request) knows relative globs only.

import { type PathPlatform, type PathRules, platformOf, rulesOf, type Spelling } from "../disk/path_rules.ts";
import { isUri, parseGlobUri } from "../disk/porthole_uri.ts";
import { absoluteGlobRefused, outsideGlob, wrongArgument } from "../errors/arguments.ts";
import type { Arguments } from "../input/arguments.ts";
import type { GlobArguments, GlobBase } from "../tools/tool.ts";

export interface GlobPlace {
  /** Absolute spellings of the root. */
  readonly rootNames: readonly string[];
  readonly allowAbsolute: boolean;
  /** The names of the call's path, below the root. Read only if they are needed. */
  readonly pathNames: () => readonly string[];
  /** Default: that of the running process. */
  readonly platform?: PathPlatform;
}

/** Throws for a glob that is outside the workspace, or that starts at the root but not below the path of the call. */
export function toRelativeGlobs(args: Arguments, globs: GlobArguments, place: GlobPlace): Arguments {
  const rewritten = Object.entries(globs).flatMap(([argument, base]) => {
    const given = args[argument];
    const toRelative = (glob: unknown, name: string) =>
      typeof glob === "string" ? toRelativeGlob(glob, base, name, place) : glob;
    if (Array.isArray(given)) return [[argument, given.map((glob, at) => toRelative(glob, `${argument}[${at}]`))]];
    return given === undefined ? [] : [[argument, toRelative(given, argument)]];
  });
  return rewritten.length === 0 ? args : { ...args, ...Object.fromEntries(rewritten) };
}

function toRelativeGlob(glob: string, base: GlobBase, argument: string, place: GlobPlace): string {
  const names = findNames(glob, argument, place);
  return names === null ? glob : join(base === "root" ? names : dropPath(names, argument, place));
}

/** The names below the root, as globs. Null if the glob is relative. */
function findNames(glob: string, argument: string, place: GlobPlace): readonly string[] | null {
  if (isUri(glob)) {
    const parsed = parseGlobUri(glob);
    if (parsed.kind === "fault") throw wrongArgument(argument, `is not a URI that can be used: ${parsed.reason}`);
    return parsed.names;
  }
  const rules = toRules(place);
  const spelling = rules.parseGlob(glob);
  if (spelling.kind === "relative") return null;
  const found = spelling.kind === "elsewhere" ? "outside" : findBelow(spelling, rules, place.rootNames);
  if (found !== null && !place.allowAbsolute) throw absoluteGlobRefused(argument);
  if (found === "outside") throw outsideGlob(argument);
  return found;
}

type Absolute = Extract<Spelling, { kind: "absolute" }>;

/**
 * Names are compared as text, since the name of the workspace may have any character, or with escapes. Null for a leading slash that means
 * the path of the call (LF-02). A glob that shares its first name with the root is taken for an absolute one: few folders contain a `home`.
 */
function findBelow(
  { anchor, names: written }: Absolute,
  rules: PathRules,
  rootNames: readonly string[],
): readonly string[] | "outside" | null {
  const names = dropEmpty(written);
  let isNear = anchor !== "";
  for (const rootName of rootNames) {
    const root = rules.parse(rootName);
    if (root.kind !== "absolute" || !rules.isSameName(root.anchor, anchor)) continue;
    const above = dropEmpty(root.names);
    const isSame = (name: string, at: number) => isNamed(names[at] ?? "", name, rules);
    if (above.every(isSame)) return names.slice(above.length);
    isNear ||= above.slice(0, 1).some(isSame);
  }
  return isNear ? "outside" : null;
}

/** The rest of a glob below the path of the call. `**` and one more name match there what they match at the root. */
function dropPath(names: readonly string[], argument: string, place: GlobPlace): readonly string[] {
  const rules = toRules(place);
  let at = 0;
  for (const name of place.pathNames()) {
    const [first, last, ...more] = names.slice(at);
    if (first === "**" && more.length === 0 && !/[{}]/.test(last ?? "")) break;
    if (!isNamed(first ?? "", name, rules)) throw wrongArgument(argument, OTHER_PLACE);
    at += 1;
  }
  return names.slice(at);
}

function toRules({ platform = platformOf(process.platform) }: GlobPlace): PathRules {
  return rulesOf(platform);
}

const OTHER_PLACE =
  "must be a glob relative to path, or start with path; leave path out for one that starts at the root of the workspace";

function isNamed(glob: string, name: string, rules: PathRules): boolean {
  return rules.isSameName(glob, name) || rules.isSameName(glob.replaceAll(/\\(.)/gsu, "$1"), name);
}

/** A glob with one name would match at any depth without the dot. */
function join(names: readonly string[]): string {
  const glob = dropEmpty(names).join("/");
  return glob.includes("/") && !glob.startsWith("!") ? glob : `./${glob}`;
}

function dropEmpty(names: readonly string[]): readonly string[] {
  return names.filter((name) => name !== "" && name !== ".");
}
