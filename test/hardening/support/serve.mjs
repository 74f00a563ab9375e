// The surfaces of the built package with the seal of one's choice, for races: `serve.mjs jsonl|stdio|http SEAL DIALECT ROOT`.
// The command line itself always takes the strongest seal, so it has no option for this. Builds the same parts as it does.
// @ts-check

import { runLines } from "../../../build/cli/run_jsonl.js";
import { createAgentToolkit } from "../../../build/lib.js";
import { serveMcpHttp } from "../../../build/mcp/http.js";
import { serveMcpStdio } from "../../../build/mcp/stdio.js";

const [surface, seal, dialect, workspaceRoot = ""] = process.argv.slice(2);
const toolkit = createAgentToolkit({
  workspaceRoot,
  strategy: seal === "verify" ? "verify" : "handles",
  dialect: dialect === "gemini" ? "gemini" : "forge",
});
const version = "0.0.0-test";

if (surface === "jsonl") await runLines(toolkit, process.stdin);
else if (surface === "stdio") await serveMcpStdio({ toolkit, version });
else {
  const server = await serveMcpHttp({ toolkit, version });
  process.stdout.write(`${JSON.stringify(server)}\n`);
  process.stdin.resume().on("end", () => process.exit());
}
