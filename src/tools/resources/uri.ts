// The URI of a file: porthole:/// and its path, with each name percent-encoded.

import { invalidArgument, type ToolError } from "../../errors.ts";

const START = "porthole:///";

/** `path` is relative to the workspace root, without lone surrogates. */
export function toUri(path: string): string {
  return START + path.split("/").map(encodeURIComponent).join("/");
}

/**
 * The path that a URI names. There is no query and no fragment: `?` and `#` are literal, as templates leave them (`{+path}`). Throws
 * `invalidArgument`.
 */
export function readUri(uri: string): string {
  const start = uri.slice(0, START.length).toLowerCase();
  if (!start.startsWith("porthole:")) throw wrongUri(`it must begin with ${START}`);
  if (start !== START) throw wrongUri(`it must have no host: write ${START} and a path relative to the root`);
  const rest = uri.slice(START.length);
  const names = rest.split("/").map(decode);
  if (names.some((name) => /^\.{0,2}$/.test(name) || name.includes("/")))
    throw wrongUri("its names must not be empty, . or .., or contain a slash");
  return names.join("/");
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw wrongUri("it has an invalid percent escape; write % as %25");
  }
}

/** Does not repeat the URI, which may contain an absolute path. */
function wrongUri(rule: string): ToolError {
  return invalidArgument(`uri does not name a file: ${rule}`);
}
