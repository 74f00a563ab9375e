// porthole tree: what the tool returns, drawn for a person, or as a model gets it. For a person the one tool is put behind the gate
// without the rest of the toolkit, which takes longer to load than a walk; the rules and the configuration are the same.

import { toContextOptions } from "../config/apply.ts";
import { toSettings } from "../config/settings.ts";
import { createToolContext, type ToolContextOptions } from "../context.ts";
import { createSecureTool } from "../factory.ts";
import type { SecureTool } from "../gate/spec.ts";
import { fitNodes } from "../tools/edit/tree/fit.ts";
import { createTreeTool, type TreeTool, treeTool } from "../tools/edit/tree/tool.ts";
import type { TreeOptions, TreeOutput, TreeRequest, TreeSettings } from "../tools/edit/tree/types.ts";
import { openToolkit, orUsageError, readDialect, readOptions } from "./open.ts";
import { chooseStyle, complain, EXIT, writeOut } from "./output.ts";
import { nameOptions, numberOf, type Parsed, textOf, type Values } from "./parse.ts";
import { printAnswer } from "./print_answer.ts";
import { showTree } from "./show_tree.ts";

export async function run({ command, positionals, values }: Parsed): Promise<number> {
  const path = positionals[0] ?? ".";
  const options = toOptions(values);
  if (values.json) return await printJson(values, { path, ...options });
  const opened = await openTree(values);
  // Not `using`, here and below: what the compiler makes of it is longer than this file, and read at every start.
  try {
    const outcome = await opened.tree(path, options);
    if (outcome.status !== "success") return complain(nameOptions(command, outcome.error.message), EXIT.toolError);
    await writeOut(showTree(outcome.data, opened.most, chooseStyle(), options.max_entries));
    return EXIT.ok;
  } finally {
    opened[Symbol.dispose]();
  }
}

async function printJson(values: Values, args: object): Promise<number> {
  const toolkit = await openToolkit(values);
  try {
    return await printAnswer(toolkit, "tree", args);
  } finally {
    toolkit.close();
  }
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

export interface OpenTree extends Disposable {
  readonly tree: SecureTool<TreeOptions, TreeOutput>;
  /** The most that can be asked for. */
  readonly most: TreeSettings;
}

export async function openTree(values: Values): Promise<OpenTree> {
  readDialect(textOf(values, "dialect"));
  const { options, spec } = await readParts(values);
  const context = orUsageError(() => createToolContext(options));
  return {
    tree: createSecureTool<TreeOptions, TreeRequest, TreeOutput>(context, cutAsForModel(spec)),
    most: spec.settings,
    [Symbol.dispose]: () => context.workspace.close(),
  };
}

/** A person sees what an agent sees: as much of the tree as its answer holds. */
function cutAsForModel(spec: TreeTool): TreeTool {
  return {
    ...spec,
    run: async (request, node, scope) => {
      const { maxOutputBytes, availableCapacityBytes } = scope;
      return JSON.parse(
        fitNodes(await spec.run(request, node, scope), Math.min(maxOutputBytes, availableCapacityBytes)),
      );
    },
  };
}

/** Without a configuration nothing of it is loaded: what is built in is the same. */
async function readParts(values: Values): Promise<{ options: ToolContextOptions; spec: TreeTool }> {
  const { config, ...options } = await readOptions(values);
  if (config === undefined) return { options, spec: treeTool };
  const settings = toSettings(config);
  const spec = createTreeTool(settings.tree);
  const timed = { ...spec, traits: { ...spec.traits, timeoutMs: settings.fileTimeoutMs } };
  return { options: toContextOptions(settings, options), spec: timed };
}
