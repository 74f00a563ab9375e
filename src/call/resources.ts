// The files of a workspace as MCP resources. They run like tools (policy, sandbox, budget, timeout, events); for the policy they count as
// the tools that show the same: read_file and list_files.

import type { ErrorData } from "../tools/error_data.ts";
import type { PathCompletion, ResourceContents, ResourcePage } from "../tools/resources/types.ts";
import type { Calls } from "./calls.ts";
import type { ExecuteContext } from "./types.ts";

/** The result of a resource request: the data, or an error as data. */
export type ResourceOutcome<Data> =
  | {
      /** Whether the request succeeded. */
      readonly status: "success";
      /** The result. */
      readonly data: Data;
    }
  | ({ readonly status: "failure" } & ErrorData);

/** `id` identifies the call in events. */
export interface ResourceCall {
  readonly id: string;
}

/** The files of the workspace as MCP resources. */
export interface ToolkitResources {
  /** A page of the files that `list_files` finds by default. */
  list(
    call: ResourceCall & {
      /** `nextCursor` of an earlier page. Default: the first page. */
      readonly cursor?: string | undefined;
    },
    context?: ExecuteContext,
  ): Promise<ResourceOutcome<ResourcePage>>;
  /** A whole file. */
  read(
    call: ResourceCall & {
      /** `porthole:///` and the path, percent-encoded. */
      readonly uri: string;
    },
    context?: ExecuteContext,
  ): Promise<ResourceOutcome<ResourceContents>>;
  /** Paths that start with `path`, up to the next slash. */
  complete(
    call: ResourceCall & {
      /** The beginning of a path. */
      readonly path: string;
    },
    context?: ExecuteContext,
  ): Promise<ResourceOutcome<PathCompletion>>;
}

/** `requests` must have the specs of `tools/resources/`. */
export function toResources(requests: Calls): ToolkitResources {
  return {
    list: (given, context) => callSpec(requests, given, "resources/list", context),
    read: (given, context) => callSpec(requests, given, "resources/read", context),
    complete: (given, context) => callSpec(requests, given, "completion/complete", context),
  };
}

/** Calls a spec that is not a tool; `Data` is its output. */
export async function callSpec<Data>(
  requests: Calls,
  { id, ...args }: ResourceCall,
  name: string,
  context?: ExecuteContext,
): Promise<ResourceOutcome<Data>> {
  const { is_error, data } = await requests.answer({ id, name, arguments: args }, context);
  // Calls are answered with the data of the spec that was called, or with that of an error.
  if (is_error) return { status: "failure", ...(data as ErrorData) };
  return { status: "success", data: data as Data };
}
