// porthole ls: prints the answer of `list_directory`, as a table with marks or as a model gets it.

import { toSettings } from "../config/settings.ts";
import type { ListDirectoryOutput } from "../tools/edit/list_directory/types.ts";
import { markList, showList } from "./draw_list.ts";
import { openToolkit, readOptions } from "./open.ts";
import { numberOf, type Parsed } from "./parse.ts";
import { printTool } from "./print_answer.ts";
import type { Style } from "./style.ts";

export async function run(request: Parsed): Promise<number> {
  const { positionals, values } = request;
  const options = readOptions(values);
  using toolkit = openToolkit(options);
  const includeHidden = values.hidden === true ? true : undefined;
  const args = {
    path: positionals[0] ?? ".",
    recursive: values.recursive,
    include_hidden: includeHidden,
    max_depth: numberOf(values, "depth"),
    max_entries: numberOf(values, "max"),
  };
  const { maxDepth } = toSettings(options.config ?? {}, options.defaults).listDirectory;
  const depth = values.recursive ? (args.max_depth ?? maxDepth) : 1;
  const leftOut = values.ignored ? { includeHidden, depth } : null;
  const show = async (output: ListDirectoryOutput, style: Style) => {
    const lines = await markList(toolkit, output, leftOut);
    return showList(output, lines, values.iso ? "iso" : "local", style);
  };
  return await printTool(request, toolkit, { name: "list_directory", args }, show);
}
