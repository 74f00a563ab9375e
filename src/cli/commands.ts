// Every command with its arguments, options and examples, as data. Parsing, help and completion all use it.

import { A_TOOL_PREFIX } from "../call/tool_names.ts";
import {
  ANSWER_FORMATS,
  COLOR,
  COMMON_OPTIONS,
  type CommandRow,
  choice,
  DEFINITION_FORMATS,
  DENIALS,
  DIALECT,
  FOR_READERS,
  flag,
  globs,
  HIDDEN,
  IGNORED,
  MAX_FOUND,
  NO_IGNORE,
  NO_IGNORE_FOUND,
  number,
  type OptionRow,
  text,
} from "./option_rows.ts";

export const COMMANDS = {
  tree: {
    about: "show the folder as a tree",
    takes: ["[PATH]"],
    options: {
      all: flag("include files and symlinks, not only directories", { short: "a" }),
      depth: number("max_depth", "maximum depth, 0 to 12 (default: 3)"),
      max: number("max_entries", "maximum number of entries, 1 to 1000 (default: 100)"),
      hidden: HIDDEN,
      exclude: globs("leave out matching paths", { argument: "exclude" }),
      ignored: IGNORED,
      "no-ignore": NO_IGNORE,
      ...FOR_READERS,
    },
    examples: [
      ["porthole tree", "the directories of the current folder"],
      ["porthole tree src --all --depth 2", "files too, two levels deep"],
      ["porthole tree --all --exclude '**/*.test.ts'", "without the tests"],
      ["porthole tree --all --ignored", "what an agent does not see, and why"],
    ],
  },
  ls: {
    about: "list a directory with sizes and dates",
    takes: ["[PATH]"],
    options: {
      recursive: flag("list subdirectories too", { short: "r", argument: "recursive" }),
      depth: number("max_depth", "maximum depth with --recursive"),
      max: number("max_entries", "maximum number of entries"),
      hidden: HIDDEN,
      iso: flag("times in UTC, as ISO 8601 (default: local time)"),
      ignored: IGNORED,
      "no-ignore": NO_IGNORE,
      ...FOR_READERS,
    },
    examples: [
      ["porthole ls", "the current folder"],
      ["porthole ls src --recursive --depth 2", "two levels of src"],
      ["porthole ls --ignored", "what an agent does not see, and why"],
    ],
  },
  find: {
    about: "find files whose names match a glob",
    takes: ["GLOB", "[PATH]"],
    options: {
      type: choice("KIND", ["file", "directory", "all"], "kind of entry: file (default), directory or all", {
        argument: "entry_kind",
      }),
      hidden: HIDDEN,
      "no-ignore": NO_IGNORE_FOUND,
      max: MAX_FOUND,
      ...FOR_READERS,
    },
    examples: [
      ["porthole find '*.ts'", "by name, at any depth"],
      ["porthole find 'src/**/*.test.ts'", "by path"],
      ["porthole find '*' docs --type all", "everything in docs"],
    ],
  },
  search: {
    about: "find lines that match a regular expression",
    takes: ["PATTERN", "[PATH]"],
    options: {
      "ignore-case": flag("ignore the difference between upper and lower case", {
        short: "i",
        argument: "ignore_case",
      }),
      literal: flag("treat PATTERN as plain text", { short: "F", argument: "literal" }),
      context: number("context_lines", "lines around each match, 0 to 10 (default: 0)", { short: "C" }),
      files: flag("show only the names of files with matches"),
      counts: flag("show only the number of matching lines in each file"),
      include: globs("search only in matching files", { argument: "include" }),
      exclude: globs("leave out matching files and directories", { argument: "exclude" }),
      hidden: HIDDEN,
      "no-ignore": NO_IGNORE_FOUND,
      max: MAX_FOUND,
      ...FOR_READERS,
    },
    examples: [
      ["porthole search 'TODO|FIXME'", "in all files that git does not ignore"],
      ["porthole search -F 'a.b(' src --include '*.ts'", "plain text, in some files"],
      ["porthole search -i error --counts", "how often, file by file"],
    ],
  },
  read: {
    about: "show lines of a text file",
    takes: ["PATH"],
    options: {
      start: number("start_line", "the first line (default: 1)"),
      lines: number("max_lines", "number of lines, 1 to 500 (default: 200)"),
      ...FOR_READERS,
    },
    examples: [
      ["porthole read README.md", "the first 200 lines"],
      ["porthole read README.md --start 3 --lines 2", "lines 3 and 4"],
    ],
  },
  explain: {
    about: "explain why an agent can or cannot see a path",
    takes: ["PATH"],
    options: { "no-ignore": NO_IGNORE, ...DENIALS, json: flag("print JSON") },
    examples: [["porthole explain node_modules", "which rule hides it, and from which tool"]],
  },
  tools: {
    about: "print the tool definitions that a model gets",
    takes: [],
    options: {
      format: choice("NAME", DEFINITION_FORMATS, `one of ${DEFINITION_FORMATS.join(", ")} (default: json)`),
      client: text("NAME", "also print the maximum length of an answer of porthole mcp to the client of this name"),
      dialect: DIALECT,
    },
    examples: [
      ["porthole tools --format openai", "the definitions as OpenAI's API takes them"],
      ["porthole tools --client Cline", "and how long an answer to Cline may be"],
    ],
  },
  call: {
    about: "call a tool as a model does, and print the exact answer",
    takes: ["[TOOL]", "[JSON]"],
    options: {
      format: choice("NAME", ANSWER_FORMATS, "format of the answer: json (default) or text"),
      jsonl: flag("read one call per line from standard input, print one result per line, in order"),
      "no-ignore": NO_IGNORE,
      ...DENIALS,
      dialect: DIALECT,
    },
    examples: [
      ['porthole call tree \'{"path":"."}\'', "one call"],
      ["porthole call --jsonl < calls.jsonl", "many calls"],
    ],
  },
  mcp: {
    about: "serve the folder to an MCP client",
    takes: ["DIR"],
    instead: {
      "--port": "write --http PORT",
      "--workspace": "the folder is the argument: porthole mcp DIR",
      "-w": "the folder is the argument: porthole mcp DIR",
      "--hidden": "a model can ask for hidden files with include_hidden",
    },
    options: {
      format: choice(
        "NAME",
        ANSWER_FORMATS,
        "format of the answers: text (default) or json, which includes structured content",
      ),
      http: text("[PORT]", "serve over HTTP on this port instead of standard input and output", {
        allows: "a port from 0 to 65535",
      }),
      host: text("HOST", "with --http: the address to listen on (default: 127.0.0.1)"),
      token: text("TOKEN", "with --http: the bearer token (default: $PORTHOLE_TOKEN, or a new one)"),
      "max-bytes": text(
        "N",
        "maximum bytes of an answer (default: from the configuration, or what the client passes on: docs/clients.md)",
      ),
      "tool-prefix": text("NAME", "list the tools as NAME_read_file and so on, for clients that do not add a prefix", {
        allows: A_TOOL_PREFIX,
      }),
      "allow-host": text("NAME", "with --http: another host name that clients may use; may be given several times", {
        multiple: true,
      }),
      log: text(
        "FILE",
        "record every call in FILE, outside the folder (default: from the configuration, or no record)",
      ),
      quiet: flag("with --http: do not print a line for each call"),
      page: flag("with --http: serve the page even if other machines can open it"),
      "no-page": flag("with --http: do not serve the page that shows what agents see"),
      color: COLOR,
      "no-ignore": flag("show clients files that git ignores"),
      ...DENIALS,
      dialect: DIALECT,
    },
    examples: [
      ["porthole mcp .", "for a client that starts the server itself"],
      ["porthole mcp . --http 8080", "for clients that connect to a URL"],
      ["porthole mcp . --deny 'customers/**' --allow .npmrc", "hide more than the defaults, and less"],
    ],
  },
  log: {
    about: "show a record of calls that porthole mcp --log has written",
    takes: ["FILE"],
    options: {
      json: flag("print the records unchanged, one per line"),
      color: COLOR,
    },
    examples: [
      ["porthole log calls.jsonl", "every call"],
      ["porthole log calls.jsonl --json", "as JSON, for another program"],
    ],
  },
  complete: {
    about: "print a completion script for a shell",
    takes: ["SHELL"],
    options: {},
    examples: [
      ["source <(porthole complete bash)", "completion in this shell; the same with zsh"],
      ["porthole complete fish | source", "in fish"],
    ],
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof COMMANDS;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

export function commandRow(name: CommandName): CommandRow {
  return COMMANDS[name];
}

/** The command's own options and the shared ones. */
export function optionsOf(name: CommandName): Readonly<Record<string, OptionRow>> {
  const { takes, options } = commandRow(name);
  const { workspace, ...common } = COMMON_OPTIONS;
  return { ...options, ...(workspace === undefined || takes.includes("DIR") ? {} : { workspace }), ...common };
}
