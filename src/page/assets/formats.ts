// The choice between text and JSON answers, shared by all forms of the page.

import type { AnswerFormat } from "../../tools/found.ts";
import { el } from "./dom.ts";

const FORMATS = { text: "Text", json: "JSON" } as const;

export class Formats {
  #chosen: AnswerFormat = "text";
  readonly #inputs: HTMLInputElement[] = [];
  readonly #onChange: (() => void)[] = [];

  get chosen(): AnswerFormat {
    return this.#chosen;
  }

  set(format: AnswerFormat): void {
    this.#chosen = format;
    for (const input of this.#inputs) input.checked = input.value === format;
  }

  /** Adds the choice to a form, at its place in page.html. `onChange` is called when the form's answer changes. */
  addTo(form: HTMLFormElement, onChange: () => void): void {
    this.#onChange.push(onChange);
    form.querySelector(".segments")?.append(
      ...Object.entries(FORMATS).map(([value, word]) => {
        const input = el("input", { type: "radio", name: "format", value });
        input.addEventListener("change", () => {
          this.set(value === "json" ? "json" : "text");
          for (const tell of this.#onChange) tell();
        });
        this.#inputs.push(input);
        return el("label", {}, input, word);
      }),
    );
    this.set(this.#chosen);
  }
}
