// The left column: lists folders as they are opened, and says which entry was chosen.

import type { MarkedEntry } from "../../tools/marks/types.ts";
import type { Seen } from "../seen.ts";
import { type Api, toProblem } from "./api.ts";
import { byId } from "./dom.ts";
import { canOpen, fill, makeRoot, setNote, type TreeNode } from "./tree_model.ts";
import { TreeView } from "./tree_view.ts";
import { toShownName } from "./words.ts";

export class Folder {
  readonly #api: Api;
  readonly #seen: Seen;
  readonly #view: TreeView;
  readonly #onChoose: (entry: MarkedEntry) => void;
  #root = makeRoot("");

  constructor(api: Api, seen: Seen, onChoose: (entry: MarkedEntry) => void) {
    this.#api = api;
    this.#seen = seen;
    this.#onChoose = onChoose;
    this.#view = new TreeView(byId("tree", HTMLDivElement), seen, {
      onToggle: (node) => void this.#toggle(node),
      onChoose: (node) => this.#choose(node),
    });
    byId("refresh", HTMLButtonElement).addEventListener("click", () => void this.refresh());
  }

  /** From the beginning. */
  async open(name: string): Promise<void> {
    this.#root = makeRoot(name);
    this.#view.show(this.#root);
    this.#choose(this.#root);
    await this.#toggle(this.#root);
  }

  /** Looks again at each folder that is open. */
  async refresh(): Promise<void> {
    const open = (node: TreeNode): TreeNode[] => (node.isOpen ? [node, ...(node.children ?? []).flatMap(open)] : []);
    for (const node of open(this.#root)) await this.#list(node);
  }

  /** Opens the folders above the path and chooses it. */
  async reveal(path: string): Promise<void> {
    let node = this.#root;
    for (const name of path === "." ? [] : path.split("/")) {
      if (!node.isOpen) await this.#toggle(node);
      const child = node.children?.find(({ entry }) => entry.name === name);
      if (child === undefined) return;
      node = child;
    }
    this.#choose(node);
  }

  /** When calls have come. */
  redraw(): void {
    byId("not-marked", HTMLParagraphElement).hidden = this.#seen.isWhole;
    this.#view.drawSoon();
  }

  #choose(node: TreeNode): void {
    this.#view.select(node);
    this.#onChoose(node.entry);
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
      else setNote(node, toShownName(outcome.error.message));
    } catch (error) {
      setNote(node, toProblem(error));
    }
    this.#view.update();
  }
}
