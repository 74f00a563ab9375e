// The files of a workspace as resources of the Model Context Protocol. They are called like tools (policy, sandbox, budget, time limit,
// events), and the policy knows them by the tools that show the same: read_file and list_files.

import type { ErrorData } from "../gate/answer.ts";
import { toResourcePage } from "../tools/resources/list.ts";
import type { PathCompletion, ResourceContents, ResourcePage } from "../tools/resources/types.ts";
import type { Executor } from "./run.ts";
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

/** `id` names the call in events. */
export interface ResourceCall {
  readonly id: string;
}

/** The beginning of a path that the owner types. Up to 2,000 paths complete it. */
export interface OwnersCompletion {
  /** The folder that is named already; it may be hidden or ignored itself. */
  readonly within: string;
  /** Relative to `within`. Its folders may have wildcards, as in globs; the last name is the beginning of a name, escaped as in globs. */
  readonly path: string;
  /** Also names that start with a dot. Default: false. */
  readonly include_hidden?: boolean;
  /** Also what git ignores, and the folders that walks leave out. Default: false. */
  readonly include_ignored?: boolean;
}

/** The files of the workspace as resources of the Model Context Protocol. */
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
  /** Paths that begin as `path` does, up to the next slash; with `within`, for an owner who types it. */
  complete(
    call: ResourceCall &
      (
        | {
            /** The beginning of a path. */
            readonly path: string;
          }
        | OwnersCompletion
      ),
    context?: ExecuteContext,
  ): Promise<ResourceOutcome<PathCompletion>>;
}

/** `executor` has the specs of `tools/resources/` and nothing else. */
export function toResources(executor: Executor): ToolkitResources {
  return {
    async list(given, context) {
      const outcome = await callSpec<Parameters<typeof toResourcePage>[0]>(executor, given, "resources/list", context);
      return outcome.status === "failure" ? outcome : { ...outcome, data: toResourcePage(outcome.data) };
    },
    read: (given, context) => callSpec(executor, given, "resources/read", context),
    complete: (given, context) => callSpec(executor, given, "completion/complete", context),
  };
}

/** Calls a spec that is not a tool; `Data` is its output. */
export async function callSpec<Data>(
  executor: Executor,
  { id, ...args }: ResourceCall,
  name: string,
  context?: ExecuteContext,
): Promise<ResourceOutcome<Data>> {
  const { is_error, data } = await executor.answer({ id, name, arguments: args }, context);
  // The executor's answers have the data of the spec that was called, or that of an error.
  if (is_error) return { status: "failure", ...(data as ErrorData) };
  return { status: "success", data: data as Data };
}
