// The type of a configuration, for programs that write one as an object. config_keys.ts has the rules for the values.

/** The configuration as its file spells it. Every key may be left out. */
export interface PortholeConfig {
  /** The table `[audit]`. */
  readonly audit?: {
    /** The file that gets one line of JSON for each call. An absolute path outside the workspace. */
    readonly file?: string;
  };
  /** The table `[tools]`. */
  readonly tools?: {
    /** The form in which a model gets answers. `porthole mcp` answers in `text` unless this is set. */
    readonly format?: "json" | "text";
    /** The table `[tools.approval]`. */
    readonly approval?: {
      /** `false` refuses every call. */
      readonly enabled?: boolean;
      /** `auto` runs tools, `prompt` confirms those with side effects, `deny` runs only the allowlist. */
      readonly mode?: "auto" | "prompt" | "deny";
      /** Tools that run without being confirmed, and the only ones in mode `deny`. */
      readonly allowlist?: readonly string[];
      /** Tools that never run, whatever else is said. */
      readonly denylist?: readonly string[];
      /** The names of the program's own tools: the only ones that can be added, and that the lists may name beside the built-in ones. */
      readonly own_tools?: readonly string[];
      /** In mode `auto`: whether tools with side effects are confirmed. */
      readonly prompt_side_effects?: boolean;
      /** How long a person may think; no answer is a no. */
      readonly timeout_seconds?: number;
    };
    /** The table `[tools.sandbox]`. */
    readonly sandbox?: {
      /** Narrows the workspace to these folders inside it. */
      readonly allowed_roots?: readonly string[];
      /** What these match is listed by name, but never read or looked into. */
      readonly denied_patterns?: readonly string[];
      /** Whether a call may name a path inside the workspace by its absolute path. */
      readonly allow_absolute?: boolean;
      /** `false` switches off all built-in lists of denied files. */
      readonly include_default_denies?: boolean;
      /** Whether `.env` files and the like are denied: the built-in list of secrets. */
      readonly deny_secrets?: boolean;
      /** What these match is not denied by a built-in list. `denied_patterns` and `.portholeignore` deny it all the same. */
      readonly allowed_patterns?: readonly string[];
      /** Whether what `.portholeignore` at the root matches is denied. */
      readonly obey_portholeignore?: boolean;
    };
    /** The table `[tools.timeouts]`. */
    readonly timeouts?: {
      /** How long a call may take. */
      readonly default_seconds?: number;
      /** How long a call of one of porthole's own tools may take. */
      readonly file_operations_seconds?: number;
    };
    /** The table `[tools.output]`. */
    readonly output?: {
      /** Most bytes of UTF-8 in one answer to a model. */
      readonly max_bytes?: number;
    };
    /** The table `[tools.limits]`. */
    readonly limits?: {
      /** Most calls in one batch; those after it are refused. */
      readonly max_calls_per_batch?: number;
      /** Most bytes of arguments in one call. */
      readonly max_argument_bytes?: number;
    };
    /** The table `[tools.list_directory]`. */
    readonly list_directory?: {
      /** Most entries that a call gets or may ask for. */
      readonly max_entries?: number;
      /** Most levels that a recursive call gets or may ask for. */
      readonly max_depth?: number;
      /** `include_hidden` of a call that leaves it out. */
      readonly include_hidden_default?: boolean;
      /** `include_symlinks` of a call that leaves it out. */
      readonly include_symlinks_default?: boolean;
      /** `include_files` of a call that leaves it out. */
      readonly include_files_default?: boolean;
      /** `include_dirs` of a call that leaves it out. */
      readonly include_dirs_default?: boolean;
      /** `include_other` of a call that leaves it out. */
      readonly include_other_default?: boolean;
      /** Whether what git ignores is left out. */
      readonly respect_gitignore?: boolean;
    };
    /** The table `[tools.tree]`. */
    readonly tree?: {
      /** Most levels that a call may ask for. */
      readonly max_depth?: number;
      /** Most nodes that a call may ask for. */
      readonly max_entries?: number;
      /** Whether what git ignores is left out. */
      readonly respect_gitignore?: boolean;
    };
    /** The table `[tools.read_file]`. */
    readonly read_file?: {
      /** Most lines that a call may ask for. */
      readonly max_lines?: number;
      /** Larger files are refused, by `read_files` too. */
      readonly max_file_bytes?: number;
    };
    /** The table `[tools.list_files]`. */
    readonly list_files?: {
      /** Most paths that a call may ask for. */
      readonly max_results?: number;
      /** Most entries that a call looks at; its answer then ends, and the next call goes on from there. */
      readonly max_entries_scanned?: number;
      /** Whether what git ignores is left out. */
      readonly respect_gitignore?: boolean;
    };
    /** The table `[tools.search_text]`. */
    readonly search_text?: {
      /** Most matching lines or files that a call may ask for. */
      readonly max_results?: number;
      /** Most entries that a call looks at; its answer then ends, and the next call goes on from there. */
      readonly max_entries_scanned?: number;
      /** The same for bytes read: 256 MiB. */
      readonly max_bytes_scanned?: number;
      /** Larger files are not searched, and counted in `left_out`. */
      readonly max_file_bytes?: number;
      /** Whether what git ignores is left out. */
      readonly respect_gitignore?: boolean;
    };
    /** The table `[tools.read_files]`. */
    readonly read_files?: {
      /** Most files that a call may ask for. */
      readonly max_paths?: number;
      /** Most lines of each file that a call may ask for. */
      readonly max_lines?: number;
    };
  };
}
