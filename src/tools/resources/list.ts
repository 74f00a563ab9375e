// Lists files as resources: the files that list_files finds by default, page by page, with its cursor.

import type { PathRequest, ToolSpec } from "../../gate/spec.ts";
import { toUri } from "../../workspace/porthole_uri.ts";
import type { ResourcePage } from "./types.ts";

/** The fields of a list_files answer that are needed here. */
interface FoundPage {
  readonly paths: readonly string[];
  readonly next: string | null;
}

export function createResourceList<Request extends PathRequest, Output extends FoundPage>(
  listFiles: ToolSpec<Request, Output>,
): ToolSpec<Request, Output> {
  const { traits, parts } = listFiles;
  return {
    definition: {
      name: "resources/list",
      description: "Lists files as resources.",
      parameters: { type: "object", properties: { cursor: { type: "string" } }, required: [] },
    },
    traits,
    parse: ({ cursor }) => listFiles.parse(cursor === undefined ? {} : { after: cursor }),
    summarize: () => "List the files as resources",
    run: (request, node, scope) => listFiles.run(request, node, scope),
    // The budget applies to what is sent.
    toText: (output) => JSON.stringify(toResourcePage(output)),
    ...(parts === undefined ? {} : { parts }),
  };
}

/** A longer one, with its name and a cursor, could exceed a whole answer, and no page would get past it. */
const MAX_URI_CHARS = 8192;

export function toResourcePage({ paths, next }: FoundPage): ResourcePage {
  // This character replaces bytes that are not UTF-8; such files cannot be opened.
  const named = paths.filter((path) => !path.includes("\ufffd"));
  const offered = named.map((path) => ({ uri: toUri(path), name: path }));
  const resources = offered.filter(({ uri }) => uri.length <= MAX_URI_CHARS);
  return { resources, ...(next === null ? {} : { nextCursor: next }) };
}
