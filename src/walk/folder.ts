// An open folder of a walk, as the tool sees it. The way down is here: nothing is entered that the view does not open.

import type { Steps } from "../disk/steps.ts";
import type { Directory, Entry } from "../disk/types.ts";
import type { ViewRules } from "../view/rules.ts";
import type { Rule } from "../view/verdict.ts";
import { View, type ViewSources } from "../view/view.ts";

/** Opens a directory; the caller closes it. `known` is its view, if it was open before. */
export type Door = (known?: View | null) => Steps<WalkFolder>;

export class WalkFolder {
  readonly directory: Directory;
  readonly view: View;

  constructor(directory: Directory, view: View) {
    this.directory = directory;
    this.view = view;
  }

  /** The directory that was requested, with the scope of the call. The caller closes it. */
  static atStart(directory: Directory, rules: ViewRules, sources: ViewSources & { readonly path: string }): WalkFolder {
    return new WalkFolder(directory, View.atStart(rules, sources, directory));
  }

  /** The way into a child directory, or the rule that forbids it. */
  door({ raw, name }: Pick<Entry, "raw" | "name">): Door | Rule {
    const content = this.view.content({ raw, name, kind: "directory" });
    return content === "open" ? (known = null) => this.#open({ raw, name }, known) : content;
  }

  *#open(entry: Pick<Entry, "raw" | "name">, known: View | null): Steps<WalkFolder> {
    const directory = yield* this.directory.openChild(entry.raw);
    let view = known;
    try {
      view ??= yield* this.view.enter(entry, directory);
      return new WalkFolder(directory, view);
    } finally {
      // It failed, or its steps were abandoned.
      if (view === null) directory.close();
    }
  }

  close(): void {
    this.directory.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
