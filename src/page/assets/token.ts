// The token: it arrives in the fragment of the address, which browsers never send, and is kept for this tab only.

import { toToken } from "./token_text.ts";

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
