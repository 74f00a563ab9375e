// Lists files as resources: the files that list_files finds by default, page by page, with its cursor, and their sizes.

import type { CallClock } from "../../disk/call_clock.ts";
import { toUri } from "../../disk/porthole_uri.ts";
import type { SealedNode } from "../../disk/types.ts";
import { ToolError } from "../../errors.ts";
import type { Visit } from "../../walk/walk.ts";
import type { AnswerParts, CallScope, PathRequest, ToolSpec } from "../tool.ts";
import { guessMediaType } from "./media_type.ts";
import type { ListedResource, ResourcePage } from "./types.ts";

/** The fields of a list_files answer that are needed here. */
interface FoundPage {
  readonly paths: readonly string[];
  readonly next: string | null;
}

/** The parts of list_files that are used here. */
type FindsPaths<Request extends PathRequest, Found> = Pick<ToolSpec<Request, Found>, "traits" | "parse"> & {
  findPaths(
    request: Request,
    node: SealedNode,
    scope: CallScope,
    take: (path: string, visit: Visit) => Promise<boolean>,
  ): Promise<Found>;
  readonly parts: AnswerParts<Request, Found>;
};

/** A page of list_files with the size of each path; null for a file that is gone. */
export interface SizedPage<Found extends FoundPage = FoundPage> {
  readonly found: Found;
  readonly sizes: readonly (number | null)[];
}

/** With what the protocol adds, a page stays below 50 KB. */
const MOST_PAGE_BYTES = 49_000;

export function createResourceList<Request extends PathRequest, Found extends FoundPage>({
  traits,
  parse,
  findPaths,
  parts,
}: FindsPaths<Request, Found>): ToolSpec<Request, SizedPage<Found>> {
  return {
    definition: {
      name: "resources/list",
      description: "Lists files as resources.",
      parameters: { type: "object", properties: { cursor: { type: "string" } }, required: [] },
    },
    traits,
    parse: ({ cursor }) => parse(cursor === undefined ? {} : { after: cursor }),
    summarize: () => "List the files as resources",
    async run(request, node, scope) {
      const { answerBytes = Number.POSITIVE_INFINITY, clock } = scope;
      const sizes: (number | null)[] = [];
      let bytes = 0;
      // Only files that fit are looked at, apart from the last one.
      const take = async (path: string, visit: Visit) => {
        if (bytes > answerBytes) return false;
        const size = isOffered(path) ? await findSize(visit, clock) : null;
        sizes.push(size);
        if (isOffered(path)) bytes += Buffer.byteLength(JSON.stringify(toResource(path, size)));
        return true;
      };
      return { found: await findPaths(request, node, scope, take), sizes };
    },
    // The budget applies to what is sent.
    toText: (output) => JSON.stringify(toResourcePage(output)),
    mostBytes: MOST_PAGE_BYTES,
    parts: {
      least: parts.least,
      count: ({ found }, maxBytes) => parts.count(found, maxBytes),
      keep: ({ found, sizes }, count, request) => ({ found: parts.keep(found, count, request), sizes }),
      endBytes: ({ found }, count, format) => parts.endBytes?.(found, count, format) ?? 0,
    },
  };
}

async function findSize({ directory, entry }: Visit, clock: CallClock): Promise<number | null> {
  const [metadata] = await directory.childMetadata([entry.raw], clock);
  return metadata === undefined || ToolError.isInstance(metadata) ? null : metadata.sizeBytes;
}

/**
 * Of an entry, as JSON in JSON, as Cline measures it. A longer one, with a cursor, could exceed the smallest answer of the known clients,
 * and no page would get past it.
 */
const MAX_ENTRY_CHARS = 4500;

export function toResourcePage({ found: { paths, next }, sizes }: SizedPage): ResourcePage {
  const resources = paths.flatMap((path, index) => (isOffered(path) ? [toResource(path, sizes[index] ?? null)] : []));
  return { resources, ...(next === null ? {} : { nextCursor: next }) };
}

/** U+FFFD replaces bytes that are not UTF-8; such files cannot be opened. */
function isOffered(path: string): boolean {
  return !path.includes("\ufffd") && JSON.stringify(JSON.stringify(toResource(path, null))).length <= MAX_ENTRY_CHARS;
}

function toResource(path: string, size: number | null): ListedResource {
  const mimeType = guessMediaType(path);
  return {
    uri: toUri(path),
    name: path,
    ...(mimeType === null ? {} : { mimeType }),
    ...(size === null ? {} : { size }),
  };
}
