// The forms that call a tool as an agent would, each with the answer below it.

import type { BuiltIn } from "../../call/built_in.ts";
import type { MarkedEntry } from "../../explain/marks/types.ts";
import type { AskedOnPage } from "../../tools/about.ts";
import type { AnswerFormat } from "../../tools/found.ts";
import type { PageTool } from "../wire.ts";
import { AnswerBox } from "./answer_box.ts";
import type { Api } from "./api.ts";
import { byId, el, inside } from "./dom.ts";

type Arguments = Readonly<Record<string, unknown>>;
type Target = Pick<MarkedEntry, "path" | "kind">;

const FORMATS = { text: "Text", json: "JSON" } as const;

/** The choice between text and JSON answers, shared by all forms of the page. */
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

class ToolForm {
  protected readonly form: HTMLFormElement;
  protected readonly box: AnswerBox;
  readonly #api: Api;
  readonly #formats: Formats;

  constructor(api: Api, formats: Formats, id: string, label: string) {
    this.#api = api;
    this.#formats = formats;
    this.form = byId(id, HTMLFormElement);
    this.box = new AnswerBox(label);
    this.form.after(this.box.element);
    this.form.addEventListener("submit", (event) => event.preventDefault());
  }

  protected call(name: BuiltIn, args: Arguments): void {
    this.box.call(this.#api, { name, arguments: args, format: this.#formats.chosen });
  }
}

/** What a tool answers for the chosen entry. */
export class EntryForm extends ToolForm {
  readonly #tool = inside(this.form, "select", HTMLSelectElement);
  readonly #line = inside(this.form, "[name=start_line]", HTMLInputElement);
  #target: Target | null = null;
  tools: readonly PageTool[] = [];

  constructor(api: Api, formats: Formats) {
    super(api, formats, "answer-form", "Answer of the tool");
    for (const input of [this.#tool, this.#line]) input.addEventListener("change", () => this.#ask());
    formats.addTo(this.form, () => this.#ask());
  }

  show(target: Target, startLine = 1): void {
    this.#target = target;
    this.#line.value = String(startLine);
    const tools = this.#findTools(target);
    const chosen = tools.includes(this.#tool.value) ? this.#tool.value : (tools[0] ?? "");
    this.#tool.replaceChildren(...tools.map((name) => el("option", {}, name)));
    this.#tool.value = chosen;
    this.#ask();
  }

  #ask(): void {
    if (this.#target === null) return;
    const tool = this.tools.find(({ name }) => name === this.#tool.value);
    byId("from-line", HTMLLabelElement).hidden = tool?.onPage?.line === undefined;
    if (tool?.onPage !== undefined) this.call(tool.name, this.#toArguments(tool.onPage, this.#target));
  }

  /** A link may lead to a file or a folder; tools that show files come first. */
  #findTools({ kind }: Target): readonly string[] {
    const fit = this.tools.filter(({ onPage }) => onPage?.kinds.includes(kind));
    const isReader = ({ shows }: PageTool) => shows === "files";
    return [...fit.filter(isReader), ...fit.filter((tool) => !isReader(tool))].map(({ name }) => name);
  }

  #toArguments({ argument, options, line }: AskedOnPage, { path }: Target): Arguments {
    const first = this.#line.valueAsNumber;
    const from = line !== undefined && first > 1 ? { [line]: first } : {};
    return { [argument]: argument === "paths" ? [path] : path, ...options, ...from };
  }
}

/** search_text or list_files, with a field for each argument. */
export class SearchForm extends ToolForm {
  readonly #name: BuiltIn;
  readonly #path = inside(this.form, "[name=path]", HTMLInputElement);
  /** The chosen folder, and how its field shows it: input fields change some characters, such as line breaks. */
  #folder = { path: "", shown: "" };

  constructor(api: Api, formats: Formats, id: "search-form" | "find-form") {
    const name = id === "search-form" ? "search_text" : "list_files";
    super(api, formats, id, `Answer of ${name}`);
    this.#name = name;
    this.clear();
    this.form.addEventListener("submit", () => this.#ask());
    formats.addTo(this.form, () => {
      if (!this.box.element.hidden) this.#ask();
    });
  }

  /** The folder chosen in the tree. */
  setPath(path: string): void {
    const given = path === "." ? "" : path;
    this.#path.value = given;
    this.#folder = { path: given, shown: this.#path.value };
  }

  /** After a restart of the server: the answer belongs to another folder. */
  clear(): void {
    this.box.element.hidden = true;
  }

  #ask(): void {
    this.form.parentElement?.querySelector(".empty")?.remove();
    this.box.element.hidden = false;
    const { path, shown } = this.#folder;
    const isUnchanged = path !== "" && this.#path.value === shown;
    this.call(this.#name, { ...readArguments(this.form), ...(isUnchanged ? { path } : {}) });
  }
}

/** Empty fields are not arguments. */
function readArguments(form: HTMLFormElement): Arguments {
  const args: Record<string, unknown> = {};
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
