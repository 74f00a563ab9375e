// Completes a path that somebody types: the names in the folder typed so far that list_files would find, or find something in.

import { notDirectory } from "../../errors.ts";
import type { CallScope, PathRequest, ToolSpec } from "../../gate/spec.ts";
import type { Alternative, Token } from "../../patterns/glob_syntax.ts";
import type { ConfigValues } from "../../registory/config_values.ts";
import { READ_ONLY } from "../../security/approval.ts";
import { toShownPath } from "../../security/sanitize.ts";
import { isChildName, textToRaw } from "../../workspace/names.ts";
import type { SealedDirectory } from "../../workspace/types.ts";
import type { EntryRules } from "../looking/entry_filter.ts";
import { endEarly } from "../looking/page.ts";
import { PathGlobs } from "../looking/path_globs.ts";
import { type Visit, Walk } from "../looking/walk.ts";
import type { PathCompletion } from "./types.ts";

interface CompletionRequest extends PathRequest {
  readonly typed: string;
  /** Null if no path can begin so. */
  readonly sought: PathGlobs | null;
}

/** The most that the protocol allows. */
const MAX_VALUES = 100;
const MAX_TYPED_CHARS = 4096;

const KINDS: EntryRules["kinds"] = { file: "visit", directory: "visit", symlink: "pass", other: "pass" };

export function createPathCompletion({
  maxEntriesScanned,
}: Pick<ConfigValues["listFiles"], "maxEntriesScanned">): ToolSpec<CompletionRequest, PathCompletion> {
  return {
    definition: {
      name: "completion/complete",
      description: "Completes a path.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
    traits: { ...READ_ONLY, respectsGitignore: true },
    parse: ({ path }) => ({ path: ".", typed: String(path), sought: toSought(String(path)) }),
    summarize: ({ typed }) => `Complete ${toShownPath(typed)}`,
    run({ sought }, node, scope) {
      if (node.kind !== "directory") throw notDirectory(scope.path);
      return sought === null ? { values: [], hasMore: false } : complete(node, sought, scope, maxEntriesScanned);
    },
    toText: (output) => JSON.stringify(output),
    parts: {
      least: 0,
      count: ({ values }) => values.length,
      keep: ({ values }, count) => ({ values: values.slice(0, count), hasMore: true }),
    },
  };
}

/** The folders by their names, and in the last of them what begins as typed. */
function toSought(typed: string): PathGlobs | null {
  const names = typed.split("/");
  const begun = names.pop() ?? "";
  const isPath = names.every(isChildName) && !/[\0\p{Surrogate}]/u.test(typed) && typed.length <= MAX_TYPED_CHARS;
  if (!isPath) return null;
  const alternative: Alternative = [...names.map(toTokens), [...toTokens(begun), { kind: "star" }]];
  return new PathGlobs([[alternative]]);
}

function toTokens(name: string): Token[] {
  return Array.from(name, (character) => ({ kind: "char", code: character.codePointAt(0) ?? 0 }));
}

async function complete(
  directory: SealedDirectory,
  sought: PathGlobs,
  { path, ignored, clock, denied }: CallScope,
  maxEntries: number,
): Promise<PathCompletion> {
  const shown = { kinds: KINDS, denied, showsDenied: true, includeHidden: false, includeIgnored: false };
  const rules = { ...shown, sought, include: null, exclude: null };
  const walk = new Walk({ directory, path, ignored, clock: endEarly(clock) }, { rules, maxEntries });
  const values: string[] = [];
  try {
    for (let visit = await walk.next(); visit !== null; visit = await walk.next()) {
      // A name that is not UTF-8 cannot be asked for, and what is denied cannot be read.
      const { name, raw, kind } = visit.entry;
      if (textToRaw(name) !== raw || denied.find(visit.path, kind === "directory") !== null) continue;
      if (values.length === MAX_VALUES) return { values, hasMore: true };
      values.push(toValue(visit));
    }
    return { values, hasMore: walk.endedBy !== null };
  } finally {
    walk.close();
  }
}

function toValue({ path, entry }: Visit): string {
  return entry.kind === "directory" ? `${path}/` : path;
}
