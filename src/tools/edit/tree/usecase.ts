// The walk of `tree`: depth first, in a fixed order, within the limits.

import { compareUtf16, toPrefix } from "../../../disk/names.ts";
import type { Entry, EntryKind, SealedDirectory } from "../../../disk/types.ts";
import { ToolError } from "../../../errors.ts";
import type { IgnoreWalk } from "../../../git/ignore_walk.ts";
import type { Found } from "../../found.ts";
import type { CallScope } from "../../tool.ts";
import { compileFilter, type TreeDrop, type TreeFilter } from "./filter.ts";
import { foundTree, toOutput } from "./fit.ts";
import { TreeLeftOut } from "./left_out.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput, TreeRequest } from "./types.ts";

const RANKS: Readonly<Record<EntryKind, number>> = { directory: 0, file: 1, symlink: 2, other: 3 };

export async function walkTree(
  directory: SealedDirectory,
  request: TreeRequest,
  scope: CallScope,
): Promise<Found<TreeOutput>> {
  const walk = new TreeWalk(request, scope);
  const root = await walk.start(directory);
  return foundTree(toOutput(root, walk.isFull), request, walk.leftOut);
}

interface Parent {
  readonly directory: SealedDirectory;
  readonly ignored: IgnoreWalk | null;
}

// A node counts when it is made, and it is made on its turn: a directory's first child before the directory's next sibling. The walk ends
// as soon as the last permitted node is made, so nothing after it is read.
class TreeWalk {
  readonly #scope: CallScope;
  readonly #filter: TreeFilter;
  readonly #entryKind: TreeRequest["entryKind"];
  readonly #maxDepth: number;
  /** For the directories that were read; null if it is not needed, because it costs a look at every name. */
  readonly leftOut: TreeLeftOut | null;
  /** The number of nodes that may still be made. */
  #left: number;

  constructor(request: TreeRequest, scope: CallScope) {
    this.#scope = scope;
    this.#filter = compileFilter(request);
    this.#entryKind = request.entryKind;
    this.#maxDepth = request.maxDepth;
    this.leftOut = scope.answer?.format === "text" ? new TreeLeftOut() : null;
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
    const leftOut = this.leftOut && new TreeLeftOut();
    const accept = this.#makeAccept(this.#filter(prefix), ignored, leftOut);
    // No more of these children than are still permitted can get a node, whatever is below the first of them.
    const acceptSees = leftOut === null ? "candidates" : "all";
    const { entries } = await directory.list({ limit: this.#left, order: compareEntries, accept, acceptSees }, clock);
    if (leftOut !== null) this.leftOut?.addAll(leftOut);
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
    if (this.#isDenied(node.path, toPrefix(parent.directory.location) + entry.name)) {
      this.leftOut?.add("denied", entry);
      return;
    }
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
      // A directory that cannot be read keeps its node, without children. Only the end of the call and transient errors are rethrown:
      // otherwise half a tree would look complete.
      if (!ToolError.isInstance(error) || error.kind !== "ExecutionFailed" || error.retriable) throw error;
    }
  }

  /** The ignore rules come after the filter, so that dropped entries need no look-up. */
  #makeAccept(
    filter: (entry: Entry) => TreeDrop | null,
    ignored: IgnoreWalk | null,
    leftOut: TreeLeftOut | null,
  ): (entry: Entry) => boolean {
    const isIgnored = ({ raw, kind }: Entry) => ignored?.isIgnored(raw, kind === "directory") ?? false;
    // Most entries are files. A kind that was not requested does not count as left out, so no other reason matters.
    const isRequested = ({ kind }: Entry) => this.#entryKind === "all" || kind === "directory";
    if (leftOut === null) return (entry) => isRequested(entry) && filter(entry) === null && !isIgnored(entry);
    return (entry) => {
      if (!isRequested(entry)) return false;
      const drop = filter(entry);
      const isNode = drop === null && !isIgnored(entry);
      if (drop === "kind") leftOut.add(isIgnored(entry) ? "ignored" : "special", entry);
      else if (!isNode) leftOut.add(drop ?? "ignored", entry);
      return isNode;
    };
  }

  #make(entry: Entry, prefix: string, depth: number): TreeEntry {
    const { name, kind } = entry;
    const path = prefix + name;
    // Must be a directory: the filter drops all other kinds.
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

  /** Both, as at the gate: the request may have come through a link, and either name may be denied. */
  #isDenied(path: string, location: string): boolean {
    const { denied } = this.#scope;
    return denied.find(location, true) !== null || (path !== location && denied.find(path, true) !== null);
  }
}

function compareEntries(a: Entry, b: Entry): number {
  return RANKS[a.kind] - RANKS[b.kind] || compareUtf16(a.name, b.name);
}
