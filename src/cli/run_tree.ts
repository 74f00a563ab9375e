// porthole tree: draws the answer of `tree` with marks, or prints it as a model gets it.

import { toSettings } from "../config/settings.ts";
import type { TreeOutput } from "../tools/edit/tree/types.ts";
import { markTree, showTree } from "./draw_tree.ts";
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
    entry_kind: values.all ? "all" : "directory",
    include_hidden: includeHidden,
    max_depth: numberOf(values, "depth"),
    max_entries: numberOf(values, "max"),
    exclude: values.exclude,
  };
  const { tree: most } = toSettings(options.config ?? {}, options.defaults);
  const leftOut = values.ignored ? { includeHidden, allKinds: Boolean(values.all) } : null;
  const show = async (output: TreeOutput, style: Style) => {
    const marks = await markTree(toolkit, output, leftOut);
    return showTree(output, marks, most, style, args.max_entries);
  };
  return await printTool(request, toolkit, { name: "tree", args }, show);
}
