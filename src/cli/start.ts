// The command line: words in, one answer out, and an exit code. Each command is loaded when it is asked for. Leaves every rule to
// the library.

import { complain, complainOfFault, EXIT, endOnBrokenOutput } from "./output.ts";
import { type Parsed, parseWords, UsageError } from "./parse.ts";

type Run = (request: Parsed) => Promise<number>;

const RUNNERS: Readonly<Record<Parsed["command"], () => Promise<{ run: Run }>>> = {
  tree: () => import("./run_tree.ts"),
  ls: () => import("./run_ls.ts"),
  read: () => import("./run_read.ts"),
  explain: () => import("./run_explain.ts"),
  tools: () => import("./run_tools.ts"),
  call: () => import("./run_call.ts"),
  mcp: () => import("./run_mcp.ts"),
  complete: () => import("./run_complete.ts"),
};

async function main(words: readonly string[]): Promise<number> {
  // What a shell's completion script asks: `porthole complete -- the words so far`.
  if (words[0] === "complete" && words[1] === "--") return (await import("./run_complete.ts")).suggest(words.slice(2));
  const request = parseWords(words);
  if (request === "version") return print((await import("./version.ts")).VERSION);
  if (request === "nothing") {
    await showHelp(null);
    return EXIT.usage;
  }
  if ("help" in request) return showHelp(request.help);
  const { run } = await RUNNERS[request.command]();
  return run(request);
}

async function showHelp(command: Parsed["command"] | null): Promise<number> {
  return print((await import("./help.ts")).showHelp(command).trimEnd());
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
