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

type MoreOfRow = Omit<OptionRow, "type" | "value" | "about">;

export function flag(about: string, more: MoreOfRow = {}): OptionRow {
  return { type: "boolean", about, ...more };
}

export function text(value: string, about: string, more: MoreOfRow = {}): OptionRow {
  return { type: "string", value, about, ...more };
}

export function choice(value: string, choices: readonly string[], about: string, more: MoreOfRow = {}): OptionRow {
  return text(value, about, { choices, ...more });
}

export function number(argument: string, about: string, more: MoreOfRow = {}): OptionRow {
  return text("N", about, { argument, ...more });
}

export function globs(about: string, more: MoreOfRow = {}): OptionRow {
  return text("GLOB", `${about}; may be given several times`, { multiple: true, ...more });
}

/** For every command that prints in colour. */
export const COLOR = choice(
  "WHEN",
  ["auto", "always", "never"],
  "colours: auto (default: on a terminal), always or never",
);
export const IGNORED = flag("also show entries that are left out, dimmed, with the rule");
export const ANSWER_FORMATS = ["json", "text"] as const;
export const HIDDEN = flag("include names that start with a dot", { argument: "include_hidden" });
export const MAX_FOUND = number("max_results", "maximum number of results (default: all)");
export const NO_IGNORE = flag("include files that git ignores");
export const NO_IGNORE_FOUND: OptionRow = { ...NO_IGNORE, argument: "include_ignored" };

/** For every command that accesses files. */
export const DENIALS = {
  deny: globs("list matching files by name, but never open them"),
  allow: globs("make an exception to the built-in lists of denied files"),
} as const;

/** For commands that print the answer of a tool for a person. */
export const FOR_READERS = { ...DENIALS, color: COLOR, json: flag("the answer as a model gets it") } as const;

/** For commands that speak for a model. */
export const DIALECT = choice("NAME", DIALECTS, "which version of list_directory: forge (default) or gemini");

const CONFIG_PLACES = "~/.config/porthole/config.toml, on Windows %APPDATA%\\porthole\\config.toml";

/** For every command; `workspace` only if the folder is not an argument. */
export const COMMON_OPTIONS: Readonly<Record<string, OptionRow>> = {
  workspace: text("DIR", "the folder to show (default: the current folder)", { short: "w" }),
  config: text("FILE", `configuration file in TOML (default: ${CONFIG_PLACES})`),
  help: flag("show this help", { short: "h" }),
};
