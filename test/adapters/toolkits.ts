// A small workspace and its toolkit for the suites of the adapters, with a tool of one's own that a person must
// approve. Tests only.

import type { ApprovalRequest } from "../../src/call/approval.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import { type AgentToolkitOptions, createAgentToolkit, type Toolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

const TREE = ["file src/main.ts one\ntwo\nthree\n", "file README.md hello", 'file data.json { "a": 1 }'];

export function makeToolkit(options: Partial<AgentToolkitOptions> = {}): Toolkit {
  return createAgentToolkit({ workspaceRoot: makeTree(TREE), ...options });
}

/** What porthole tells a model, in the order in which it does. */
export function sortedDefinitions() {
  return Object.values(TOOL_DEFINITIONS).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `touch`, which says what it would do and wants approval; its optional arguments are of every kind. */
export function addTouch(toolkit: Toolkit, properties: Record<string, object> = {}): void {
  toolkit.register({
    definition: {
      name: "touch",
      description: "Touches a file.",
      parameters: { type: "object", properties: { path: { type: "string" }, ...properties }, required: ["path"] },
    },
    traits: { isSideEffecting: true, requiresApproval: true, riskLevel: "medium", allowsTruncation: true },
    parse: (args) => ({ ...args, path: String(args.path) }),
    summarize: ({ path }) => `Touch ${path}`,
    run: (request) => `touched ${JSON.stringify(request)}`,
  });
}

/** With `touch`, and an owner who says yes to `approved`, or to every call. */
export function makeAskedToolkit(approved?: readonly string[]) {
  const asked: (readonly ApprovalRequest[])[] = [];
  const toolkit = makeToolkit({
    approve: async (requests) => {
      asked.push(requests);
      return approved ?? requests.map(({ callId }) => callId);
    },
  });
  addTouch(toolkit);
  return { toolkit, asked, [Symbol.dispose]: () => toolkit.close() };
}

/** What the executor says to the same call: the adapters must not say anything else. */
export async function expected(toolkit: Toolkit, name: string, args: Record<string, unknown>): Promise<string> {
  return (await toolkit.execute({ id: "expected", name, arguments: args })).content;
}
