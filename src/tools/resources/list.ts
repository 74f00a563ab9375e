// Lists files as resources: the files that list_files finds by default, page by page, with its cursor, and their sizes.

import { toUri } from "../../disk/porthole_uri.ts";
import type { Steps } from "../../disk/steps.ts";
import type { SealedNode } from "../../disk/types.ts";
import { ToolError } from "../../errors.ts";
import type { Visit } from "../../walk/walk.ts";
import { Found } from "../found.ts";
import type { CallScope, PathRequest, ToolSpec } from "../tool.ts";
import { guessMediaType } from "./media_type.ts";
import type { ListedResource, ResourcePage } from "./types.ts";

/** The fields of a list_files answer that are needed here. */
interface FoundPage {
  readonly paths: readonly string[];
  readonly next: string | null;
}

/** The parts of list_files that are used here. */
type FindsPaths<Request extends PathRequest> = Pick<ToolSpec<Request, unknown>, "traits" | "parse"> & {
  findPaths(
    request: Request,
    node: SealedNode,
    scope: CallScope,
    take: (path: string, visit: Visit) => Steps<boolean>,
  ): Promise<Found<FoundPage>>;
};

/** With what the protocol adds, a page stays below 50 KB. */
const MOST_PAGE_BYTES = 49_000;

export function createResourceList<Request extends PathRequest>({
  traits,
  parse,
  findPaths,
}: FindsPaths<Request>): ToolSpec<Request, ResourcePage> {
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
      const maxBytes = Math.min(MOST_PAGE_BYTES, scope.answer?.maxBytes ?? Number.POSITIVE_INFINITY);
      const sizes: (number | null)[] = [];
      let bytes = 0;
      // Only files that fit are looked at, apart from the last one.
      const take = function* (path: string, visit: Visit): Steps<boolean> {
        if (bytes > maxBytes) return false;
        const size = isOffered(path) ? yield* findSize(visit) : null;
        sizes.push(size);
        if (isOffered(path)) bytes += Buffer.byteLength(JSON.stringify(toResource(path, size)));
        return true;
      };
      return foundResources(await findPaths(request, node, scope, take), sizes);
    },
  };
}

/** The budget applies to what is sent. `sizes` are those of the paths; null for a file that is gone. */
function foundResources({ fields }: Found<FoundPage>, sizes: readonly (number | null)[]): Found<ResourcePage> {
  const { count, least, at, endBytes } = fields;
  return new Found({
    count,
    least,
    at: (kept) => {
      const data = toResourcePage(at(kept).data, sizes);
      return { data, text: () => JSON.stringify(data) };
    },
    ...(endBytes === undefined ? {} : { endBytes }),
    mostBytes: MOST_PAGE_BYTES,
    isAlwaysText: true,
  });
}

function* findSize({ folder, entry }: Visit): Steps<number | null> {
  const [metadata] = yield* folder.directory.childMetadata([entry.raw]);
  return metadata === undefined || ToolError.isInstance(metadata) ? null : metadata.sizeBytes;
}

/**
 * Of an entry, as JSON in JSON, as Cline measures it. A longer one, with a cursor, could exceed the smallest answer of the known clients,
 * and no page would get past it.
 */
const MAX_ENTRY_CHARS = 4500;

function toResourcePage({ paths, next }: FoundPage, sizes: readonly (number | null)[]): ResourcePage {
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
