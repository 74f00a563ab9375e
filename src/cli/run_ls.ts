// porthole ls: what list_directory returns, as a table for a person, or as a model gets it.

import { sanitize } from "../security/sanitize.ts";
import type {
  ListDirectoryEntry,
  ListDirectoryOptions,
  ListDirectoryOutput,
} from "../tools/edit/list_directory/types.ts";
import { openToolkit, readDialect } from "./open.ts";
import { chooseStyle, EXIT, type Style, writeOut } from "./output.ts";
import { numberOf, type Parsed, textOf, UsageError, type Values } from "./parse.ts";
import { askAsModel, printAnswer } from "./print_answer.ts";

export async function run({ command, positionals, values }: Parsed): Promise<number> {
  if (readDialect(textOf(values, "dialect")) === "gemini")
    throw new UsageError("ls shows the forge dialect; use porthole call for gemini's");
  using toolkit = openToolkit(values);
  const path = positionals[0] ?? ".";
  const options = toOptions(values);
  if (values.json) return await printAnswer(toolkit, "list_directory", { path, ...options });
  const answer = await askAsModel<ListDirectoryOutput>(toolkit, command, "list_directory", { path, ...options });
  if (answer === undefined) return EXIT.toolError;
  await writeOut(showList(answer, chooseStyle()));
  return EXIT.ok;
}

const REST = {
  max_entries: "more exist",
  max_output_bytes: "the rest does not fit into one answer",
} as const;

function toOptions(values: Values): ListDirectoryOptions {
  const [depth, max] = [numberOf(values, "depth"), numberOf(values, "max")];
  return {
    ...(values.recursive ? { recursive: true } : {}),
    ...(values.hidden ? { include_hidden: true } : {}),
    ...(depth === undefined ? {} : { max_depth: depth }),
    ...(max === undefined ? {} : { max_entries: max }),
  };
}

function showList({ entries, returned, truncated_reason }: ListDirectoryOutput, style: Style): string {
  const sizes = entries.map(showSize);
  const width = Math.max(0, ...sizes.map((size) => size.length));
  const lines = entries.map((entry, index) => {
    const size = (sizes[index] ?? "").padStart(width);
    return `${size}  ${showTime(entry.modified_epoch_ms)}  ${showName(entry, style)}`;
  });
  if (truncated_reason !== null) {
    lines.push(style.dim(`… first ${returned} ${returned === 1 ? "entry" : "entries"}; ${REST[truncated_reason]}`));
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

function showSize({ size_bytes, type }: ListDirectoryEntry): string {
  if (size_bytes === null) return type === "unknown" ? "?" : "-";
  let [value, unit] = [size_bytes, 0];
  while (value >= 1000 && unit < UNITS.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}

/** In UTC and in one form: the same on every machine. */
function showTime(epochMs: number | null): string {
  const date = epochMs === null ? null : new Date(epochMs);
  if (date === null || Number.isNaN(date.getTime())) return "-".padEnd("2000-01-01 00:00Z".length);
  return `${date.toISOString().slice(0, 16).replace("T", " ")}Z`;
}

function showName({ path, type, error }: ListDirectoryEntry, style: Style): string {
  const name = sanitize(path);
  if (type === "dir") return style.directory(`${name}/`);
  if (type === "symlink") return style.symlink(`${name}@`);
  return error === null ? name : `${name} ${style.dim(`(${sanitize(error)})`)}`;
}
