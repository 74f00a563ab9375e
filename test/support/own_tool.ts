// A tool of the owner's, to register at a toolkit. Tests only.

import type { ToolSpec } from "../../src/tools/tool.ts";

interface PathRequest {
  readonly path: string;
}

type Own = ToolSpec<PathRequest, unknown>;

/** Takes a path, has no side effects and answers with its name, unless `own` says otherwise. */
export function ownTool(
  name: string,
  { traits, ...own }: Partial<Omit<Own, "traits">> & { readonly traits?: Partial<Own["traits"]> } = {},
): Own {
  return {
    definition: {
      name,
      description: `The tool ${name}.`,
      parameters: { type: "object", properties: { path: { type: "string" } }, required: [] },
    },
    traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low", ...traits },
    parse: ({ path = "." }) => ({ path: String(path) }),
    summarize: () => name,
    run: () => name,
    ...own,
  };
}
