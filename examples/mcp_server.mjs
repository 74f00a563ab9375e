// needs: an MCP client. Over standard input and output: node mcp_server.mjs FOLDER NOTES_FILE; over HTTP: the same and http.
import { once } from "node:events";
import { appendFile } from "node:fs/promises";
import { createAgentToolkit } from "porthole";
import { serveMcpHttp, serveMcpStdio } from "porthole/mcp";

const [workspaceRoot = ".", notesFile = "notes.jsonl", wire = "stdio"] = process.argv.slice(2);
const toolkit = createAgentToolkit({ workspaceRoot, defaults: "agent" });

toolkit.register({
  definition: {
    name: "write_note",
    description: "Adds a note about a file or a folder to the owner's notes.",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, text: { type: "string", maxLength: 100 } },
      required: ["path", "text"],
    },
  },
  // Because of its side effect, every call needs approval.
  traits: { isSideEffecting: true, requiresApproval: true, riskLevel: "medium" },
  parse: ({ path, text }) => ({ path: String(path), text: String(text) }),
  // The question that the client shows to its user.
  summarize: ({ path, text }) => `Add a note about ${path}: ${text}`,
  // Runs only after a yes, and only for a path inside the workspace.
  async run({ text }, _node, { path }) {
    await appendFile(notesFile, `${JSON.stringify({ path, text })}\n`);
    return `added a note about ${path}`;
  },
});

if (wire === "http") {
  const server = await serveMcpHttp({ toolkit });
  console.log(JSON.stringify({ url: server.url, token: server.token }));
  await once(process, "SIGTERM");
  await server.close();
} else {
  // Standard output belongs to the protocol: use console.error, not console.log.
  await serveMcpStdio({ toolkit });
}
toolkit.close();
