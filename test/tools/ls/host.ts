// A host for LSTool as small as it can be: its folders, and a file service that ignores the paths it is told to.
// Leaves to the tests what should come of it.

import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Strategy } from "../../../src/disk/types.ts";
import type { ToolResult } from "../../../src/tools/base.ts";
import { type LSFilteringOptions, LSTool, type LSToolConfig, type LSToolParams } from "../../../src/tools/ls.ts";

export interface HostOptions {
  /** Default: the target directory alone. */
  readonly directories?: readonly string[];
  /** As the file service is asked: relative to the target directory, a slash behind directories. */
  readonly git?: readonly string[];
  readonly gemini?: readonly string[];
  readonly filtering?: Partial<LSFilteringOptions>;
  /** Takes every path for one inside. */
  readonly trusting?: boolean;
}

export interface Host extends LSToolConfig {
  /** Every path that the file service was asked about. */
  readonly asked: string[];
}

export function makeHost(targetDir: string, options: HostOptions = {}): Host {
  const { directories = [targetDir], git = [], gemini = [], filtering = {}, trusting = false } = options;
  const asked: string[] = [];
  return {
    asked,
    getTargetDir: () => targetDir,
    getWorkspaceContext: () => ({
      getDirectories: () => directories,
      isPathWithinWorkspace: (path) => trusting || directories.some((directory) => isWithin(path, directory)),
    }),
    getFileFilteringOptions: () => filtering,
    getFileService: () => ({
      filterFilesWithReport: (paths, respect) => {
        asked.push(...paths);
        const isGit = (path: string) => respect.respectGitIgnore && git.includes(path);
        const isGemini = (path: string) => !isGit(path) && respect.respectGeminiIgnore && gemini.includes(path);
        return {
          filteredPaths: paths.filter((path) => !isGit(path) && !isGemini(path)),
          gitIgnoredCount: paths.filter(isGit).length,
          geminiIgnoredCount: paths.filter(isGemini).length,
        };
      },
    }),
  };
}

/** Where the path leads, or would if it existed. */
function isWithin(path: string, directory: string): boolean {
  return `${realNameOf(path)}/`.startsWith(`${realNameOf(directory)}/`);
}

function realNameOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realNameOf(dirname(path)), path.slice(dirname(path).length));
  }
}

export type Call = Omit<LSToolParams, "path"> & { readonly strategy?: Strategy };

/** The answer to a call through `build` and `execute`. */
export function list(host: LSToolConfig, path: string, { strategy, ...params }: Call = {}): Promise<ToolResult> {
  return new LSTool(host, { strategy }).build({ path, ...params }).execute(new AbortController().signal);
}

/** The lines behind the first one of a call that must succeed. */
export async function linesOf(host: LSToolConfig, path: string, call: Call = {}): Promise<string[]> {
  const { llmContent, error } = await list(host, path, call);
  if (error !== undefined) throw new Error(error.message);
  const [head, ...lines] = llmContent.split("\n");
  if (head !== `Directory listing for ${path}:`) throw new Error(`not a listing: ${llmContent}`);
  return lines;
}

/** What `build` throws. */
export function refusalOf(host: LSToolConfig, params: object): string {
  try {
    new LSTool(host).build(params as LSToolParams);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("nothing was refused");
}
