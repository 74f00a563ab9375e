// The surfaces of the built package with a chosen strategy, for races: `serve.mjs jsonl|stdio|http SEAL DIALECT ROOT`. The command line
// always uses the strongest strategy and has no option for this, so the same parts are assembled here.
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
