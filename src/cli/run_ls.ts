// porthole ls: the answer of `list_directory`, as a table for people or as a model gets it.

import { sanitize } from "../security/sanitize.ts";
import { leftOutOf } from "../tools/edit/list_directory/fit.ts";
import type { ListDirectoryEntry, ListDirectoryOutput } from "../tools/edit/list_directory/types.ts";
import { describeLeftOut } from "../tools/looking/left_out.ts";
import { openToolkit, readDialect, readShownOptions } from "./open.ts";
import type { Style } from "./output.ts";
import { numberOf, type Parsed, textOf, UsageError } from "./parse.ts";
import { printTool } from "./print_answer.ts";

export async function run(request: Parsed): Promise<number> {
  const { positionals, values } = request;
  if (readDialect(textOf(values, "dialect")) === "gemini")
    throw new UsageError("ls shows the forge dialect; use porthole call for gemini's");
  using toolkit = openToolkit(values, readShownOptions(values));
  const args = {
    path: positionals[0] ?? ".",
    recursive: values.recursive,
    include_hidden: values.hidden,
    max_depth: numberOf(values, "depth"),
    max_entries: numberOf(values, "max"),
  };
  const describeRest = (output: ListDirectoryOutput) => describeLeftOut(leftOutOf(output));
  return await printTool(request, toolkit, { name: "list_directory", args }, showList, describeRest);
}

const REST = {
  max_entries: "more exist",
  max_output_bytes: "the rest does not fit into one answer",
} as const;

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
