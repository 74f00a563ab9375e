// Runs one command and sets the exit code. The MCP server and the completion library are separate chunks, loaded when they are needed.

import { VERSION } from "../mcp/version.ts";
import { showHelp } from "./help.ts";
import { complain, complainOfFault, EXIT, endOnBrokenOutput } from "./output.ts";
import { type Parsed, parseWords, UsageError } from "./parse.ts";
import { run as call } from "./run_call.ts";
import { run as complete, suggest } from "./run_complete.ts";
import { run as explain } from "./run_explain.ts";
import { run as find } from "./run_find.ts";
import { run as ls } from "./run_ls.ts";
import { run as mcp } from "./run_mcp.ts";
import { run as read } from "./run_read.ts";
import { run as search } from "./run_search.ts";
import { run as tools } from "./run_tools.ts";
import { run as tree } from "./run_tree.ts";

type RunCommand = (request: Parsed) => Promise<number>;

const RUNNERS: Readonly<Record<Parsed["command"], RunCommand>> = {
  tree,
  ls,
  find,
  search,
  read,
  explain,
  tools,
  call,
  mcp,
  complete,
};

async function main(words: readonly string[]): Promise<number> {
  // What a shell's completion script asks: `porthole complete -- the words so far`.
  if (words[0] === "complete" && words[1] === "--") return suggest(words.slice(2));
  const request = parseWords(words);
  if (request === "version") return print(VERSION);
  if (request === "nothing") {
    print(showHelp(null).trimEnd());
    return EXIT.usage;
  }
  if ("help" in request) return print(showHelp(request.help).trimEnd());
  return RUNNERS[request.command](request);
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return EXIT.ok;
}

endOnBrokenOutput();
process.on("uncaughtException", (error) => process.exit(complainOfFault(error)));
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.exitCode = error instanceof UsageError ? complain(error.message, EXIT.usage) : complainOfFault(error);
  },
);
