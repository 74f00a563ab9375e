// Finds the token in what somebody pasted or opened.

/** From a token, which is long, or from an address with one behind its `#`. */
export function toToken(text: string): string | null {
  const token = text.slice(text.lastIndexOf("#") + 1).trim();
  return /^[\w.~+/-]{20,}=*$/.test(token) ? token : null;
}
