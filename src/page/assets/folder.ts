// The left column: lists folders as they are opened, and reports which entry was chosen.

import type { MarkedEntry } from "../../explain/marks/types.ts";
import { showInvisible } from "../../input/sanitize.ts";
import type { Seen } from "../seen.ts";
import { type Api, toProblem } from "./api.ts";
import { byId } from "./dom.ts";
import { canOpen, empty, fill, makeTree, setNote, type TreeNode } from "./tree_model.ts";
import { TreeView } from "./tree_view.ts";

export interface FolderEvents {
  onChoose(entry: MarkedEntry): void;
  /** The chosen entry may have changed. */
  onRefresh(entry: MarkedEntry): void;
  /** The tree has no such entry. */
  onMissing(path: string): void;
}

export class Folder {
  readonly #api: Api;
  readonly #seen: Seen;
  readonly #view: TreeView;
  readonly #events: FolderEvents;
  #root = makeTree("", []);

  constructor(api: Api, seen: Seen, events: FolderEvents) {
    this.#api = api;
    this.#seen = seen;
    this.#events = events;
    this.#view = new TreeView(byId("tree", HTMLDivElement), seen, {
      onToggle: (node) => void this.#toggle(node),
      onChoose: (node) => this.#choose(node),
    });
    byId("refresh", HTMLButtonElement).addEventListener("click", () => void this.refresh());
  }

  /** Starts over. */
  async open(name: string, starts: readonly string[]): Promise<void> {
    this.#root = makeTree(name, starts);
    this.#view.show(this.#root);
    const [top] = this.#root.children ?? [];
    if (top === undefined) return;
    this.#choose(top);
    await this.#toggle(top);
  }

  /** Lists all open folders again, and updates the chosen entry. */
  async refresh(): Promise<void> {
    const open = (node: TreeNode): TreeNode[] => (node.isOpen ? [node, ...(node.children ?? []).flatMap(open)] : []);
    for (const node of (this.#root.children ?? []).flatMap(open)) await this.#list(node);
    if (this.#view.selected !== null) this.#events.onRefresh(this.#view.selected.entry);
  }

  /** Opens the folders above the path and chooses it. */
  async reveal(path: string): Promise<void> {
    let node = this.#root.children?.find(({ entry }) => isAround(entry.path, path));
    while (node !== undefined && node.entry.path !== path) {
      if (!node.isOpen) await this.#toggle(node);
      node = node.children?.find(({ entry }) => isAround(entry.path, path));
    }
    if (node === undefined) this.#events.onMissing(path);
    else this.#choose(node);
  }

  /** After new calls. */
  redraw(): void {
    byId("not-marked", HTMLParagraphElement).hidden = this.#seen.isWhole;
    this.#view.drawSoon();
  }

  #choose(node: TreeNode): void {
    this.#view.select(node);
    this.#events.onChoose(node.entry);
  }

  async #toggle(node: TreeNode): Promise<void> {
    if (!canOpen(node)) return;
    node.isOpen = !node.isOpen;
    if (node.isOpen) await this.#list(node);
    else this.#view.update();
  }

  async #list(node: TreeNode): Promise<void> {
    if (node.children === null) setNote(node, "looking…");
    this.#view.update();
    try {
      const outcome = await this.#api.list(node.entry.path);
      if (outcome.status === "success") fill(node, outcome.data);
      else empty(node, showInvisible(outcome.error.message));
    } catch (error) {
      setNote(node, toProblem(error), true);
    }
    this.#view.update();
  }
}

function isAround(folder: string, path: string): boolean {
  return folder === "." || folder === path || path.startsWith(`${folder}/`);
}
