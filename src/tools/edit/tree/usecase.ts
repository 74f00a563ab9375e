// The walk of `tree`: depth first, in a fixed order, within the limits.

import { compareUtf16 } from "../../../disk/names.ts";
import { inSlices, type Steps } from "../../../disk/steps.ts";
import type { Entry, EntryKind, SealedDirectory } from "../../../disk/types.ts";
import { ToolError } from "../../../errors.ts";
import type { View } from "../../../view/view.ts";
import { WalkFolder } from "../../../walk/folder.ts";
import type { Found } from "../../found.ts";
import type { CallScope } from "../../tool.ts";
import { compileFilter } from "./filter.ts";
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
  const folder = WalkFolder.atStart(directory.inner, compileFilter(request, scope.path), scope);
  const root = await inSlices(walk.start(folder), scope.clock);
  return foundTree(toOutput(root, walk.isFull), request, walk.leftOut);
}

// A node counts when it is made, and it is made on its turn: a directory's first child before the directory's next sibling. The walk ends
// as soon as the last permitted node is made, so nothing after it is read.
class TreeWalk {
  readonly #path: string;
  readonly #maxDepth: number;
  /** For the directories that were read; null if it is not needed, because it costs a look at every name. */
  readonly leftOut: TreeLeftOut | null;
  /** The number of nodes that may still be made. */
  #left: number;

  constructor(request: TreeRequest, scope: CallScope) {
    this.#path = scope.path;
    this.#maxDepth = request.maxDepth;
    this.leftOut = scope.answer?.format === "text" ? new TreeLeftOut() : null;
    this.#left = request.maxEntries;
  }

  get isFull(): boolean {
    return this.#left === 0;
  }

  *start(folder: WalkFolder): Steps<TreeDirectoryNode> {
    const path = this.#path;
    const root = this.#makeDirectory(path.slice(path.lastIndexOf("/") + 1), path, 0);
    yield;
    if (this.#isToBeRead(root)) yield* this.#fill(root, folder);
    return root;
  }

  *#fill(node: TreeDirectoryNode, folder: WalkFolder): Steps<void> {
    const { directory, view } = folder;
    const leftOut = this.leftOut && new TreeLeftOut();
    const accept = makeAccept(view, leftOut);
    // No more of these children than are still permitted can get a node, whatever is below the first of them.
    const acceptSees = leftOut === null ? "candidates" : "all";
    const { entries } = yield* directory.list({ limit: this.#left, order: compareEntries, accept, acceptSees });
    if (leftOut !== null) this.leftOut?.addAll(leftOut);
    const children: TreeEntry[] = [];
    node.children = children;
    for (const entry of entries) {
      if (this.isFull) return;
      const child = this.#make(entry, view.path, node.depth + 1);
      children.push(child);
      if (child.kind === "directory" && this.#isToBeRead(child)) yield* this.#descend(child, entry, folder);
    }
  }

  *#descend(node: TreeDirectoryNode, entry: Entry, parent: WalkFolder): Steps<void> {
    const door = parent.door(entry);
    if (typeof door !== "function") {
      this.leftOut?.add(door, entry);
      return;
    }
    try {
      yield;
      using folder = yield* door();
      yield* this.#fill(node, folder);
    } catch (error) {
      // A directory that cannot be read keeps its node, without children. Only the end of the call and transient errors are rethrown:
      // otherwise half a tree would look complete.
      if (!ToolError.isInstance(error) || error.kind !== "ExecutionFailed" || error.retriable) throw error;
    }
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
}

/** Whether an entry becomes a node. Counts the others in `leftOut`. */
function makeAccept(view: View, leftOut: TreeLeftOut | null): (entry: Entry) => boolean {
  return (entry) => {
    // Most entries are files. A kind that was not requested is not counted, so no other reason matters.
    if (!view.asks(entry.kind)) return false;
    const verdict = view.judge(entry);
    if (verdict !== "shown") leftOut?.add(verdict, entry);
    return verdict === "shown";
  };
}

function compareEntries(a: Entry, b: Entry): number {
  return RANKS[a.kind] - RANKS[b.kind] || compareUtf16(a.name, b.name);
}
