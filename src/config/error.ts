// What is thrown for a configuration that cannot be used. It is for the owner, who may see the file's own name.
// Leaves finding faults to validate.ts and their lines to locate.ts.

export interface ConfigErrorFields {
  /** As the caller wrote it. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** Of the first fault; absent when the file cannot be read or is not TOML. */
  readonly key?: string | undefined;
  readonly cause?: unknown;
}

export class ConfigError extends Error {
  readonly file: string | undefined;
  readonly line: number | undefined;
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
  /** From the top of the document; the empty path is the document itself. */
  readonly path: readonly string[];
  /** The path as it is shown, with the place in an array if there is one. */
  readonly key: string;
  readonly text: string;
  readonly line?: number | undefined;
}

/** `where` is the file, or what stands for it. All faults in one message, a line for each. */
export function faultyConfig(where: string, faults: readonly Fault[], unshown: number, file?: string): ConfigError {
  const lines = faults.map(({ line, key, text }) => {
    const place = line === undefined ? where : `${where}:${line}`;
    return `${place}: ${key === "" ? "" : `${key}: `}${text}`;
  });
  if (unshown > 0) lines.push(`${where}: and ${unshown} more`);
  const first = faults[0];
  return new ConfigError(lines.join("\n"), { file, line: first?.line, key: first?.key || undefined });
}

export function unreadableFile(file: string, reason: string, cause?: unknown): ConfigError {
  return new ConfigError(`${file}: ${reason}`, { file, cause });
}

export function notUtf8(file: string, line: number): ConfigError {
  return new ConfigError(`${file}:${line}: the file must be UTF-8, and here it is not`, { file, line });
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
