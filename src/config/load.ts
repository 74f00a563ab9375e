// Reads a configuration file and reports each fault with its line. Reads only files that the caller names, never one found in a workspace.

import { fstatSync, openSync, readSync } from "node:fs";
import { parse, TomlError } from "smol-toml";
import { Descriptor } from "../disk/descriptor.ts";
import { errnoOf } from "../disk/faults.ts";
import { READ_FLAGS, readUpTo } from "../disk/file_content.ts";
import { toEnd } from "../disk/steps.ts";
import type { ReadRange } from "../disk/types.ts";
import type { PortholeConfig } from "../registory/config_keys.ts";
import { notToml, notUtf8, unreadableFile } from "./error.ts";
import { leadsNowhere } from "./find.ts";
import { locateKey } from "./locate.ts";
import { checkConfig } from "./validate.ts";

const MAX_FILE_BYTES = 256 * 1024;
const MAX_NESTING = 32;
const MAX_REASON_CHARS = 100;

/** Throws a `ConfigError` if the file cannot be read, is not TOML, or does not match the schema. */
export function loadConfig(file: string): PortholeConfig {
  const text = decode(file, readWhole(file));
  return checkConfig(parseToml(file, text), file, ({ path }) => locateKey(text, path));
}

function readWhole(file: string): Uint8Array {
  using opened = new Descriptor(
    ask(file, () => openSync(file, READ_FLAGS)),
    file,
  );
  const stats = ask(file, () => fstatSync(opened.fd));
  if (!stats.isFile()) throw unreadableFile(file, "it is not a regular file");
  const read = (into: Buffer, { from, length, position }: ReadRange) =>
    ask(file, () => readSync(opened.fd, into, from, length, position));
  const { bytes, more } = toEnd(readUpTo({ sizeBytes: stats.size, read }, MAX_FILE_BYTES));
  if (more) throw unreadableFile(file, `it is larger than ${MAX_FILE_BYTES} bytes`);
  return bytes;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "a part of its path is not a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENXIO: "it is not a regular file",
};

/** Replaces the system's message, which differs between runtimes and repeats the path. */
function ask<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const code = errnoOf(error) ?? "unknown reason";
    const isDangling = code === "ENOENT" && leadsNowhere(file);
    const reason = isDangling ? "a part of its path is a broken link" : REASONS[code];
    throw unreadableFile(file, reason ?? `it cannot be read (${code})`, error);
  }
}

/** A byte order mark is dropped. */
function decode(file: string, bytes: Uint8Array): string {
  const text = tryDecode(bytes);
  if (text !== null) return text;
  // In UTF-8, no other character contains the newline byte, so each line can be checked alone.
  let line = 1;
  for (let at = 0, end = 0; ; at = end + 1, line += 1) {
    end = bytes.indexOf(10, at);
    if (end === -1 || tryDecode(bytes.subarray(at, end)) === null) throw notUtf8(file, line);
  }
}

function tryDecode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parseToml(file: string, text: string): unknown {
  try {
    // Large integers are kept, so that the schema can name the key.
    return parse(text, { integersAsBigInt: "asNeeded", maxDepth: MAX_NESTING });
  } catch (error) {
    if (error instanceof TomlError) throw notToml(file, error, reasonOf(error, text), error);
    throw notToml(file, undefined, "", error);
  }
}

/** The parser's message, if it is one short, useful line without a path. */
function reasonOf(error: TomlError, text: string): string {
  const [reason = ""] = error.message.replace(/^Invalid TOML document: /, "").split("\n", 1);
  const isAtLineEnd = (text.split(/\r?\n/)[error.line - 1]?.length ?? 0) < error.column;
  // The parser reports a missing quote, the most common fault, as a control character: the newline.
  if (isAtLineEnd && reason.includes("in strings")) return "the string is not closed on its line";
  return reason.length <= MAX_REASON_CHARS && !/[/\\]/.test(reason) ? reason : "";
}
