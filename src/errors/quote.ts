// Quotes paths and values for messages.

const MAX_SHOWN_CHARS = 120;

/** Formats a path or a value for a message: on one line, quoted and shortened. */
export function quoteShort(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, MAX_SHOWN_CHARS + 1)) : describe(value);
  // A lone surrogate can only come from cutting: JSON escapes those in the original.
  return text.length > MAX_SHOWN_CHARS + 2 ? `${text.slice(0, MAX_SHOWN_CHARS).replace(/\p{Surrogate}$/u, "")}…` : text;
}

function describe(value: unknown): string {
  if (value === null || value === undefined || typeof value === "number" || typeof value === "boolean") {
    return String(value);
  }
  try {
    if (Array.isArray(value)) return "an array";
  } catch {
    // A revoked proxy throws on every access.
  }
  return `a value of type ${typeof value}`;
}

/** A hint to append to a sentence about a name that does not exist. */
export function didYouMean(name: string | null | undefined): string {
  return name ? `; did you mean ${quoteShort(name)}?` : "";
}
