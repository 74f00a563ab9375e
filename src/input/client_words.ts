// What MCP clients do to the arguments of every call, by the name with which they introduce themselves (docs/arguments.md). Data only.

export interface ClientWords {
  /** Arguments that the client adds to the schema of every tool, for its own use. */
  readonly adds: readonly string[];
  /** The number of the first line in the client's own tools. */
  readonly firstLine: 0 | 1;
}

export const CLIENT_WORDS: ReadonlyMap<string | undefined, ClientWords> = new Map([
  ["gemini-cli-mcp-client", { adds: ["wait_for_previous"], firstLine: 1 }],
  ["Cline", { adds: ["task_progress"], firstLine: 1 }],
  ["qwen-code-mcp-client", { adds: [], firstLine: 0 }],
]);

const OTHERS: ClientWords = { adds: [], firstLine: 1 };

export function wordsOfClient(name: string | undefined): ClientWords {
  return CLIENT_WORDS.get(name) ?? OTHERS;
}
