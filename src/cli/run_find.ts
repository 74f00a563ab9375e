// porthole find: what list_files finds, a path on each line, page after page.

import { sanitize } from "../security/sanitize.ts";
import type { ListFilesOutput } from "../tools/edit/list_files/types.ts";
import { type Style, writeOut } from "./output.ts";
import { type Parsed, textOf } from "./parse.ts";
import { printPages } from "./print_pages.ts";

export async function run(request: Parsed): Promise<number> {
  const { positionals, values } = request;
  const [pattern, path = "."] = positionals;
  const args = {
    path,
    pattern,
    entry_kind: textOf(values, "type"),
    include_hidden: values.hidden,
    include_ignored: values["no-ignore"],
  };
  return await printPages<ListFilesOutput>(request, { name: "list_files", args }, { show: showPaths, count, progress });
}

function count({ returned }: ListFilesOutput): number {
  return returned;
}

function progress(found: number): string {
  return `${found} found`;
}

async function showPaths({ paths }: ListFilesOutput, style: Style): Promise<void> {
  const lines = paths.map((path) => (path.endsWith("/") ? style.directory(sanitize(path)) : sanitize(path)));
  if (lines.length > 0) await writeOut(`${lines.join("\n")}\n`);
}
