// The URIs of files, porthole:/// and a path with each name percent-encoded, as names. Each name is decoded once.

const START = "porthole:///";

export type PortholeUri =
  | { readonly kind: "names"; readonly names: readonly string[] }
  /** `reason` does not repeat the URI, which may contain an absolute path. */
  | { readonly kind: "fault"; readonly reason: string };

/** `path` is relative to the workspace root, without lone surrogates. */
export function toUri(path: string): string {
  return START + path.split("/").map(encodeURIComponent).join("/");
}

/** Whether a text is a URI of any kind, and not a path. A drive has one letter. */
export function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]+:\/\//i.test(text);
}

/**
 * There is no query and no fragment: `?` and `#` are literal, as templates leave them (`{+path}`). The root has no names, and a folder may
 * end in a slash.
 */
export function parseUri(uri: string): PortholeUri {
  const split = splitUri(uri);
  if (split.kind === "fault") return split;
  const names: string[] = [];
  for (const written of split.names) {
    const name = decode(written);
    if (name === null) return fault(WRONG_ESCAPE);
    names.push(name);
  }
  if (names.at(-1) === "") names.pop();
  return names.every(isName) ? { kind: "names", names } : fault(WRONG_NAME);
}

const WRONG_ESCAPE = "it has an invalid percent escape; write % as %25";
export const WRONG_NAME = "its names must not be empty, . or .., or contain a slash";

/** The names as written. */
function splitUri(uri: string): PortholeUri {
  const start = uri.slice(0, START.length).toLowerCase();
  if (!start.startsWith("porthole:")) return fault(`it must begin with ${START}`);
  if (start !== START) return fault(`it must have no host: write ${START} and a path relative to the root`);
  return { kind: "names", names: uri.slice(START.length).split("/") };
}

/** A glob after porthole:///, as a glob relative to the root. Encoded characters are literal. */
export function parseGlobUri(uri: string): PortholeUri {
  const split = splitUri(uri);
  if (split.kind === "fault") return split;
  const names: string[] = [];
  for (const written of split.names) {
    if (decode(written.replaceAll(ESCAPES, "")) === null) return fault(WRONG_ESCAPE);
    const runs = Array.from(written.matchAll(ESCAPES), ([run]) => decode(run));
    if (runs.includes(null)) return fault(WRONG_ESCAPE);
    if (runs.some((run) => run?.includes("/")) || isDots(decode(written) ?? "")) return fault(WRONG_NAME);
    names.push(written.replaceAll(ESCAPES, () => escapeGlob(runs.shift() ?? "")));
  }
  return { kind: "names", names };
}

const ESCAPES = /(?:%[\da-f]{2})+/gi;

function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[\]{},!^-]/g, "\\$&");
}

function isName(name: string): boolean {
  return name !== "" && !isDots(name) && !name.includes("/");
}

function isDots(name: string): boolean {
  return name === "." || name === "..";
}

/** Null if an escape is invalid. */
function decode(name: string): string | null {
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}

function fault(reason: string): PortholeUri {
  return { kind: "fault", reason };
}
