// createAgentToolkit: everything that a program can do with one workspace. The tools are those of toolset.ts; here are the choice of a
// dialect and `explain`. Leaves every rule to the layers below.

import { FileDiscoveryService, type HeldProject } from "./discovery/service.ts";
import { explainPath } from "./explain/explain.ts";
import type { ListHides } from "./explain/judge.ts";
import type { Explanation } from "./explain/types.ts";
import { useSchemaLibrary } from "./gate/schema_library.ts";
import type { SecureTool } from "./gate/spec.ts";
import type { ToolResult } from "./tools/base.ts";
import type { ListDirectorySettings } from "./tools/edit/list_directory/types.ts";
import { createGeminiListTool } from "./tools/ls/spec.ts";
import type { LSToolParams } from "./tools/ls/types.ts";
import { addForgeList, type ForgeToolset, openToolBox, type Toolset, type ToolsetOptions } from "./toolset.ts";

useSchemaLibrary();

export type Dialect = "forge" | "gemini";

/** What is given here wins over `config`, and `config` over what is built in. */
export interface AgentToolkitOptions extends ToolsetOptions {
  /** Which `list_directory` there is. Default: `forge`. */
  readonly dialect?: Dialect;
}

/** What there is in every dialect. */
export interface Toolkit extends Toolset {
  /** Why the agent can or cannot see a path. `showExplanation` makes a text of it. */
  explain(path: string): Explanation;
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
  const toolset = box.toToolset();
  const finish = <List extends SecureTool<never, unknown>>(listDirectory: List, listHides: ListHides) => {
    const { tree, readFile: read } = toolset;
    const rules = { tree, read, list: listDirectory, discovery, maxBytes: settings.readFile.maxBytes, listHides };
    return { ...toolset, listDirectory, explain: (path: string) => explainPath(context, rules, path) };
  };
  if (options.dialect === "gemini") {
    const gemini: GeminiToolkit["listDirectory"] = box.addOwn(
      createGeminiListTool({ context, fileService: discovery }),
    );
    return finish(gemini, { hidden: false, git: true, gemini: true, kinds: {} });
  }
  return finish(addForgeList(box), toListHides(settings.listDirectory));
}

function toListHides(settings: ListDirectorySettings): ListHides {
  const kinds = {
    file: settings.includeFiles ? null : "include_files",
    directory: settings.includeDirs ? null : "include_dirs",
    symlink: settings.includeSymlinks ? null : "include_symlinks",
    other: settings.includeOther ? null : "include_other",
  };
  return { hidden: !settings.includeHidden, git: settings.respectGitignore, gemini: false, kinds };
}
