#!/usr/bin/env node
// The command line: words in, one answer out, and an exit code. Leaves every rule to the library.

import { parseArgs } from "node:util";
import { TOOL_DEFINITIONS } from "../registory/definitions.ts";
import { sanitize } from "../security/sanitize.ts";
import { createAgentToolkit } from "../toolkit.ts";
import type { TreeOptions } from "../tools/edit/tree/types.ts";
import { showTree } from "./show_tree.ts";

const HELP = `porthole: what an agent sees of a folder

  porthole tree [PATH] [--all] [--depth N] [--max N] [--hidden] [--exclude GLOB]... [--json]

  --workspace DIR   the folder to look at (default: the current one)
  --all             files and symlinks too, not only directories
  --depth N         how deep to go, 0 to 12 (default: ${TOOL_DEFINITIONS.tree.parameters.properties.max_depth.default})
  --max N           how many entries at most, 1 to 1000 (default: ${TOOL_DEFINITIONS.tree.parameters.properties.max_entries.default})
  --hidden          names that start with a dot too
  --exclude GLOB    leave out what matches; may be given several times
  --json            the answer as a model gets it

  porthole --help
`;

const EXIT = { ok: 0, toolError: 1, usage: 2 } as const;

const OPTIONS = {
  workspace: { type: "string", default: "." },
  all: { type: "boolean" },
  depth: { type: "string" },
  max: { type: "string" },
  hidden: { type: "boolean" },
  exclude: { type: "string", multiple: true },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

function parse(args: string[]) {
  return parseArgs({ args, options: OPTIONS, allowPositionals: true });
}

type Values = ReturnType<typeof parse>["values"];

function toTreeOptions(values: Values): TreeOptions {
  return {
    entry_kind: values.all ? "all" : "directory",
    include_hidden: values.hidden ?? false,
    ...(values.depth === undefined ? {} : { max_depth: Number(values.depth) }),
    ...(values.max === undefined ? {} : { max_entries: Number(values.max) }),
    ...(values.exclude === undefined ? {} : { exclude: values.exclude }),
  };
}

async function runTree(path: string, values: Values): Promise<number> {
  const toolkit = createAgentToolkit({ workspaceRoot: values.workspace });
  const outcome = await toolkit.tree(path, toTreeOptions(values));
  toolkit.close();
  if (outcome.status !== "success") return complain(outcome.error.message, EXIT.toolError);
  process.stdout.write(values.json ? `${JSON.stringify(outcome.data)}\n` : showTree(outcome.data));
  return EXIT.ok;
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parse(args);
  const [command, path = ".", ...rest] = positionals;
  if (values.help || command === undefined) {
    process.stdout.write(HELP);
    return values.help ? EXIT.ok : EXIT.usage;
  }
  if (command !== "tree") return complain(`there is no command ${command}; see porthole --help`, EXIT.usage);
  if (rest.length > 0) return complain("one PATH at most; see porthole --help", EXIT.usage);
  return runTree(path, values);
}

function complain(message: string, code: number): number {
  process.stderr.write(`porthole: ${sanitize(message)}\n`);
  return code;
}

// What is thrown this far is wrong usage: an unknown option, a workspace that is no directory.
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.exitCode = complain(error instanceof Error ? error.message : "it failed", EXIT.usage);
  },
);
