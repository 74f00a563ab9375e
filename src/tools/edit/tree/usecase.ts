// The walk of `tree`: depth first, in a fixed order, within the limits.

import type { IgnoreWalk } from "../../../discovery/walk.ts";
import { ToolError } from "../../../errors.ts";
import type { CallScope } from "../../../gate/spec.ts";
import { compareUtf16, toPrefix } from "../../../workspace/names.ts";
import type { Entry, EntryKind, SealedDirectory } from "../../../workspace/types.ts";
import { compileFilter, type TreeFilter } from "./filter.ts";
import { toOutput } from "./fit.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput, TreeRequest } from "./types.ts";

const RANKS: Readonly<Record<EntryKind, number>> = { directory: 0, file: 1, symlink: 2, other: 3 };

export async function walkTree(
  directory: SealedDirectory,
  request: TreeRequest,
  scope: CallScope,
): Promise<TreeOutput> {
  const walk = new TreeWalk(request, scope);
  const root = await walk.start(directory);
  return toOutput(root, walk.isFull);
}

interface Parent {
  readonly directory: SealedDirectory;
  readonly ignored: IgnoreWalk | null;
}

// A node counts when it is made, and it is made when its turn comes: a directory's first child before the directory's next
// sibling. The walk ends the moment the last permitted node is made, so whatever that node is, nothing after it is read.
class TreeWalk {
  readonly #scope: CallScope;
  readonly #filter: TreeFilter;
  readonly #maxDepth: number;
  /** How many nodes may still be made. */
  #left: number;

  constructor(request: TreeRequest, scope: CallScope) {
    this.#scope = scope;
    this.#filter = compileFilter(request);
    this.#maxDepth = request.maxDepth;
    this.#left = request.maxEntries;
  }

  get isFull(): boolean {
    return this.#left === 0;
  }

  async start(directory: SealedDirectory): Promise<TreeDirectoryNode> {
    const { path } = this.#scope;
    const root = this.#makeDirectory(path.slice(path.lastIndexOf("/") + 1), path, 0);
    if (this.#isToBeRead(root)) await this.#fill(root, directory, this.#scope.ignored);
    return root;
  }

  async #fill(node: TreeDirectoryNode, directory: SealedDirectory, ignored: IgnoreWalk | null): Promise<void> {
    const { clock } = this.#scope;
    if (clock.isDue()) await clock.rest();
    const prefix = toPrefix(node.path);
    const accept = withoutIgnored(this.#filter(prefix), ignored);
    // No more of these children than are still permitted can get a node, whatever lies below the first of them.
    const request = { limit: this.#left, order: compareEntries, accept, acceptSees: "candidates" } as const;
    const { entries } = await directory.list(request, clock);
    const children: TreeEntry[] = [];
    node.children = children;
    for (const entry of entries) {
      if (this.isFull) return;
      const child = this.#make(entry, prefix, node.depth + 1);
      children.push(child);
      if (child.kind === "directory" && this.#isToBeRead(child))
        await this.#descend(child, entry, { directory, ignored });
    }
  }

  async #descend(node: TreeDirectoryNode, entry: Entry, parent: Parent): Promise<void> {
    if (this.#isDenied(node.path, toPrefix(parent.directory.location) + entry.name)) return;
    try {
      const { clock } = this.#scope;
      const directory = await parent.directory.openChild(entry.raw, clock);
      try {
        const ignored = parent.ignored && (await parent.ignored.enter(entry.raw, directory, clock));
        await this.#fill(node, directory, ignored);
      } finally {
        directory.close();
      }
    } catch (error) {
      // One that cannot be read keeps its node, without children. Only the call's own end goes further up, and what may work
      // a moment later: half a tree would pass for a whole one.
      if (!ToolError.isInstance(error) || error.kind !== "ExecutionFailed" || error.retriable) throw error;
    }
  }

  #make(entry: Entry, prefix: string, depth: number): TreeEntry {
    const { name, kind } = entry;
    const path = prefix + name;
    // Nothing else is left: the filter lets no other kind pass.
    if (kind !== "file" && kind !== "symlink") return this.#makeDirectory(name, path, depth);
    this.#left -= 1;
    return { name, path, depth, kind };
  }

  #makeDirectory(name: string, path: string, depth: number): TreeDirectoryNode {
    this.#left -= 1;
    const node: TreeDirectoryNode = { name, path, depth, kind: "directory" };
    if (depth === this.#maxDepth) node.truncated = true;
    return node;
  }

  #isToBeRead(node: TreeDirectoryNode): boolean {
    return node.depth < this.#maxDepth && !this.isFull;
  }

  /** Both, as at the gate: the request may have come through a link, and the directory must be shut by either name. */
  #isDenied(path: string, location: string): boolean {
    const { denied } = this.#scope;
    return denied.find(location, true) !== null || (path !== location && denied.find(path, true) !== null);
  }
}

/** After the filter: what that drops need not be looked up in the rules. */
function withoutIgnored(accept: (entry: Entry) => boolean, ignored: IgnoreWalk | null): (entry: Entry) => boolean {
  if (ignored === null) return accept;
  return (entry) => accept(entry) && !ignored.isIgnored(entry.raw, entry.kind === "directory");
}

function compareEntries(a: Entry, b: Entry): number {
  return RANKS[a.kind] - RANKS[b.kind] || compareUtf16(a.name, b.name);
}
