// What MCP clients do to the arguments of every call, by the name with which they introduce themselves (docs/arguments.md). Data only.

export interface ClientHabits {
  /** Arguments that the client adds to the schema of every tool, for its own use. */
  readonly adds: readonly string[];
  /** The number of the first line in the client's own tools. */
  readonly firstLine: 0 | 1;
}

export const CLIENT_HABITS: ReadonlyMap<string | undefined, ClientHabits> = new Map([
  ["gemini-cli-mcp-client", { adds: ["wait_for_previous"], firstLine: 1 }],
  ["Cline", { adds: ["task_progress"], firstLine: 1 }],
  ["qwen-code-mcp-client", { adds: [], firstLine: 0 }],
]);

const OTHERS: ClientHabits = { adds: [], firstLine: 1 };

export function habitsOf(name: string | undefined): ClientHabits {
  return CLIENT_HABITS.get(name) ?? OTHERS;
}
