// The note that `porthole mcp` prints on a terminal: it is waiting for a client, and how to configure one.

import { devNull } from "node:os";
import { resolve } from "node:path";
import { sanitize } from "../input/sanitize.ts";
import { optionsOf } from "./commands.ts";
import type { Values } from "./read_options.ts";

export function describeWaiting(folder: string, values: Values): string {
  const [command, ...before] = findOwnCommand();
  const args = [...before, "mcp", resolve(folder), ...toWords(values)];
  return [
    "porthole: waiting for an MCP client on standard input. Clients start this command themselves; in their settings:",
    toPrintableJson({ mcpServers: { porthole: { command, args } } }),
    "docs/clients.md says where each client keeps them. For clients that connect to a URL: porthole mcp DIR --http",
    "Ctrl-C or Ctrl-D ends it.",
    "",
  ].join("\n");
}

/** Otherwise Bun reads settings from files in the current folder. */
const SEALED_BUN = ["--no-env-file", `--config=${devNull}`];

/** The words that run this program again, from any folder and independent of PATH. */
function findOwnCommand(): readonly string[] {
  const { argv, execArgv, execPath, versions } = process;
  const flags = versions.bun === undefined ? execArgv : SEALED_BUN;
  return [execPath, ...flags, resolve(argv[1] ?? "")];
}

/** The options as given, with absolute paths for files. */
function toWords(values: Values): string[] {
  const rows = optionsOf("mcp");
  return Object.entries(values).flatMap(([name, given]) =>
    [given ?? []].flat().map((value) => {
      if (typeof value === "boolean") return `--${name}`;
      return `--${name}=${rows[name]?.value === "FILE" ? resolve(value) : value}`;
    }),
  );
}

/** JSON escapes only some control characters. The others occur only inside strings, and are escaped there too. */
function toPrintableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/[^\n]/gu, (character) =>
    sanitize(character) === character ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
