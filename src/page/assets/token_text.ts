// Finds the token in a pasted text or an address.

/** Accepts a token, which is long, or an address with one after its `#`. */
export function toToken(text: string): string | null {
  const token = text.slice(text.lastIndexOf("#") + 1).trim();
  return /^[\w.~+/-]{20,}=*$/.test(token) ? token : null;
}
