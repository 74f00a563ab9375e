import { createSecureTool, createToolContext } from "porthole";

const context = createToolContext({
  workspaceRoot: ".",
  denySecrets: true,
  obeyPortholeignore: true,
  policy: { mode: "prompt" },
  approve: async (requests) => requests.filter(({ riskLevel }) => riskLevel === "low").map(({ callId }) => callId),
});

const sizeOf = createSecureTool(context, {
  definition: {
    name: "size_of",
    description: "Returns the size of a file in bytes.",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  },
  traits: { isSideEffecting: false, requiresApproval: true, riskLevel: "low" },
  parse: ({ path }) => ({ path: String(path) }),
  summarize: ({ path }) => `Size of ${path}`,
  run: (_request, node) => node.metadata().sizeBytes,
});

console.log(await sizeOf("package.json"));
context.workspace.close();
