// The types of commands and options in the table of commands, and the options that several commands share.

export interface OptionRow {
  readonly type: "string" | "boolean";
  /** The placeholder of the value in help. Brackets mark an optional value. */
  readonly value?: string;
  readonly short?: string;
  readonly multiple?: true;
  readonly about: string;
  /** The allowed values, for options whose value is optional. */
  readonly allows?: string;
  /** The tool's argument, if the tool's errors may name it. */
  readonly argument?: string;
  /** The allowed values. */
  readonly choices?: readonly string[];
}

export interface CommandRow {
  readonly about: string;
  /** Positional arguments, as in help: `PATH`, or `[PATH]` if optional. */
  readonly takes: readonly string[];
  readonly options: Readonly<Record<string, OptionRow>>;
  /** What to write instead of options that other programs or commands have. */
  readonly instead?: Readonly<Record<string, string>>;
  readonly examples: readonly (readonly [command: string, does: string])[];
}

export const DIALECTS = ["forge", "gemini"] as const;
export const DEFINITION_FORMATS = ["json", "openai", "anthropic", "gemini", "mcp"] as const;
export const SHELL_NAMES = ["bash", "zsh", "fish"] as const;

export function number(argument: string, about: string): OptionRow {
  return { type: "string", value: "N", argument, about };
}

export function globs(argument: string | undefined, about: string): OptionRow {
  const row = { type: "string", value: "GLOB", multiple: true, about: `${about}; may be given several times` } as const;
  return argument === undefined ? row : { ...row, argument };
}

export const JSON_OUT: OptionRow = { type: "boolean", about: "the answer as a model gets it" };
/** For every command that prints in colour. */
export const COLOR: OptionRow = {
  type: "string",
  value: "WHEN",
  choices: ["auto", "always", "never"],
  about: "colours: auto (default: on a terminal), always or never",
};
export const IGNORED: OptionRow = {
  type: "boolean",
  about: "also show entries that are left out, dimmed, with the rule",
};
export const ANSWER_FORMATS = ["json", "text"] as const;
export const HIDDEN: OptionRow = {
  type: "boolean",
  argument: "include_hidden",
  about: "include names that start with a dot",
};
export const MAX_FOUND = number("max_results", "maximum number of results (default: all)");
export const NO_IGNORE: OptionRow = { type: "boolean", about: "include files that git ignores" };
export const NO_IGNORE_FOUND: OptionRow = { ...NO_IGNORE, argument: "include_ignored" };

/** For every command that accesses files. */
export const DENIALS = {
  deny: globs(undefined, "list matching files by name, but never open them"),
  allow: globs(undefined, "make an exception to the built-in lists of denied files"),
} as const;

/** For commands that speak for a model. */
export const DIALECT: OptionRow = {
  type: "string",
  value: "NAME",
  choices: DIALECTS,
  about: "which version of list_directory: forge (default) or gemini",
};

/** For every command; `workspace` only if the folder is not an argument. */
export const COMMON_OPTIONS: Readonly<Record<string, OptionRow>> = {
  workspace: { type: "string", value: "DIR", short: "w", about: "the folder to show (default: the current folder)" },
  config: {
    type: "string",
    value: "FILE",
    about:
      "configuration file in TOML (default: ~/.config/porthole/config.toml, on Windows %APPDATA%\\porthole\\config.toml)",
  },
  help: { type: "boolean", short: "h", about: "show this help" },
};
