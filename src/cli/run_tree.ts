// porthole tree: what the tool returns, drawn for a person, or as a model gets it.

import type { TreeOptions } from "../tools/edit/tree/types.ts";
import { openToolkit } from "./open.ts";
import { chooseStyle, complain, EXIT, writeOut } from "./output.ts";
import { numberOf, type Parsed, type Values } from "./parse.ts";
import { printAnswer } from "./print_answer.ts";
import { showTree } from "./show_tree.ts";

export async function run({ positionals, values }: Parsed): Promise<number> {
  using toolkit = await openToolkit(values);
  const path = positionals[0] ?? ".";
  const options = toOptions(values);
  if (values.json) return await printAnswer(toolkit, "tree", { path, ...options });
  const outcome = await toolkit.tree(path, options);
  if (outcome.status !== "success") return complain(outcome.error.message, EXIT.toolError);
  await writeOut(showTree(outcome.data, chooseStyle()));
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
