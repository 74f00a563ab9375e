// Reads the arguments of a call into the request of its tool.

import { isAlias, type ReadAs, readArguments, withSentNames } from "../input/aliases.ts";
import type { Arguments } from "../input/arguments.ts";
import { findUnknown } from "../input/arguments.ts";
import { requireSync } from "../input/owner_input.ts";
import type { AnswerFormat } from "../tools/found.ts";
import type { PathRequest } from "../tools/tool.ts";
import type { CallNotes } from "./call_notes.ts";
import type { ToolContext } from "./context.ts";
import { resolvePlace } from "./place.ts";
import type { Registered } from "./registry.ts";
import { toRelativeGlobs } from "./relative_globs.ts";

export interface ParsedCall {
  readonly request: PathRequest;
  /** Arguments that were sent under other names; null if there are none. */
  readonly readAs: ReadAs | null;
}

/** What decides how arguments are read, besides the tool. */
interface Reader {
  readonly clientName: string | undefined;
  readonly format: AnswerFormat;
}

/** 1 other tools' names become ours 2 the schema 3 absolute globs 4 the tool's own rules */
export function parseCall(
  context: ToolContext,
  tool: Registered,
  copy: Arguments,
  reader: Reader,
  notes: CallNotes | undefined,
): ParsedCall {
  const { args, readAs } = readAliases(tool, copy, reader, notes);
  const parse = () => {
    tool.check(args);
    return requireSync("parse", tool.spec.parse(toRelative(context, tool, args)));
  };
  return { request: withSentNames(readAs, parse), readAs };
}

function readAliases(
  { definition, aliases }: Registered,
  copy: Arguments,
  reader: Reader,
  notes: CallNotes | undefined,
) {
  const isRead = (name: string) => aliases !== null && isAlias(aliases, name, reader.clientName);
  if (notes !== undefined) notes.unknown = findUnknown(definition, copy, isRead);
  if (aliases === null) return { args: copy, readAs: null };
  const read = readArguments(definition, aliases, copy, reader);
  if (read.sent !== null) notes?.noteReading(read.args, read.sent);
  return read;
}

function toRelative(context: ToolContext, { spec }: Registered, args: Arguments): Arguments {
  const { workspace, allowAbsolute } = context;
  const { globs = {} } = spec.places ?? {};
  const pathNames = () => resolvePlace(context, spec, args.path ?? ".").names;
  return toRelativeGlobs(args, globs, { rootNames: workspace.rootNames, allowAbsolute, pathNames });
}
