// createAgentToolkit: everything that a program can do with one workspace. The tools are those of toolset.ts; here are the choice of a
// dialect and `explain`. Leaves every rule to the layers below.

import { FileDiscoveryService, type HeldProject } from "./discovery/service.ts";
import { explainPath } from "./explain/explain.ts";
import type { Explanation } from "./explain/types.ts";
import { type ToolView, viewGeminiList, viewList, viewRead, viewTree } from "./explain/views.ts";
import type { SecureTool } from "./gate/spec.ts";
import type { ToolResult } from "./tools/base.ts";
import { createListDirectoryTool } from "./tools/edit/list_directory/tool.ts";
import { createReadFileTool } from "./tools/edit/read_file/tool.ts";
import { createTreeTool } from "./tools/edit/tree/tool.ts";
import { createGeminiListing, createGeminiListTool } from "./tools/ls/spec.ts";
import type { LSToolParams } from "./tools/ls/types.ts";
import { addForgeList, type ForgeToolset, openToolBox, type Toolset, type ToolsetOptions } from "./toolset.ts";

export type Dialect = "forge" | "gemini";

/** What is given here wins over `config`, and `config` over what is built in. */
export interface AgentToolkitOptions extends ToolsetOptions {
  /** Which `list_directory` there is. Default: `forge`. */
  readonly dialect?: Dialect;
}

/** What there is in every dialect. */
export interface Toolkit extends Toolset {
  /** Why the agent can or cannot see a path. `showExplanation` makes a text of it. Rejects for no path. */
  explain(path: string): Promise<Explanation>;
}

export interface AgentToolkit extends Toolkit {
  readonly listDirectory: ForgeToolset["listDirectory"];
}

export interface GeminiToolkit extends Toolkit {
  readonly listDirectory: SecureTool<Omit<LSToolParams, "path">, ToolResult>;
}

/** Throws for what the program got wrong: a root that is no directory, a broken configuration, a pattern that is no glob. */
export function createAgentToolkit(options: AgentToolkitOptions & { readonly dialect: "gemini" }): GeminiToolkit;
export function createAgentToolkit(options: AgentToolkitOptions & { readonly dialect?: "forge" }): AgentToolkit;
export function createAgentToolkit(options: AgentToolkitOptions): AgentToolkit | GeminiToolkit;
export function createAgentToolkit(options: AgentToolkitOptions): AgentToolkit | GeminiToolkit {
  const makeDiscovery = (held: HeldProject) => new FileDiscoveryService(options.workspaceRoot, { held });
  const box = openToolBox(options, makeDiscovery);
  const { context, settings } = box;
  // There at once, since it is made above.
  const discovery = context.loadDiscovery() as FileDiscoveryService;
  const tools = box.toToolset();
  const tree = viewTree(context, box.withOwnTimeout(createTreeTool(settings.tree)));
  const read = viewRead(context, box.withOwnTimeout(createReadFileTool(settings.readFile)));
  const finish = <List extends SecureTool<never, unknown>>(listDirectory: List, list: ToolView) => {
    const explain = (path: string) => explainPath(context, discovery, [tree, list, read], path);
    return { ...tools, listDirectory, explain };
  };
  if (options.dialect === "gemini") {
    const listing = { context, fileService: discovery };
    const gemini: GeminiToolkit["listDirectory"] = box.addOwn(createGeminiListTool(listing));
    return finish(gemini, viewGeminiList(context, box.withOwnTimeout(createGeminiListing(listing))));
  }
  const forge = box.withOwnTimeout(createListDirectoryTool(settings.listDirectory));
  return finish(addForgeList(box), viewList(context, forge, settings.listDirectory));
}
