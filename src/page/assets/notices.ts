// Shows the state of the connection, and asks for the address if the token is missing or wrong.

import { byId, inside } from "./dom.ts";
import type { StreamState } from "./stream.ts";
import { toToken } from "./token_text.ts";

const STATES: Readonly<Record<StreamState, string>> = {
  waiting: "Connecting…",
  live: "Live",
  gone: "The server does not answer. Trying again…",
  full: "Too many pages are open. Close one of them.",
};

export function showState(state: StreamState): void {
  const status = byId("status", HTMLParagraphElement);
  status.dataset.state = state;
  status.textContent = STATES[state];
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
