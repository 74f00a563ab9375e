// Runs one command and sets the exit code. Each command is a separate chunk, loaded on demand.

import { VERSION } from "../mcp/version.ts";
import { showHelp } from "./help.ts";
import { complain, complainOfBug, EXIT, writeOut } from "./output.ts";
import { type Parsed, parseWords, UsageError } from "./parse.ts";

interface Command {
  run(request: Parsed): Promise<number>;
}

const COMMANDS: Readonly<Record<Parsed["command"], () => Promise<Command>>> = {
  tree: () => import("./run_tree.ts"),
  ls: () => import("./run_ls.ts"),
  find: () => import("./run_find.ts"),
  search: () => import("./run_search.ts"),
  read: () => import("./run_read.ts"),
  explain: () => import("./run_explain.ts"),
  tools: () => import("./run_tools.ts"),
  call: () => import("./run_call.ts"),
  mcp: () => import("./run_mcp.ts"),
  log: () => import("./run_log.ts"),
  complete: () => import("./run_complete.ts"),
};

async function main(words: readonly string[]): Promise<number> {
  const request = parseWords(words);
  if (request === "version") return print(VERSION);
  if (request === "nothing") {
    await print(showHelp(null).trimEnd());
    return EXIT.usage;
  }
  if ("help" in request) return print(showHelp(request.help).trimEnd());
  return (await COMMANDS[request.command]()).run(request);
}

async function print(text: string): Promise<number> {
  await writeOut(`${text}\n`);
  return EXIT.ok;
}

process.on("uncaughtException", (error) => process.exit(complainOfBug(error)));
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.exitCode = error instanceof UsageError ? complain(error.message, EXIT.usage) : complainOfBug(error);
  },
);
