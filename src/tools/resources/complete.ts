// Completes a path that somebody types: the names in the folder typed so far that list_files would find, or find something in. For the
// owner who types a command (`within`), also the content of hidden or ignored folders, and links to targets inside.

import { type ErrorCode, notDirectory, ToolError } from "../../errors.ts";
import type { CallScope, PathRequest, ToolSpec } from "../../gate/spec.ts";
import { type Alternative, type Glob, parseGlob, type Token } from "../../patterns/glob_syntax.ts";
import type { ConfigValues } from "../../registory/config_values.ts";
import { READ_ONLY } from "../../security/approval.ts";
import type { Denied } from "../../security/denied.ts";
import { toShownPath } from "../../security/sanitize.ts";
import { isChildName, textToRaw, toPrefix } from "../../workspace/names.ts";
import type { EntryKind, SealedDirectory } from "../../workspace/types.ts";
import type { EntryRules } from "../looking/entry_filter.ts";
import { endEarly } from "../looking/page.ts";
import { PathGlobs } from "../looking/path_globs.ts";
import { type Visit, Walk } from "../looking/walk.ts";
import type { PathCompletion } from "./types.ts";

interface CompletionRequest extends PathRequest {
  readonly typed: string;
  /** Null if no path can start so. */
  readonly sought: Glob | null;
  readonly manner: Manner;
}

interface Manner {
  readonly most: number;
  readonly showsLinks: boolean;
  readonly includeHidden: boolean;
  readonly includeIgnored: boolean;
}

/** 100 is the maximum of the protocol. */
const FOR_CLIENTS: Manner = { most: 100, showsLinks: false, includeHidden: false, includeIgnored: false };
const MOST_FOR_OWNER = 2000;
const MAX_TYPED_CHARS = 4096;
const LEADS_NOWHERE: readonly ErrorCode[] = ["NOT_FOUND", "SANDBOX_VIOLATION", "NOT_DIRECTORY", "NOT_FILE"];

export function createPathCompletion({
  maxEntriesScanned,
}: Pick<ConfigValues["listFiles"], "maxEntriesScanned">): ToolSpec<CompletionRequest, PathCompletion> {
  const string = { type: "string" };
  const boolean = { type: "boolean" };
  const properties = { path: string, within: string, include_hidden: boolean, include_ignored: boolean };
  return {
    definition: {
      name: "completion/complete",
      description: "Completes a path.",
      parameters: { type: "object", properties, required: ["path"] },
    },
    traits: { ...READ_ONLY, respectsGitignore: true },
    notFound: "plain",
    parse: toRequest,
    summarize: ({ typed }) => `Complete ${toShownPath(typed)}`,
    run({ sought, manner }, node, scope) {
      if (node.kind !== "directory") throw notDirectory(scope.path);
      return sought === null
        ? { values: [], hasMore: false }
        : complete(node, sought, manner, scope, maxEntriesScanned);
    },
    toText: (output) => JSON.stringify(output),
    parts: {
      least: 0,
      count: ({ values }) => values.length,
      keep: ({ values }, count) => ({ values: values.slice(0, count), hasMore: true }),
    },
  };
}

function toRequest({ path, within, include_hidden, include_ignored }: Readonly<Record<string, unknown>>) {
  const typed = String(path);
  if (within === undefined) return { path: ".", typed, sought: readPath(typed), manner: FOR_CLIENTS };
  const manner = {
    most: MOST_FOR_OWNER,
    showsLinks: true,
    includeHidden: include_hidden === true,
    includeIgnored: include_ignored === true,
  };
  return { path: String(within), typed, sought: readGlob(typed), manner };
}

/** The folders by their names, and in the last of them the names that start as typed. */
function readPath(typed: string): Glob | null {
  const names = typed.split("/");
  const begun = names.pop() ?? "";
  const isPath = names.every(isChildName) && !/[\0\p{Surrogate}]/u.test(typed) && typed.length <= MAX_TYPED_CHARS;
  if (!isPath) return null;
  const alternative: Alternative = [...names.map(toTokens), [...toTokens(begun), { kind: "star" }]];
  return [alternative];
}

function toTokens(name: string): Token[] {
  return Array.from(name, (character) => ({ kind: "char", code: character.codePointAt(0) ?? 0 }));
}

function readGlob(typed: string): Glob | null {
  const parsed = parseGlob(`${typed}*`);
  return parsed.kind === "glob" ? parsed.glob : null;
}

async function complete(
  directory: SealedDirectory,
  sought: Glob,
  { most, showsLinks, ...included }: Manner,
  { path, ignored, clock, denied, open }: CallScope,
  maxEntries: number,
): Promise<PathCompletion> {
  const kinds: EntryRules["kinds"] = {
    file: "visit",
    directory: "visit",
    symlink: showsLinks ? "visit" : "pass",
    other: "pass",
  };
  const rules = { ...included, kinds, denied, showsDenied: true, include: null, exclude: null };
  const walk = new Walk(
    { directory, path, ignored, clock: endEarly(clock) },
    { rules: { ...rules, sought: new PathGlobs([sought]) }, maxEntries },
  );
  const values: string[] = [];
  try {
    for (let visit = await walk.next(); visit !== null; visit = await walk.next()) {
      const value = await toValue(visit, denied, open);
      if (value === null) continue;
      if (values.length === most) return { values, hasMore: true };
      values.push(value);
    }
    return { values, hasMore: walk.endedBy !== null };
  } finally {
    walk.close();
  }
}

/** Null if its name is not UTF-8, it is denied, or it is a link that is broken or leads outside. */
async function toValue(visit: Visit, denied: Denied, open: CallScope["open"]): Promise<string | null> {
  const { path, entry } = visit;
  if (textToRaw(entry.name) !== entry.raw || isDenied(visit, denied)) return null;
  const kind = entry.kind === "symlink" ? await findKind(path, open) : entry.kind;
  if (kind === null) return null;
  return kind === "directory" ? `${path}/` : path;
}

/** By both names: the folder may have been reached through a link. */
function isDenied({ path, entry, directory }: Visit, denied: Denied): boolean {
  const places = [path, `${toPrefix(directory.location)}${entry.name}`];
  return places.some((place) => denied.find(place, entry.kind === "directory") !== null);
}

async function findKind(path: string, open: CallScope["open"]): Promise<EntryKind | null> {
  try {
    const { node } = await open(path);
    node.close();
    return node.kind;
  } catch (error) {
    if (ToolError.isInstance(error) && LEADS_NOWHERE.includes(error.code)) return null;
    throw error;
  }
}
