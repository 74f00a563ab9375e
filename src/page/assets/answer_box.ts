// Shows one answer exactly as the tool returned it, with its size.

import type { ToolReply } from "../wire.ts";
import { type Api, type Asked, Latest } from "./api.ts";
import { button, drawName, drawText, el } from "./dom.ts";
import { countBytes, estimateTokens, toCount } from "./words.ts";

export class AnswerBox {
  readonly element = el("div", { class: "answer" });
  readonly #call = el("code", { class: "call" });
  readonly #cost = el("p", { class: "cost", role: "status" });
  readonly #text = el("pre", { class: "text", tabindex: 0, role: "group" });
  readonly #latest = new Latest();
  #content = "";

  constructor(label: string) {
    this.#text.setAttribute("aria-label", label);
    this.element.append(this.#call, this.#cost, this.#text);
  }

  /** Until the answer arrives, the previous one stays visible. */
  call(api: Api, call: Asked): void {
    this.#call.replaceChildren(...drawName(`${call.name} ${JSON.stringify(call.arguments)}`));
    this.element.classList.add("waiting");
    this.load((signal) => api.call(call, signal));
  }

  load(request: (signal: AbortSignal) => Promise<ToolReply>): void {
    void this.#latest.ask(
      request,
      (reply) => this.#show(reply),
      (problem) => this.#fail(problem),
    );
  }

  #show({ content, is_error }: ToolReply): void {
    const bytes = countBytes(content);
    const tokens = `about ${toCount(estimateTokens(bytes), "token")}`;
    this.#content = content;
    this.#say(is_error ? "error" : "", drawText(content));
    this.#cost.replaceChildren(
      ...(is_error ? [el("span", { class: "badge bad" }, "refused or failed")] : []),
      el("span", {}, toCount(bytes, "byte")),
      el("span", { title: "an estimate: bytes / 4" }, `${tokens} (estimate)`),
      ...(isSecureContext ? [this.#makeCopy()] : []),
      ...this.#makeIndent(),
    );
  }

  /** There is no answer. */
  #fail(problem: string): void {
    this.#say("problem", [problem]);
    this.#cost.replaceChildren();
  }

  #say(kind: string, text: readonly (Node | string)[]): void {
    this.element.className = `answer ${kind}`;
    this.#text.replaceChildren(...text);
    this.#text.scrollTop = 0;
  }

  #makeCopy(): HTMLButtonElement {
    const copy = button("Copy", { class: "quiet" }, () => {
      navigator.clipboard.writeText(this.#content).then(
        () => copy.replaceChildren("Copied"),
        () => copy.replaceChildren("Cannot copy"),
      );
    });
    return copy;
  }

  /** JSON is one long line; people can show it on several. */
  #makeIndent(): HTMLButtonElement[] {
    const indented = indent(this.#content);
    if (indented === null) return [];
    const toggle = button("Indent", { class: "quiet", "aria-pressed": "false" }, () => {
      const isOn = toggle.getAttribute("aria-pressed") !== "true";
      toggle.setAttribute("aria-pressed", String(isOn));
      this.#text.replaceChildren(...drawText(isOn ? indented : this.#content));
    });
    return [toggle];
  }
}

function indent(content: string): string | null {
  if (!content.startsWith("{")) return null;
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    return null;
  }
}
