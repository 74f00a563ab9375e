// One session of the built `porthole mcp` over standard input and output, from the greeting to the end. Tests only.

import { porthole, type Ran } from "./cli.ts";
import { INITIALIZED, toInitialize, toLines, toMessage } from "./mcp.ts";

export type Request = readonly [method: string, params?: object];

interface Options {
  readonly client?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export const call = (name: string, args: object): Request => ["tools/call", { name, arguments: args }];

/** `words` follow `porthole mcp`. `results` begins with that of the greeting, and goes on in the order of the requests. */
export function runSession(
  cwd: string,
  words: readonly string[],
  requests: readonly Request[],
  { client = "test", env = {} }: Options = {},
) {
  const asked = requests.map(([method, params], index) => toMessage("legacy", index + 1, method, params));
  const input = toLines([toInitialize(0, {}, client), INITIALIZED, ...asked]);
  const ran: Ran = porthole(cwd, ["mcp", ...words], { input, env });
  const answers = ran.stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return { ...ran, results: answers.sort((a, b) => a.id - b.id).map(({ result }) => result) };
}
