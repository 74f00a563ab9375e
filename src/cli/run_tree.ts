// porthole tree: what the tool returns, drawn for a person, or as a model gets it.

import type { TreeOptions } from "../tools/edit/tree/types.ts";
import { openTree } from "./open_tree.ts";
import { chooseStyle, complain, EXIT, writeOut } from "./output.ts";
import { nameOptions, numberOf, type Parsed, type Values } from "./parse.ts";
import { showTree } from "./show_tree.ts";

export async function run({ command, positionals, values }: Parsed): Promise<number> {
  const path = positionals[0] ?? ".";
  const options = toOptions(values);
  if (values.json) return await printJson(values, { path, ...options });
  using opened = await openTree(values);
  const outcome = await opened.tree(path, options);
  if (outcome.status !== "success") return complain(nameOptions(command, outcome.error.message), EXIT.toolError);
  await writeOut(showTree(outcome.data, opened.most, chooseStyle()));
  return EXIT.ok;
}

async function printJson(values: Values, args: object): Promise<number> {
  const [{ openTools }, { printAnswer }] = await Promise.all([import("./open.ts"), import("./print_answer.ts")]);
  using toolkit = await openTools(values);
  return await printAnswer(toolkit, "tree", args);
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
