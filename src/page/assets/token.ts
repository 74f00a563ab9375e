// The token: it arrives in the fragment of the address, which browsers never send, and is kept for this tab only. If it is missing or wrong,
// the page asks for the address.

import { byId, inside } from "./dom.ts";

const KEY = "porthole token";

/** Removes it from the address bar; after a reload, the kept one is returned. Null: there is none. */
export function takeToken(): string | null {
  const given = toToken(location.hash);
  if (given !== null) {
    keepToken(given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(KEY);
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

/** Accepts a token, which is long, or an address with one after its `#`. */
function toToken(text: string): string | null {
  const token = text.slice(text.lastIndexOf("#") + 1).trim();
  return /^[\w.~+/-]{20,}=*$/.test(token) ? token : null;
}

export const NO_TOKEN = "Part of the address is missing: the token after the # sign.";
export const WRONG_TOKEN = "The server rejected the token in this address. It was probably restarted.";

/** Shows the reason, or hides the question. */
export function showKey(why: string | null): void {
  byId("key", HTMLElement).hidden = why === null;
  byId("main", HTMLElement).hidden = why !== null;
  byId("switch", HTMLElement).hidden = why !== null;
  byId("status", HTMLParagraphElement).hidden = why !== null;
  if (why === null) return;
  byId("key-why", HTMLParagraphElement).textContent = why;
  byId("key-text", HTMLInputElement).focus();
}

export function onKey(use: (token: string) => void): void {
  const form = byId("key-form", HTMLFormElement);
  const input = inside(form, "input", HTMLInputElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const token = toToken(input.value);
    input.value = "";
    if (token === null) showKey("That is not an address with a token.");
    else use(token);
  });
}
