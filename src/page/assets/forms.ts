// The forms for search_text and list_files.

import type { Api } from "./api.ts";
import { Asker } from "./asker.ts";
import { byId, inside } from "./dom.ts";
import type { Formats } from "./formats.ts";
import { PathField } from "./path_field.ts";

type Arguments = Record<string, unknown>;

export class ToolForm {
  readonly #form: HTMLFormElement;
  readonly #path: PathField;
  readonly #asker: Asker;
  readonly #ask: () => void;

  constructor(api: Api, formats: Formats, id: "search-form" | "find-form") {
    const name = id === "search-form" ? "search_text" : "list_files";
    this.#form = byId(id, HTMLFormElement);
    this.#path = new PathField(inside(this.#form, "[name=path]", HTMLInputElement));
    this.#asker = new Asker(api, `Answer of ${name}`);
    this.#ask = () => {
      this.#form.parentElement?.querySelector(".empty")?.remove();
      this.#asker.box.element.hidden = false;
      void this.#asker.ask({ name, arguments: this.#readArguments(), format: formats.chosen });
    };
    this.#asker.box.element.hidden = true;
    this.#form.after(this.#asker.box.element);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#ask();
    });
    formats.addTo(this.#form, () => {
      if (!this.#asker.box.element.hidden) this.#ask();
    });
  }

  /** The folder chosen in the tree. */
  setPath(path: string): void {
    this.#path.set(path);
  }

  /** After a restart of the server: the answer belongs to another folder. */
  clear(): void {
    this.#asker.box.element.hidden = true;
  }

  #readArguments(): Arguments {
    const { exact } = this.#path;
    return exact === "" ? readArguments(this.#form) : { ...readArguments(this.#form), path: exact };
  }
}

/** Empty fields are not arguments. */
function readArguments(form: HTMLFormElement): Arguments {
  const args: Arguments = {};
  for (const input of form.elements) {
    if (!(input instanceof HTMLInputElement) || input.name === "format") continue;
    if (input.type === "checkbox" && input.checked) args[input.name] = true;
    if (input.type !== "checkbox" && input.value !== "") args[input.name] = toValue(input);
  }
  return args;
}

function toValue({ name, value }: HTMLInputElement): unknown {
  return name === "include" ? value.split(/\s+/).filter((glob) => glob !== "") : value;
}
