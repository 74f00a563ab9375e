// Creates elements. Text only ever becomes a text node, so no name and no content can become markup.

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
