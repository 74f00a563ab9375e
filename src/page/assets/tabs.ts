// Tabs according to the ARIA practices: arrow keys move between them, and the focused one is shown.

import { byId, setAll } from "./dom.ts";

export class Tabs {
  readonly #tabs: readonly HTMLElement[];
  readonly #onShow: (id: string) => void;

  constructor(list: Element, onShow: (id: string) => void) {
    this.#onShow = onShow;
    this.#tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
    for (const tab of this.#tabs) tab.addEventListener("click", () => this.show(tab.id));
    list.addEventListener("keydown", (event) => {
      if (event instanceof KeyboardEvent) this.#press(event);
    });
  }

  show(id: string): void {
    for (const tab of this.#tabs) {
      const isShown = tab.id === id;
      setAll(tab, { "aria-selected": isShown ? "true" : "false", tabindex: isShown ? 0 : -1 });
      byId(tab.getAttribute("aria-controls") ?? "", HTMLElement).hidden = !isShown;
    }
    this.#onShow(id);
  }

  /** The content may have changed. */
  reload(): void {
    const shown = this.#tabs.find((tab) => tab.getAttribute("aria-selected") === "true");
    if (shown !== undefined) this.#onShow(shown.id);
  }

  #press(event: KeyboardEvent): void {
    const at = this.#tabs.findIndex((tab) => tab.matches(":focus"));
    const last = this.#tabs.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    const tab = to === undefined ? undefined : this.#tabs[to];
    if (tab === undefined || at === -1) return;
    event.preventDefault();
    this.show(tab.id);
    tab.focus();
  }
}
