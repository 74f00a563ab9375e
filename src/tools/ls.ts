// list_directory of the Gemini dialect with the original's classes, so that it can replace the original in a host.

import { join, relative, resolve } from "node:path";
import { CallClock } from "../disk/call_clock.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import { inSlices } from "../disk/steps.ts";
import { notDirectory } from "../errors/paths.ts";
import { sanitize } from "../input/sanitize.ts";
import { BaseDeclarativeTool, BaseToolInvocation, type ToolInvocation, type ToolResult } from "./base.ts";
import { LS_DEFINITION } from "./ls/definition.ts";
import { canonicalNameOf, pathWithin } from "./ls/find_workspace.ts";
import { formatFailure, formatListing } from "./ls/format.ts";
import { findIgnoreFault } from "./ls/ignore_globs.ts";
import { type IgnoreFilter, ignoreNothing, mergeFiltering, openIgnoreFilter } from "./ls/ignored_entries.ts";
import { type FolderListing, listFolder } from "./ls/listing.ts";
import { findPathFault, type OpenPath, openPath } from "./ls/open.ts";
import type { LSToolConfig, LSToolOptions, LSToolParams } from "./ls/types.ts";

export type {
  FileEntry,
  LSFilteringOptions,
  LSToolConfig,
  LSToolOptions,
  LSToolParams,
} from "./ls/types.ts";

const MAX_DESCRIPTION_CHARS = 35;

/** `list_directory` as Gemini CLI has it. It can replace the original in a host. */
export class LSTool extends BaseDeclarativeTool<LSToolParams, ToolResult> {
  /** The name by which a model calls the tool. */
  static readonly Name = LS_DEFINITION.name;
  readonly #config: LSToolConfig;
  readonly #options: LSToolOptions;

  constructor(config: LSToolConfig, options: LSToolOptions = {}) {
    const { name, description, parameters } = LS_DEFINITION;
    super({ name, displayName: "ReadFolder", description, kind: "search", parameterSchema: parameters });
    this.#config = config;
    this.#options = options;
  }

  /** Checks that the schema cannot express. Returns what is wrong, or null. */
  protected override validateToolParamValues({ path, ignore = [] }: LSToolParams): string | null {
    return findPathFault(path, this.#config, this.#options) ?? findIgnoreFault(ignore);
  }

  /** Creates a call from valid parameters. */
  protected override createInvocation(params: LSToolParams): ToolInvocation<LSToolParams, ToolResult> {
    return new LSToolInvocation(this.#config, params, this.#options);
  }
}

/** One call of `LSTool`. */
export class LSToolInvocation extends BaseToolInvocation<LSToolParams, ToolResult> {
  readonly #config: LSToolConfig;
  readonly #options: LSToolOptions;

  constructor(config: LSToolConfig, params: LSToolParams, options: LSToolOptions = {}) {
    super(params);
    this.#config = config;
    this.#options = options;
  }

  /** The path relative to the target directory, short enough for one line. */
  override getDescription(): string {
    const path = sanitize(relative(resolve(this.#config.getTargetDir()), resolve(this.params.path)) || ".");
    if (path.length <= MAX_DESCRIPTION_CHARS) return path;
    const half = (MAX_DESCRIPTION_CHARS - 3) / 2;
    return `${path.slice(0, half)}...${path.slice(-half)}`;
  }

  /** Never rejects: failures are results. */
  override async execute(signal?: AbortSignal): Promise<ToolResult> {
    const { path } = this.params;
    try {
      return formatListing(path, await this.#list(new CallClock({ signal })));
    } catch (error) {
      return formatFailure(path, error);
    }
  }

  async #list(clock: CallClock): Promise<FolderListing> {
    const opened = await inSlices(openPath(this.params.path, this.#config, this.#options), clock);
    using workspace = opened.workspace;
    using node = opened.node;
    if (node.kind !== "directory") throw notDirectory(node.location);
    const { path, ignore = [] } = this.params;
    const follow = (location: string) => workspace.resolve(SandboxPath.ofLocation(location), clock);
    const judge = await this.#openJudge(opened, clock);
    return await listFolder(node, { path, ignore, judge, follow }, clock);
  }

  /** The file service answers only for its own root; elsewhere nothing is ignored. */
  async #openJudge({ workspace, node }: OpenPath, clock: CallClock): Promise<IgnoreFilter> {
    const root = canonicalNameOf(this.#config.getTargetDir());
    const folder = root && pathWithin(join(workspace.rootNames[0] ?? "", node.location), root);
    if (!folder) return ignoreNothing;
    const options = mergeFiltering(this.params, this.#config.getFileFilteringOptions());
    return openIgnoreFilter(this.#config.getFileService(), folder.relative, options, clock);
  }
}
