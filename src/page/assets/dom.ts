// Creates elements. Text only ever becomes a text node, so no name and no content can become markup. In names and answers, invisible
// characters are escaped, in an element that distinguishes them from the same characters typed.

import { splitInvisible } from "../../input/sanitize.ts";
import { toNumber } from "./words.ts";

type Attributes = Readonly<Record<string, string | number | boolean>>;
type Child = Node | string;

/** Attributes with the value false are left out. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAll(element, attributes);
  element.append(...children);
  return element;
}

export function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

const SVG = "http://www.w3.org/2000/svg";

/** A symbol of page.html. Hidden from screen readers, which read the text beside it. */
export function icon(name: string): SVGElement {
  const picture = document.createElementNS(SVG, "svg");
  setAll(picture, { class: `icon icon-${name}`, "aria-hidden": "true" });
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  picture.append(use);
  return picture;
}

export function button(text: string, attributes: Attributes, onClick: () => void): HTMLButtonElement {
  const element = el("button", { type: "button", ...attributes }, text);
  element.addEventListener("click", onClick);
  return element;
}

export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`page.html has no ${id}`);
}

export function inside<Kind extends HTMLElement>(parent: Element, selector: string, kind: new () => Kind): Kind {
  const element = parent.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`page.html has no ${selector}`);
}

/** Browsers are slow with more; the whole answer can be copied. */
const MAX_SHOWN_CHARS = 1_000_000;
/** After this many, escapes are no longer highlighted. */
const MAX_PARTS = 20_000;

/** On one line. */
export function drawName(name: string): (Node | string)[] {
  return draw(name, "nothing");
}

/** Line by line. */
export function drawText(text: string): (Node | string)[] {
  const cut = text.slice(0, MAX_SHOWN_CHARS);
  const rest = text.length - cut.length;
  return [...draw(cut, "lines"), ...(rest > 0 ? [`\n… ${toNumber(rest)} characters more`] : [])];
}

function draw(text: string, keeps: "nothing" | "lines"): (Node | string)[] {
  const drawn: (Node | string)[] = [];
  let rest = "";
  for (const { text: part, isEscape } of splitInvisible(text, keeps)) {
    if (drawn.length >= MAX_PARTS) rest += part;
    else drawn.push(isEscape ? el("span", { class: "escape", title: "cannot be seen" }, part) : part);
  }
  return rest === "" ? drawn : [...drawn, rest];
}
