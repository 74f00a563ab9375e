// Follows one path as the walks of the tools would, and finds every rule in the way.

import { SandboxPath } from "../disk/sandbox_path.ts";
import type { Steps } from "../disk/steps.ts";
import type { Directory, Entry, EntryKind } from "../disk/types.ts";
import { notDirectory } from "../errors/paths.ts";
import { ToolError } from "../errors.ts";
import type { ContentVerdict } from "../view/verdict.ts";
import { type Obstacle, type ViewContext, type ViewRequest, ViewsAlong } from "./views_along.ts";

export interface Trace {
  /** Null if no walk comes to the entry. */
  readonly kind: EntryKind | null;
  /** Of a file, if the system tells it. */
  readonly sizeBytes: number | undefined;
  /** Whether the system refuses its metadata or, if it is a directory that may be entered, its entries. */
  readonly isRefused: boolean;
  /** What stops every walk on the way: a directory that may not be entered, or something that is not one. */
  readonly barrier: Obstacle | null;
  /** Why the disk did not let a walk go on. */
  readonly failure: ToolError | null;
  /** Every rule by which the tool leaves it out, or what is above it. */
  obstaclesOf(tool: string): readonly Obstacle[];
}

const NOTHING: Trace = {
  kind: null,
  sizeBytes: undefined,
  isRefused: false,
  barrier: null,
  failure: null,
  obstaclesOf: () => [],
};

/** `names` lead from the folder `start` to the entry; at least one. Throws only if the call is cancelled or out of time. */
export function* traceWalk(
  { workspace, discovery }: ViewContext,
  start: string,
  names: readonly string[],
  request: ViewRequest,
): Steps<Trace> {
  let directory: Directory | null = null;
  try {
    const node = yield* workspace.inner.resolve(SandboxPath.ofLocation(start));
    if (node.kind !== "directory") throw notDirectory(start);
    directory = node;
    let along = yield* ViewsAlong.atStart({ workspace, discovery }, directory.names, request);
    for (const [depth, name] of names.entries()) {
      const entry = yield* findEntry(directory, name);
      if (entry === null) return { ...NOTHING, obstaclesOf: (tool) => along.obstaclesOf(tool) };
      const isLast = depth === names.length - 1;
      const [above, own] = [along, along.judge(entry)];
      const obstaclesOf = (tool: string) => {
        const found = own.get(tool) ?? [];
        // A directory that is not listed itself is entered.
        return [...above.obstaclesOf(tool), ...(isLast ? found : found.filter(({ rule }) => rule.rule !== "kind"))];
      };
      const content = along.content(entry);
      if (isLast) {
        return { ...NOTHING, kind: entry.kind, ...(yield* lookAt(directory, entry, content)), obstaclesOf };
      }
      const rule = entry.kind === "directory" ? content : ({ rule: "kind", kind: entry.kind, counts: null } as const);
      if (rule !== "open") return { ...NOTHING, barrier: along.toObstacle(entry, rule), obstaclesOf };
      const child: Directory = yield* directory.openChild(entry.raw);
      directory.close();
      directory = child;
      along = yield* along.enter(entry, child);
    }
    return NOTHING;
  } catch (error) {
    return { ...NOTHING, failure: toFailure(error) };
  } finally {
    directory?.close();
  }
}

/** By its name as it is shown: several names that are not UTF-8 may look the same. */
function* findEntry(directory: Directory, name: string): Steps<Entry | null> {
  const request = { limit: 1, order: () => 0, accept: (entry: Entry) => entry.name === name };
  return (yield* directory.list(request)).entries[0] ?? null;
}

function* lookAt(
  parent: Directory,
  { raw, kind }: Entry,
  content: ContentVerdict,
): Steps<Pick<Trace, "sizeBytes" | "isRefused">> {
  const [metadata] = yield* parent.childMetadata([raw]);
  if (metadata === undefined || ToolError.isInstance(metadata)) return { sizeBytes: undefined, isRefused: true };
  const { sizeBytes } = metadata;
  if (kind !== "directory" || content !== "open") return { sizeBytes, isRefused: false };
  try {
    using directory = yield* parent.openChild(raw);
    yield* directory.list({ limit: 0, order: () => 0, accept: () => false });
    return { sizeBytes, isRefused: false };
  } catch (error) {
    toFailure(error);
    return { sizeBytes, isRefused: true };
  }
}

function toFailure(error: unknown): ToolError {
  if (!ToolError.isInstance(error) || error.kind === "Timeout" || error.kind === "Cancelled") throw error;
  return error;
}
