// The input and output of list_directory in the Gemini dialect, and the interfaces that its host provides. Types only.

import type { CallClock } from "../../disk/call_clock.ts";
import type { Strategy } from "../../disk/types.ts";
import type { EntryJudge } from "../../view/discovery_service.ts";
import type { Denied } from "../../view/verdict.ts";

/** The arguments of `list_directory` in the Gemini dialect. */
export interface LSToolParams {
  /** Absolute. */
  readonly path: string;
  /** Names to leave out; `*` and `?` are wildcards. */
  readonly ignore?: readonly string[] | undefined;
  /** Missing fields are as the host sets them. */
  readonly file_filtering_options?:
    | {
        /** Whether to leave out files that git ignores. */
        readonly respect_git_ignore?: boolean | undefined;
        /** Whether to leave out files that `.geminiignore` matches. */
        readonly respect_gemini_ignore?: boolean | undefined;
      }
    | undefined;
}

/** One entry of a listed directory, in the Gemini dialect. */
export interface FileEntry {
  /** The name of the entry. */
  readonly name: string;
  /** The listed path followed by the name. */
  readonly path: string;
  /** For a link: whether its target is a directory. */
  readonly isDirectory: boolean;
  /** 0 for directories. */
  readonly size: number;
  /** When the entry was last changed. */
  readonly modifiedTime: Date;
}

/** Which ignore rules apply. */
export interface LSFilteringOptions {
  /** Whether to leave out files that git ignores. */
  readonly respectGitIgnore: boolean;
  /** Whether to leave out files that `.geminiignore` matches. */
  readonly respectGeminiIgnore: boolean;
}

/** The part of a `FileDiscoveryService` that is used. Paths are relative to its root; a directory ends in a slash. */
export interface LSFileService {
  filterFilesWithReport(
    paths: string[],
    options: LSFilteringOptions,
  ): {
    readonly filteredPaths: readonly string[];
    readonly gitIgnoredCount: number;
    readonly geminiIgnoredCount: number;
  };
  /**
   * Used instead if it exists, as in porthole's own service: once for each folder, and then by the bytes of the names, because paths can
   * only express UTF-8.
   */
  openFolder?(folder: string, options: LSFilteringOptions, clock: CallClock): Promise<EntryJudge>;
}

/** The part of the host's configuration that is used; the original's own object fits. */
export interface LSToolConfig {
  /** The root of the file service. */
  getTargetDir(): string;
  /** The directories that may be listed. */
  getWorkspaceContext(): {
    /** Their absolute paths. */
    getDirectories(): readonly string[];
    /** Whether an absolute path lies in one of them. */
    isPathWithinWorkspace(path: string): boolean;
  };
  /** The service that applies ignore rules. */
  getFileService(): LSFileService;
  /** Missing fields default to true. */
  getFileFilteringOptions(): { readonly [Option in keyof LSFilteringOptions]?: boolean | undefined };
}

/** Options of `LSTool` that the original does not have. */
export interface LSToolOptions {
  /** Directories that are listed by name but never opened. Default: the built-in patterns. */
  readonly denied?: Denied | undefined;
  /** Default: the strongest that the system offers. */
  readonly strategy?: Strategy | undefined;
}
