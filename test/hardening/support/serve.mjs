// Serves the built package with a chosen seal, for races: `serve.mjs jsonl|stdio|http SEAL DIALECT FORMAT ROOT`. The command line has no option
// for the seal: it always uses the strongest. This uses the same parts.
// @ts-check

import { runLines } from "../../../build/cli/run_jsonl.js";
import { createAgentToolkit } from "../../../build/lib.js";
import { serveMcpHttp } from "../../../build/mcp/http.js";
import { serveMcpStdio } from "../../../build/mcp/stdio.js";
import { Feed } from "../../../build/page/feed.js";
import { createPageRoutes } from "../../../build/page/routes.js";

const [surface, seal, dialect, format, workspaceRoot = ""] = process.argv.slice(2);
const feed = new Feed();
const toolkit = createAgentToolkit({
  workspaceRoot,
  strategy: seal === "verify" ? "verify" : "handles",
  dialect: dialect === "gemini" ? "gemini" : "forge",
  format: format === "text" ? "text" : "json",
  ...(surface === "http" ? { audit: feed.add } : {}),
});
const version = "0.0.0-test";

if (surface === "jsonl") await runLines(toolkit, process.stdin);
else if (surface === "stdio") await serveMcpStdio({ toolkit, version });
else {
  const listRoot = dialect === "gemini" ? workspaceRoot : undefined;
  const [token, files] = ["of-the-page-alone", { html: "", css: "", js: "", svg: "" }];
  const routes = createPageRoutes({ toolkit, feed, files, token, folder: "ws", listRoot });
  const options = { toolkit, version, routes };
  const server = await serveMcpHttp(options);
  process.stdout.write(`${JSON.stringify({ ...server, pageToken: token })}\n`);
  process.stdin.resume().on("end", () => process.exit());
}
