// The one tool that `porthole tree` draws, without the rest of the toolkit: loading that takes longer than the walk. The same gate, the
// same rules, the same configuration.

import { createToolContext, type ToolContextOptions } from "../context.ts";
import { createSecureTool } from "../factory.ts";
import type { SecureTool } from "../gate/spec.ts";
import { createTreeTool, type TreeTool, treeTool } from "../tools/edit/tree/tool.ts";
import type { TreeOptions, TreeOutput, TreeRequest, TreeSettings } from "../tools/edit/tree/types.ts";
import { orUsageError, readDialect, readOptions } from "./open.ts";
import { textOf, type Values } from "./parse.ts";

export interface OpenTree extends Disposable {
  readonly tree: SecureTool<TreeOptions, TreeOutput>;
  /** The most that can be asked for. */
  readonly most: TreeSettings;
}

interface Parts {
  readonly options: ToolContextOptions;
  readonly spec: TreeTool;
}

export async function openTree(values: Values): Promise<OpenTree> {
  readDialect(textOf(values, "dialect"));
  const { options, spec } = await readParts(values);
  const context = orUsageError(() => createToolContext(options));
  return {
    tree: createSecureTool<TreeOptions, TreeRequest, TreeOutput>(context, spec),
    most: spec.settings,
    [Symbol.dispose]: () => context.workspace.close(),
  };
}

/** Without a configuration nothing of it is loaded: what is built in is the same. */
async function readParts(values: Values): Promise<Parts> {
  const { config, ...options } = await readOptions(values);
  if (config === undefined) return { options, spec: treeTool };
  const [{ toSettings }, { toContextOptions }] = await Promise.all([
    import("../config/settings.ts"),
    import("../config/apply.ts"),
  ]);
  const settings = toSettings(config);
  const spec = createTreeTool(settings.tree);
  const timed = { ...spec, traits: { ...spec.traits, timeoutMs: settings.fileTimeoutMs } };
  return { options: toContextOptions(settings, options), spec: timed };
}
