// How a path stands in the summary of a call, for the person who approves it.
// Leaves to the tools what else the summary says.

const MAX_SHOWN_PATH_CHARS = 140;

/** On one line, and both ends of it: where a long path begins and what it names. */
export function toShownPath(path: string): string {
  const half = MAX_SHOWN_PATH_CHARS / 2;
  const short = path.length <= MAX_SHOWN_PATH_CHARS ? path : `${path.slice(0, half)}…${path.slice(-half)}`;
  // Control and formatting characters, halves of pairs, line and paragraph separators.
  return short.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\ufffd");
}
