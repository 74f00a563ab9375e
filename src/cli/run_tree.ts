// porthole tree: the answer of `tree`, drawn for a person or as a model gets it.

import { toSettings } from "../config/settings.ts";
import type { TreeOptions, TreeOutput } from "../tools/edit/tree/types.ts";
import { openToolkit, readOptions } from "./open.ts";
import { chooseStyle, EXIT, writeOut } from "./output.ts";
import { numberOf, type Parsed, type Values } from "./parse.ts";
import { askAsModel, printAnswer } from "./print_answer.ts";
import { showTree } from "./show_tree.ts";

export async function run({ command, positionals, values }: Parsed): Promise<number> {
  const options = readOptions(values);
  using toolkit = openToolkit(values, options);
  const args = { path: positionals[0] ?? ".", ...toOptions(values) };
  if (values.json) return await printAnswer(toolkit, "tree", args);
  const answer = await askAsModel<TreeOutput>(toolkit, command, "tree", args);
  if (answer === undefined) return EXIT.toolError;
  const { tree: most } = toSettings(options.config ?? {});
  await writeOut(showTree(answer, most, chooseStyle(), args.max_entries));
  return EXIT.ok;
}

function toOptions(values: Values): TreeOptions {
  const [depth, max] = [numberOf(values, "depth"), numberOf(values, "max")];
  const exclude = values.exclude;
  return {
    entry_kind: values.all ? "all" : "directory",
    include_hidden: values.hidden === true,
    ...(depth === undefined ? {} : { max_depth: depth }),
    ...(max === undefined ? {} : { max_entries: max }),
    ...(Array.isArray(exclude) ? { exclude: exclude.map(String) } : {}),
  };
}
