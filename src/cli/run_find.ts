// porthole find: prints the paths that list_files finds, one per line, page by page.

import { sanitize } from "../input/sanitize.ts";
import type { ListFilesOutput } from "../tools/edit/list_files/types.ts";
import { type Parsed, textOf } from "./parse.ts";
import { printPages } from "./print_pages.ts";
import type { Style } from "./style.ts";

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
  const call = { name: "list_files", args } as const;
  return await printPages<ListFilesOutput>(request, call, {
    show: showPaths,
    count: ({ returned }) => returned,
    progress: (found) => `${found} found`,
  });
}

function showPaths({ paths }: ListFilesOutput, style: Style): string[] {
  return paths.map((path) =>
    style.name({ name: path, kind: path.endsWith("/") ? "directory" : "file" }, sanitize(path)),
  );
}
