// What MCP clients do to the arguments of every call, by the name with which they introduce themselves (docs/arguments.md). Data only.

export interface ClientWords {
  /** Arguments that the client adds to the schema of every tool, for its own use. */
  readonly adds: readonly string[];
  /** The number of the first line in the client's own tools. */
  readonly firstLine: 0 | 1;
}

interface ClientRow extends ClientWords {
  readonly client: string;
  /** For the documentation. */
  readonly versions: string;
}

export const CLIENT_WORDS: readonly ClientRow[] = [
  { client: "gemini-cli-mcp-client", versions: "Gemini CLI 0.61.0", adds: ["wait_for_previous"], firstLine: 1 },
  { client: "Cline", versions: "Cline 3.79.0", adds: ["task_progress"], firstLine: 1 },
  { client: "qwen-code-mcp-client", versions: "Qwen Code 0.15.10", adds: [], firstLine: 0 },
];

const OTHERS: ClientWords = { adds: [], firstLine: 1 };

export function wordsOfClient(name: string | undefined): ClientWords {
  return CLIENT_WORDS.find(({ client }) => client === name) ?? OTHERS;
}
