// Runs a tool on a workspace that appears to contain a single path: every directory lists only the next name. So the tool's own walk and
// rules decide about the path, without the cost of a full walk.

import type { ToolContext } from "../call/context.ts";
import { createSecureToolUnchecked } from "../call/factory.ts";
import type { ToolOutcome } from "../call/spec.ts";
import type { SealedDirectory } from "../disk/types.ts";
import type { PathRequest, ToolSpec } from "../tools/tool.ts";

/**
 * Calls the tool. `names` lead from the requested directory to the only entry that it can find. `onEnter` is called if that is a directory
 * and the tool opens it.
 */
export function invokeOnSinglePath<Request extends PathRequest, Output>(
  context: ToolContext,
  spec: ToolSpec<Request, Output>,
  names: readonly string[],
  args: object,
  onEnter: () => void = () => {},
): Promise<ToolOutcome<Output>> {
  const run: typeof spec.run = (request, node, scope) =>
    spec.run(request, node.kind === "directory" ? narrow(node, names, onEnter) : node, scope);
  return createSecureToolUnchecked(context, { ...spec, run }).invoke(args);
}

/** Compares names as they are shown: several names that are not UTF-8 may look the same. */
function narrow(directory: SealedDirectory, [name, ...below]: readonly string[], onEnter: () => void): SealedDirectory {
  const enter = (child: SealedDirectory) => {
    if (below.length === 0) onEnter();
    return narrow(child, below, onEnter);
  };
  return {
    kind: "directory",
    inner: directory.inner,
    location: directory.location,
    names: directory.names,
    metadata: () => directory.metadata(),
    ownerUid: () => directory.ownerUid(),
    close: () => directory.close(),
    [Symbol.dispose]: () => directory.close(),
    list: (request, clock) => {
      const { accept = () => true } = request;
      return directory.list({ ...request, accept: (entry) => entry.name === name && accept(entry) }, clock);
    },
    childMetadata: (rawNames, clock) => directory.childMetadata(rawNames, clock),
    lookUp: (askedNames, clock) => directory.lookUp(askedNames, clock),
    openChild: async (raw, clock) => enter(await directory.openChild(raw, clock)),
    openChildFile: (...asked) => directory.openChildFile(...asked),
  };
}
