import { createAgentToolkit } from "porthole";

const toolkit = createAgentToolkit({
  workspaceRoot: ".",
  defaults: "agent",
  audit: ({ client, tool, opened, success, code }) => {
    // If this throws, the call is answered with an error, and nothing is shown.
    console.log(client?.name, tool, opened, success ? "ok" : code);
  },
});

const context = { client: { name: "my agent", version: "1.0" } };
await toolkit.execute({ id: "1", name: "read_file", arguments: { path: "LICENSE" } }, context);
await toolkit.execute({ id: "2", name: "read_file", arguments: { path: "../secrets.txt" } }, context);

toolkit.close();
