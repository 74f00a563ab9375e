// Completes a path that somebody types: the names in the folder typed so far that list_files would find, or find something in.

import { isChildName, textToRaw } from "../../disk/names.ts";
import { inSlices, type Steps } from "../../disk/steps.ts";
import type { SealedDirectory } from "../../disk/types.ts";
import { notDirectory } from "../../errors/paths.ts";
import { toShownPath } from "../../input/sanitize.ts";
import type { Alternative, Glob } from "../../match/glob_syntax.ts";
import { charNode, STAR } from "../../match/path_nodes.ts";
import type { PatternNode } from "../../regex/tree.ts";
import type { ConfigValues } from "../../registory/config_values.ts";
import { defaultNamesUnasked, hidden, ignored, type ViewRules } from "../../view/rules.ts";
import { WalkFolder } from "../../walk/folder.ts";
import { endEarly } from "../../walk/page.ts";
import { PathGlobs } from "../../walk/path_globs.ts";
import { type Visit, Walk } from "../../walk/walk.ts";
import { Found } from "../found.ts";
import type { CallScope, PathRequest, ToolSpec } from "../tool.ts";
import { READ_ONLY } from "../tool.ts";
import type { PathCompletion } from "./types.ts";

interface CompletionRequest extends PathRequest {
  readonly typed: string;
  /** Null if no path can start so. */
  readonly sought: Glob | null;
}

/** Of the protocol. */
const MAX_VALUES = 100;
const MAX_TYPED_CHARS = 4096;

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
    notFound: "plain",
    parse: toRequest,
    summarize: ({ typed }) => `Complete ${toShownPath(typed)}`,
    async run({ sought }, node, scope) {
      if (node.kind !== "directory") throw notDirectory(scope.path);
      if (sought === null) return foundValues({ values: [], hasMore: false });
      return foundValues(await complete(node, sought, scope, maxEntriesScanned));
    },
  };
}

function foundValues({ values, hasMore }: PathCompletion): Found<PathCompletion> {
  const count = values.length;
  const at = (kept: number) => {
    const data = { values: values.slice(0, kept), hasMore: hasMore || kept < count };
    return { data, text: () => JSON.stringify(data) };
  };
  return new Found({ count, least: 0, at, isAlwaysText: true });
}

function toRequest({ path }: Readonly<Record<string, unknown>>) {
  const typed = String(path);
  return { path: ".", typed, sought: readPath(typed) };
}

/** The folders by their names, and in the last of them the names that start as typed. */
function readPath(typed: string): Glob | null {
  const names = typed.split("/");
  const begun = names.pop() ?? "";
  const isPath = names.every(isChildName) && !/[\0\p{Surrogate}]/u.test(typed) && typed.length <= MAX_TYPED_CHARS;
  if (!isPath) return null;
  const alternative: Alternative = [...names.map(toNodes), [...toNodes(begun), STAR]];
  return [alternative];
}

function toNodes(name: string): PatternNode[] {
  return Array.from(name, (character) => charNode(character.codePointAt(0) ?? 0));
}

/** Those of list_files. */
const RULES: ViewRules = {
  names: [defaultNamesUnasked, hidden, ignored],
  kinds: { file: "shown", directory: "shown", symlink: "unasked", other: "unasked" },
};

async function complete(
  directory: SealedDirectory,
  names: Glob,
  scope: CallScope,
  maxEntries: number,
): Promise<PathCompletion> {
  const folder = WalkFolder.atStart(directory.inner, RULES, scope);
  const walk = new Walk(folder, { sought: new PathGlobs([names]), maxEntries });
  const values: string[] = [];
  try {
    const isCut = await inSlices(collect(walk, values), endEarly(scope.clock)).catch((error: unknown) => {
      walk.end(error);
      return true;
    });
    return { values, hasMore: isCut };
  } finally {
    walk.close();
  }
}

/** Whether there are more than the values. */
function* collect(walk: Walk, values: string[]): Steps<boolean> {
  for (let visit = yield* walk.next(); visit !== null; visit = yield* walk.next()) {
    const value = toValue(visit);
    if (value === null) continue;
    if (values.length === MAX_VALUES) return true;
    values.push(value);
  }
  return walk.endedBy !== null;
}

/** Null if its name is not UTF-8, or it is denied. */
function toValue({ path, entry, folder }: Visit): string | null {
  if (textToRaw(entry.name) !== entry.raw || folder.view.content(entry) !== "open") return null;
  return entry.kind === "directory" ? `${path}/` : path;
}
