// porthole tree: the answer of `tree`, drawn for a person or as a model gets it.

import { toSettings } from "../config/settings.ts";
import { leftOutOf } from "../tools/edit/tree/fit.ts";
import type { TreeOutput } from "../tools/edit/tree/types.ts";
import { openToolkit, readShownOptions } from "./open.ts";
import type { Style } from "./output.ts";
import { numberOf, type Parsed } from "./parse.ts";
import { printTool } from "./print_answer.ts";
import { showTree } from "./show_tree.ts";

export async function run(request: Parsed): Promise<number> {
  const { positionals, values } = request;
  const options = readShownOptions(values);
  using toolkit = openToolkit(values, options);
  const args = {
    path: positionals[0] ?? ".",
    entry_kind: values.all ? "all" : "directory",
    include_hidden: values.hidden,
    max_depth: numberOf(values, "depth"),
    max_entries: numberOf(values, "max"),
    exclude: values.exclude,
  };
  const { tree: most } = toSettings(options.config ?? {}, options.defaults);
  const show = (output: TreeOutput, style: Style) => showTree(output, most, style, args.max_entries);
  const describeRest = (output: TreeOutput) => leftOutOf(output)?.describe() ?? null;
  return await printTool(request, toolkit, { name: "tree", args }, show, describeRest);
}
