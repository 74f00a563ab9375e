// Shows the answer of a tool for the chosen entry.

import type { MarkedEntry } from "../../explain/marks/types.ts";
import type { Api } from "./api.ts";
import { Asker } from "./asker.ts";
import { byId, el, inside } from "./dom.ts";
import type { Formats } from "./formats.ts";

const TOOLS: Readonly<Record<MarkedEntry["kind"], readonly string[]>> = {
  directory: ["tree", "list_directory"],
  file: ["read_file", "read_files"],
  symlink: ["read_file", "tree", "list_directory"],
  other: ["read_file"],
};

type Target = Pick<MarkedEntry, "path" | "kind">;

export class AnswerPanel {
  readonly #formats: Formats;
  readonly #asker: Asker;
  readonly #tool: HTMLSelectElement;
  readonly #line: HTMLInputElement;
  #target: Target | null = null;

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
    const tools = TOOLS[target.kind];
    const chosen = tools.includes(this.#tool.value) ? this.#tool.value : (tools[0] ?? "");
    this.#tool.replaceChildren(...tools.map((name) => el("option", {}, name)));
    this.#tool.value = chosen;
    this.ask();
  }

  ask(): void {
    if (this.#target === null) return;
    const name = this.#tool.value;
    byId("from-line", HTMLLabelElement).hidden = name !== "read_file";
    void this.#asker.ask({ name, arguments: this.#toArguments(name, this.#target), format: this.#formats.chosen });
  }

  #toArguments(name: string, { path }: Target): Record<string, unknown> {
    if (name === "read_files") return { paths: [path] };
    if (name === "tree") return { path, entry_kind: "all" };
    const line = this.#line.valueAsNumber;
    return name === "read_file" && line > 1 ? { path, start_line: line } : { path };
  }
}
