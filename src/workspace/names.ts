// Names between the disk and the reader. On the disk a name is bytes, kept here as a string with one character per byte
// ("raw"); for the reader it is UTF-8 text. Leaves ordering and joining of whole trees to others.

const NO_CHILD = /^\.{0,2}$|[/\0]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant.
const ASCII = /^[\x00-\x7f]*$/;

/** The text of a raw name; what is not UTF-8 becomes U+FFFD. */
export function rawToText(raw: string): string {
  return ASCII.test(raw) ? raw : Buffer.from(raw, "latin1").toString("utf8");
}

export function textToRaw(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** A raw path as the file system calls take it: a string would be encoded as UTF-8 once more. */
export function rawToFsPath(raw: string): string | Buffer {
  return ASCII.test(raw) ? raw : Buffer.from(raw, "latin1");
}

/** The location of a child, as text. */
export function joinLocation(parent: string, raw: string): string {
  return parent === "." ? rawToText(raw) : `${parent}/${rawToText(raw)}`;
}

/** Whether `raw` is one name of a directory, and not a path or a way up. */
export function isChildName(raw: string): boolean {
  return !NO_CHILD.test(raw);
}

/** `path` below `root`, both raw, or null when it lies elsewhere. The root itself is "". */
export function stripRoot(path: string, root: string, separator: string): string | null {
  if (path === root) return "";
  const prefix = root.endsWith(separator) ? root : root + separator;
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}
