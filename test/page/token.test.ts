import { expect, test } from "vitest";
import { toToken } from "../../src/page/assets/token_text.ts";

const TOKEN = "sT4nQe0oZr1VbY6uKdWx8JhMfLgCiPaR2mE5tX7vN9k";

test("takes a token alone or behind the # of an address, and no other fragment", () => {
  for (const text of [TOKEN, `#${TOKEN}`, ` http://127.0.0.1:8080/#${TOKEN}\n`]) expect(toToken(text)).toBe(TOKEN);
  for (const text of ["", "#", "#top", "http://127.0.0.1:8080/#pane-calls", `#${TOKEN} x`])
    expect(toToken(text)).toBe(null);
});
