// The arguments of other tools that read_file understands (docs/arguments.md).

import { invalidArgument } from "../../../errors/arguments.ts";
import type { GivenWord, Meaning, ToolWords } from "../../../input/words.ts";
import { asCount, asPath, onlyAs, readCount, refused } from "../../word_values.ts";
import type { ReadFileSettings } from "./types.ts";

export function readFileWords({ maxLines: most }: ReadFileSettings): ToolWords {
  const table = [
    {
      name: "file_path",
      means: "`path`",
      usedBy: "Claude Code 2.1.197, Gemini CLI 0.61.0, Qwen Code 0.15.10, Codex 0.99.0",
      read: asPath("path"),
    },
    { name: "filePath", means: "`path`", usedBy: "OpenCode 1.18.33, Copilot 2025-11", read: asPath("path") },
    {
      name: "offset",
      means: "`start_line`; Qwen Code counts from 0",
      usedBy: "Claude Code 2.1.197, Codex 0.99.0, OpenCode 1.18.33, Copilot 2025-11, Qwen Code 0.15.10",
      read: readOffset,
    },
    {
      name: "limit",
      means: "`max_lines`",
      usedBy: "Claude Code 2.1.197, Codex 0.99.0, OpenCode 1.18.33, Copilot 2025-11, Qwen Code 0.15.10",
      read: asCount("max_lines", { most }),
    },
    {
      name: "startLine",
      means: "`start_line`",
      usedBy: "Copilot 2025-11",
      read: asCount("start_line", { zero: 1 }),
    },
    {
      name: "end_line",
      means: "`max_lines`, counted from `start_line`",
      usedBy: "Gemini CLI 0.61.0, Cline core 0.0.86",
      read: (given: GivenWord) => readEnd(given, most),
    },
    {
      name: "endLine",
      means: "`max_lines`, counted from the first line",
      usedBy: "Copilot 2025-11",
      read: (given: GivenWord) => readEnd(given, most),
    },
    {
      name: "head",
      means: "`max_lines`",
      usedBy: "server-filesystem 2026.8.31",
      read: asCount("max_lines", { most }),
    },
    {
      name: "tail",
      means: "refused",
      usedBy: "server-filesystem 2026.8.31",
      read: refused("give start_line; every answer says how many lines the file has"),
    },
    {
      name: "mode",
      means: "removed if `slice`",
      usedBy: "Codex 0.99.0",
      read: onlyAs("slice", "give start_line and max_lines"),
    },
    { name: "indentation", means: "refused", usedBy: "Codex 0.99.0", read: refused("give start_line and max_lines") },
    {
      name: "pages",
      means: "refused",
      usedBy: "Claude Code 2.1.197, Qwen Code 0.15.10",
      read: refused("only text files are read, by start_line and max_lines"),
    },
  ];
  return { table, hasFixedJson: true, keepsUnknown: false };
}

/** Line 0 is the first one: a model that counts from 1 does not mean it otherwise. */
function readOffset({ name, value, client }: GivenWord): Meaning {
  const offset = readCount(name, value, { least: 0 });
  return { start_line: Math.max(1, offset + 1 - client.firstLine) };
}

/** Without a valid start the call fails anyway. */
function readEnd(given: GivenWord, most: number): Meaning {
  const { name, value, args } = given;
  const end = readCount(name, value, {});
  const startName = ["offset", "startLine"].find((word) => args[word] !== undefined) ?? "start_line";
  const start = readStart(startName, given);
  if (start === null) return {};
  if (end < start) throw invalidArgument(`${name} must not be less than ${startName}`);
  return { max_lines: Math.min(end - start + 1, most) };
}

/** Null if it is no number. */
function readStart(name: string, given: GivenWord): number | null {
  const value = given.args[name] ?? 1;
  if (typeof value !== "number") return null;
  return name === "offset" ? Number(readOffset({ ...given, name, value }).start_line) : Math.max(1, value);
}
