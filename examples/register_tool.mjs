import { createAgentToolkit } from "porthole";

const toolkit = createAgentToolkit({ workspaceRoot: ".", defaults: "agent" });
toolkit.register({
  definition: {
    name: "size_of",
    description: "Returns the size of a file in bytes.",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  },
  traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" },
  parse: ({ path }) => ({ path: String(path) }),
  summarize: ({ path }) => `Size of ${path}`,
  run: (_request, node) => node.metadata().sizeBytes,
});

for (const path of ["LICENSE", ".env"]) {
  const { content } = await toolkit.execute({ id: path, name: "size_of", arguments: { path } });
  console.log(content);
}
toolkit.close();
