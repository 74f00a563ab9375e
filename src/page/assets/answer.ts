// Shows the answer of a tool for the chosen entry.

import type { MarkedEntry } from "../../explain/marks/types.ts";
import type { AskedOnPage } from "../../tools/about.ts";
import type { PageTool } from "../wire.ts";
import type { Api } from "./api.ts";
import { Asker } from "./asker.ts";
import { byId, el, inside } from "./dom.ts";
import type { Formats } from "./formats.ts";

type Target = Pick<MarkedEntry, "path" | "kind">;

export class AnswerPanel {
  readonly #formats: Formats;
  readonly #asker: Asker;
  readonly #tool: HTMLSelectElement;
  readonly #line: HTMLInputElement;
  #target: Target | null = null;
  tools: readonly PageTool[] = [];

  constructor(api: Api, formats: Formats) {
    const form = byId("answer-form", HTMLFormElement);
    this.#formats = formats;
    this.#asker = new Asker(api, "Answer of the tool");
    this.#tool = inside(form, "select", HTMLSelectElement);
    this.#line = inside(form, "[name=start_line]", HTMLInputElement);
    form.after(this.#asker.box.element);
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const input of [this.#tool, this.#line]) input.addEventListener("change", () => this.ask());
    formats.addTo(form, () => this.ask());
  }

  show(target: Target, startLine = 1): void {
    this.#target = target;
    this.#line.value = String(startLine);
    const tools = this.#findTools(target);
    const chosen = tools.includes(this.#tool.value) ? this.#tool.value : (tools[0] ?? "");
    this.#tool.replaceChildren(...tools.map((name) => el("option", {}, name)));
    this.#tool.value = chosen;
    this.ask();
  }

  ask(): void {
    if (this.#target === null) return;
    const tool = this.tools.find(({ name }) => name === this.#tool.value);
    byId("from-line", HTMLLabelElement).hidden = tool?.onPage?.line === undefined;
    if (tool?.onPage === undefined) return;
    const args = this.#toArguments(tool.onPage, this.#target);
    void this.#asker.ask({ name: tool.name, arguments: args, format: this.#formats.chosen });
  }

  /** A link may lead to a file or a folder; tools that show files come first. */
  #findTools({ kind }: Target): readonly string[] {
    const fit = this.tools.filter(({ onPage }) => onPage?.kinds.includes(kind));
    const isReader = ({ shows }: PageTool) => shows === "files";
    return [...fit.filter(isReader), ...fit.filter((tool) => !isReader(tool))].map(({ name }) => name);
  }

  #toArguments({ argument, options, line }: AskedOnPage, { path }: Target): Record<string, unknown> {
    const first = this.#line.valueAsNumber;
    const from = line !== undefined && first > 1 ? { [line]: first } : {};
    return { [argument]: argument === "paths" ? [path] : path, ...options, ...from };
  }
}
