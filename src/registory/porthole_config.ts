// The type of a configuration, for programs that write one as an object. config_keys.ts has the rules for the values.

/** The configuration with the names of its file. Every key is optional. */
export interface PortholeConfig {
  /** The table `[audit]`. */
  readonly audit?: {
    /** The file that gets one line of JSON for each call. An absolute path outside the workspace. */
    readonly file?: string;
  };
  /** The table `[tools]`. */
  readonly tools?: {
    /** The form of answers for a model. `porthole mcp` uses `text` unless this is set. */
    readonly format?: "json" | "text";
    /** The table `[tools.approval]`. */
    readonly approval?: {
      /** `false` refuses every call. */
      readonly enabled?: boolean;
      /** `auto` runs tools, `prompt` confirms those with side effects, `deny` runs only the allowlist. */
      readonly mode?: "auto" | "prompt" | "deny";
      /** Tools that run without being confirmed, and the only ones in mode `deny`. */
      readonly allowlist?: readonly string[];
      /** Tools that never run, whatever the other keys say. */
      readonly denylist?: readonly string[];
      /** The names of your own tools. Only these can be added, and the lists may name them like the built-in ones. */
      readonly own_tools?: readonly string[];
      /** In mode `auto`: whether tools with side effects are confirmed. */
      readonly prompt_side_effects?: boolean;
      /** How long to wait for approval; no answer means no. */
      readonly timeout_seconds?: number;
    };
    /** The table `[tools.sandbox]`. */
    readonly sandbox?: {
      /** Narrows the workspace to these folders inside it. */
      readonly allowed_roots?: readonly string[];
      /** Files that match are listed by name, but never read or opened. */
      readonly denied_patterns?: readonly string[];
      /** Whether a call may name a path inside the workspace by its absolute path. */
      readonly allow_absolute?: boolean;
      /** `false` switches off all built-in lists of denied files. */
      readonly include_default_denies?: boolean;
      /** Whether to deny `.env` files and similar ones: the built-in list of secrets. */
      readonly deny_secrets?: boolean;
      /** Files that match are not denied by a built-in list. `denied_patterns` and `.portholeignore` still deny them. */
      readonly allowed_patterns?: readonly string[];
      /** Whether to deny the files that `.portholeignore` at the root matches. */
      readonly obey_portholeignore?: boolean;
    };
    /** The table `[tools.timeouts]`. */
    readonly timeouts?: {
      /** The timeout of a call. */
      readonly default_seconds?: number;
      /** The timeout of a call of a built-in tool. */
      readonly file_operations_seconds?: number;
    };
    /** The table `[tools.output]`. */
    readonly output?: {
      /** The largest answer for a model, in bytes of UTF-8. */
      readonly max_bytes?: number;
    };
    /** The table `[tools.limits]`. */
    readonly limits?: {
      /** The largest number of calls in a batch; further ones are refused. */
      readonly max_calls_per_batch?: number;
      /** The largest size of a call's arguments, in bytes. */
      readonly max_argument_bytes?: number;
    };
    /** The table `[tools.list_directory]`. */
    readonly list_directory?: {
      /** Default and maximum of `max_entries`. */
      readonly max_entries?: number;
      /** Default and maximum of `max_depth` in recursive calls. */
      readonly max_depth?: number;
      /** Default of `include_hidden`. */
      readonly include_hidden_default?: boolean;
      /** Default of `include_symlinks`. */
      readonly include_symlinks_default?: boolean;
      /** Default of `include_files`. */
      readonly include_files_default?: boolean;
      /** Default of `include_dirs`. */
      readonly include_dirs_default?: boolean;
      /** Default of `include_other`. */
      readonly include_other_default?: boolean;
      /** Whether to leave out files that git ignores. */
      readonly respect_gitignore?: boolean;
    };
    /** The table `[tools.tree]`. */
    readonly tree?: {
      /** Maximum of `max_depth`. */
      readonly max_depth?: number;
      /** Maximum of `max_entries`. */
      readonly max_entries?: number;
      /** Whether to leave out files that git ignores. */
      readonly respect_gitignore?: boolean;
    };
    /** The table `[tools.read_file]`. */
    readonly read_file?: {
      /** Maximum of `max_lines`. */
      readonly max_lines?: number;
      /** Larger files are refused, by `read_files` too. */
      readonly max_file_bytes?: number;
    };
    /** The table `[tools.list_files]`. */
    readonly list_files?: {
      /** Maximum of `max_results`. */
      readonly max_results?: number;
      /** The number of entries that a call examines before it ends its answer. The next call continues there. */
      readonly max_entries_scanned?: number;
      /** Whether to leave out files that git ignores. */
      readonly respect_gitignore?: boolean;
    };
    /** The table `[tools.search_text]`. */
    readonly search_text?: {
      /** Maximum of `max_results`. */
      readonly max_results?: number;
      /** The number of entries that a call examines before it ends its answer. The next call continues there. */
      readonly max_entries_scanned?: number;
      /** The same for bytes read. */
      readonly max_bytes_scanned?: number;
      /** Larger files are not searched, but counted in `left_out`. */
      readonly max_file_bytes?: number;
      /** Whether to leave out files that git ignores. */
      readonly respect_gitignore?: boolean;
    };
    /** The table `[tools.read_files]`. */
    readonly read_files?: {
      /** The largest number of files in a call. */
      readonly max_paths?: number;
      /** Maximum of `max_lines`, for each file. */
      readonly max_lines?: number;
    };
  };
}
