// ConfigError: a configuration that cannot be used. It is for the owner, so it may name the file.

export interface ConfigErrorFields {
  /** As the caller wrote it. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** The key of the first fault; absent if the file cannot be read or is not TOML. */
  readonly key?: string | undefined;
  readonly cause?: unknown;
}

/** Thrown for an invalid configuration. The message names the file, the line, the key and the expected value. */
export class ConfigError extends Error {
  /** The file, as the caller wrote it. */
  readonly file: string | undefined;
  /** The line of the first fault. */
  readonly line: number | undefined;
  /** The key of the first fault, for example `tools.tree.max_depth`. */
  readonly key: string | undefined;

  constructor(message: string, fields: ConfigErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = "ConfigError";
    this.file = fields.file;
    this.line = fields.line;
    this.key = fields.key;
  }
}

export interface Fault {
  /** From the top of the document; empty for the document itself. */
  readonly path: readonly string[];
  /** The path as it is shown, with the index in an array if there is one. */
  readonly key: string;
  readonly text: string;
}

export type LocateFault = (fault: Fault) => number | undefined;

const MAX_SHOWN_FAULTS = 10;

/** Writes one line per fault, in the order of the file. `where` is the file or a name for the object; only files have a `locate`. */
export function faultyConfig(where: string, faults: readonly Fault[], locate?: LocateFault): ConfigError {
  const shown = faults.slice(0, MAX_SHOWN_FAULTS).map((fault) => ({ ...fault, line: locate?.(fault) }));
  shown.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  const lines = shown.map(({ line, key, text }) => {
    const place = line === undefined ? where : `${where}:${line}`;
    return `${place}: ${key === "" ? "" : `${key}: `}${text}`;
  });
  if (faults.length > shown.length) lines.push(`${where}: and ${faults.length - shown.length} more`);
  const file = locate === undefined ? undefined : where;
  return new ConfigError(lines.join("\n"), { file, line: shown[0]?.line, key: shown[0]?.key || undefined });
}

export function unreadableFile(file: string, reason: string, cause?: unknown): ConfigError {
  return new ConfigError(`${file}: ${reason}`, { file, cause });
}

export function misplacedFile(file: string, place: string): ConfigError {
  const reason = `on Windows the user's own configuration is not read from here; move it to ${place}`;
  return unreadableFile(file, reason);
}

export function notUtf8(file: string, line: number): ConfigError {
  return new ConfigError(`${file}:${line}: the file is not valid UTF-8 here`, { file, line });
}

export interface SyntaxPlace {
  readonly line: number;
  readonly column: number;
}

export function notToml(file: string, place: SyntaxPlace | undefined, reason: string, cause: unknown): ConfigError {
  const where = place === undefined ? file : `${file}:${place.line}:${place.column}`;
  const message = `${where}: not valid TOML${reason === "" ? "" : `: ${reason}`}`;
  return new ConfigError(message, { file, line: place?.line, cause });
}
