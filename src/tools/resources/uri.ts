// The URI of a file as an argument: the path that it names.

import { parseUri, WRONG_NAME } from "../../disk/porthole_uri.ts";
import { invalidArgument } from "../../errors/arguments.ts";

/** Throws `invalidArgument`. */
export function readUri(uri: string): string {
  const parsed = parseUri(uri);
  // A file has a name, with nothing after it.
  const fault = parsed.kind === "fault" ? parsed.reason : uri.endsWith("/") ? WRONG_NAME : null;
  if (parsed.kind === "fault" || fault !== null) throw invalidArgument(`uri does not name a file: ${fault}`);
  return parsed.names.join("/");
}
