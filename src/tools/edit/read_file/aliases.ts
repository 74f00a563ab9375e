// The arguments of other tools that read_file understands. docs/arguments.md says who uses them.

import { invalidArgument } from "../../../errors/arguments.ts";
import type { GivenAlias, Meaning, ToolAliases } from "../../../input/aliases.ts";
import { asCount, asPath, onlyAs, readCount, refused } from "../../alias_values.ts";
import type { ReadFileSettings } from "./types.ts";

export function readFileAliases({ maxLines: most }: ReadFileSettings): ToolAliases {
  const end = { read: (given: GivenAlias) => readEnd(given, most) };
  const table = {
    file_path: asPath("path"),
    filePath: asPath("path"),
    offset: { read: readOffset },
    limit: asCount("max_lines", { most }),
    startLine: asCount("start_line", { zero: 1 }),
    end_line: end,
    endLine: end,
    head: asCount("max_lines", { most }),
    tail: refused("give start_line; every answer says how many lines the file has"),
    mode: onlyAs("slice", "give start_line and max_lines"),
    indentation: refused("give start_line and max_lines"),
    pages: refused("only text files are read, by start_line and max_lines"),
  };
  return { table, hasFixedJson: true };
}

/** Line 0 is the first one: a model that counts from 1 does not mean it otherwise. */
function readOffset({ name, value, client }: GivenAlias): Meaning {
  const offset = readCount(name, value, { least: 0 });
  return { start_line: Math.max(1, offset + 1 - client.firstLine) };
}

/** Without a valid start the call fails anyway. */
function readEnd(given: GivenAlias, most: number): Meaning {
  const { name, value, args } = given;
  const end = readCount(name, value, {});
  const startName = ["offset", "startLine"].find((alias) => args[alias] !== undefined) ?? "start_line";
  const start = readStart(startName, given);
  if (start === null) return {};
  if (end < start) throw invalidArgument(`${name} must not be less than ${startName}`);
  return { max_lines: Math.min(end - start + 1, most) };
}

/** Null if it is no number. */
function readStart(name: string, given: GivenAlias): number | null {
  const value = given.args[name] ?? 1;
  if (typeof value !== "number") return null;
  return name === "offset" ? Number(readOffset({ ...given, name, value }).start_line) : Math.max(1, value);
}
