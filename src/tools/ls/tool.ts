// list_directory of the Gemini dialect, for a toolkit of one workspace.

import { isAbsolute } from "node:path";
import type { CallClock } from "../../disk/call_clock.ts";
import { SandboxPath } from "../../disk/sandbox_path.ts";
import type { SealedNode } from "../../disk/types.ts";
import { invalidArgument } from "../../errors/arguments.ts";
import { notDirectory } from "../../errors/paths.ts";
import type { Arguments } from "../../input/arguments.ts";
import { toShownPath } from "../../input/sanitize.ts";
import { type Confines, guardAllowed, requireAllowed } from "../../view/guard.ts";
import type { ToolResult } from "../base.ts";
import type { PathRequest, ToolSpec } from "../tool.ts";
import { READ_ONLY } from "../tool.ts";
import { LS_DEFINITION } from "./definition.ts";
import { formatListing, formatNotAbsolute } from "./format.ts";
import { findIgnoreFault } from "./ignore_globs.ts";
import { mergeFiltering, openIgnoreFilter } from "./ignored_entries.ts";
import { listFolder } from "./listing.ts";
import type { LSFileService, LSFilteringOptions, LSToolParams } from "./types.ts";

export interface GeminiListRequest extends PathRequest, Pick<LSToolParams, "file_filtering_options"> {
  readonly ignore: readonly string[];
}

export interface GeminiListOptions {
  /** The toolkit's context: links are followed within it. */
  readonly context: Confines;
  /** Its root must be that of the workspace. */
  readonly fileService: LSFileService;
  /** Used if a call does not set it; both default to true. */
  readonly filtering?: Partial<LSFilteringOptions>;
}

export function createGeminiListTool(options: GeminiListOptions): ToolSpec<GeminiListRequest, ToolResult> {
  const { context, fileService, filtering = {} } = options;
  return {
    definition: LS_DEFINITION,
    traits: { ...READ_ONLY, allowsTruncation: true },
    notFound: "plain",
    parse,
    summarize: ({ path }) => `List ${toShownPath(path)}`,
    async run(request, node, { path, clock }) {
      if (node.kind !== "directory") throw notDirectory(path);
      const judge = await openIgnoreFilter(fileService, node.location, mergeFiltering(request, filtering), clock);
      const follow = (location: string) => followWithin(context, location, clock);
      return formatListing(request.path, await listFolder(node, { ...request, judge, follow }, clock));
    },
    toText: ({ llmContent }) => llmContent,
  };
}

function parse(args: Arguments): GeminiListRequest {
  const path = String(args.path);
  if (!isAbsolute(path)) throw invalidArgument(formatNotAbsolute(path));
  const ignore = Array.isArray(args.ignore) ? args.ignore.map(String) : [];
  const fault = findIgnoreFault(ignore);
  if (fault !== null) throw invalidArgument(fault);
  // The schema has already refused other types.
  return {
    path,
    ignore,
    file_filtering_options: args.file_filtering_options as LSToolParams["file_filtering_options"],
  };
}

/** Links to places outside the allowed folders are not followed. */
async function followWithin(confines: Confines, location: string, clock: CallClock): Promise<SealedNode> {
  const path = SandboxPath.ofLocation(location);
  const node = await confines.workspace.resolve(path, clock, { guard: guardAllowed(confines, location) });
  return requireAllowed(confines, location, node);
}
