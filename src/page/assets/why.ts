// Shows why an agent does or does not see the chosen entry, as `porthole explain` does, with the line of the ignore file.

import type { ResourceOutcome } from "../../call/resources.ts";
import type { MarkedEntry } from "../../explain/marks/types.ts";
import type { Explanation, ToolAnswer } from "../../explain/types.ts";
import type { IgnoreRule } from "../../view/ignore_rule.ts";
import type { Denial } from "../../view/verdict.ts";
import type { PageTool } from "../wire.ts";
import { type Api, Latest } from "./api.ts";
import { button, byId, drawName, el } from "./dom.ts";
import { describeMark, isLineInside, NO_SUCH_NAME } from "./words.ts";

/** Shows a line of a file. */
export type ShowLine = (file: string, line: number) => void;

export class WhyPanel {
  readonly #api: Api;
  readonly #showLine: ShowLine;
  readonly #panel = byId("panel-why", HTMLDivElement);
  readonly #latest = new Latest();

  constructor(api: Api, showLine: ShowLine) {
    this.#api = api;
    this.#showLine = showLine;
  }

  show(entry: MarkedEntry, tools: readonly PageTool[]): void {
    const meaning = el("p", { class: "meaning" }, describeMark(entry, tools));
    const drawProblem = (message: string) => this.#panel.append(el("p", { class: "problem" }, ...drawName(message)));
    this.#panel.replaceChildren(meaning);
    void this.#latest.ask(
      (signal) => this.#api.explain(entry.path, signal),
      (outcome) => {
        if (isUnnameable(entry, outcome)) meaning.textContent = NO_SUCH_NAME;
        if (outcome.status === "success") this.#panel.append(...this.#draw(outcome.data, tools));
        else drawProblem(outcome.error.message);
      },
      drawProblem,
    );
  }

  #draw(explanation: Explanation, tools: readonly PageTool[]): HTMLElement[] {
    const rules = [...this.#drawRules(explanation)];
    return [
      ...(rules.length === 0 ? [] : [el("ul", { class: "rules" }, ...rules)]),
      drawTools(explanation.tools, tools),
    ];
  }

  *#drawRules({
    denied_by,
    hidden_by,
    excluded_by,
    git,
    gemini,
    outside_allowed_roots,
    links,
    problems,
  }: Explanation): Iterable<HTMLElement> {
    if (denied_by !== null) yield this.#drawDenial(denied_by);
    for (const rule of [git, gemini]) if (rule !== null) yield this.#drawIgnore(rule);
    if (hidden_by !== null) yield drawRule("A name that starts with a dot", hidden_by);
    if (excluded_by !== null) yield drawRule("A name that trees leave out", excluded_by);
    if (links.length > 0) yield drawRule("Goes through the link", links.join(" → "));
    if (outside_allowed_roots !== null)
      yield drawRule("Not in one of the allowed folders", outside_allowed_roots.join(", ") || "none");
    for (const problem of problems) yield drawRule("An ignore file could not be applied", problem);
  }

  #drawDenial(denial: Denial): HTMLElement {
    if (denial.source !== "portholeignore") return drawRule(`Denied by ${LISTS[denial.source]}`, denial.pattern);
    if (denial.problem !== null) return drawRule(`Denied, because ${denial.file} cannot be applied`, denial.problem);
    return this.#drawLine("Denied", denial);
  }

  #drawIgnore(rule: IgnoreRule): HTMLElement {
    return this.#drawLine(rule.ignored ? "Ignored" : "Kept", rule);
  }

  #drawLine(verb: string, { source, file, line, pattern }: Omit<IgnoreRule, "ignored">): HTMLElement {
    const where = line === null ? (file ?? source) : `${file ?? source}, line ${line}`;
    const rule = drawRule(`${verb} by ${where}`, pattern);
    if (file !== null && line !== null && isLineInside(source, file))
      rule.append(button("Show this line", { class: "quiet" }, () => this.#showLine(file, line)));
    return rule;
  }
}

/** The name has bytes that are not UTF-8, so no path leads to the entry. */
function isUnnameable({ path }: MarkedEntry, outcome: ResourceOutcome<Explanation>): boolean {
  return path.includes("\ufffd") && outcome.status === "success" && outcome.data.place === "missing";
}

const LISTS = {
  owner: "a pattern of the owner",
  built_in: "the built-in list",
  secrets: "the built-in list of secrets",
} as const;

function drawRule(title: string, detail: string | null): HTMLElement {
  const code = detail === null ? [] : [el("code", {}, el("bdi", {}, ...drawName(detail)))];
  return el("li", {}, el("span", {}, ...drawName(title)), ...code);
}

/** A file tool that rejects a folder is not a verdict. */
const UNFIT: readonly (string | null)[] = ["NOT_FILE", "NOT_DIRECTORY"];

function drawTools(answers: Explanation["tools"], tools: readonly PageTool[]): HTMLElement {
  // They do not walk.
  const readers = tools.flatMap(({ name, shows }): string[] => (shows === "files" ? [name] : []));
  const head = el("tr", {}, ...["Tool", "In a walk", "Asked by name"].map((word) => el("th", { scope: "col" }, word)));
  const fit = Object.entries(answers).filter(([, { by_name }]) => !UNFIT.includes(by_name.code));
  const rows = fit.map(([name, answer]) => drawTool(name, answer, !readers.includes(name)));
  const table = el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows));
  return el("div", { class: "tools", role: "group", "aria-label": "What each tool does", tabindex: 0 }, table);
}

function drawTool(name: string, { word, reason, by_name }: ToolAnswer, walks: boolean): HTMLElement {
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, el("code", {}, name)),
    walks ? drawWord(word, reason) : el("td", {}, "–"),
    drawWord(by_name.word, by_name.reason),
  );
}

const KINDS: Readonly<Record<string, string>> = {
  shown: "good",
  searched: "good",
  readable: "good",
  answered: "good",
  refused: "bad",
};

function drawWord(word: string, reason: string): HTMLElement {
  const kind = KINDS[word] ?? "out";
  const why = reason === "" ? [] : [el("small", {}, ...drawName(reason))];
  return el("td", {}, el("span", { class: `word ${kind}` }, word), ...why);
}
