// Serves the built package with a chosen seal, for races: `serve.mjs jsonl|stdio|http SEAL DIALECT FORMAT ROOT`. The command line has no option
// for the seal: it always uses the strongest. This uses the same parts, and loads only those of its surface: that is most of what a start costs.
// @ts-check

import { createAgentToolkit } from "../../../build/toolkit.js";

const [surface, seal, dialect, format, workspaceRoot = ""] = process.argv.slice(2);
const feed = surface === "http" ? new (await import("../../../build/page/feed.js")).Feed() : undefined;
const toolkit = createAgentToolkit({
  workspaceRoot,
  strategy: seal === "verify" ? "verify" : "handles",
  dialect: dialect === "gemini" ? "gemini" : "forge",
  format: format === "text" ? "text" : "json",
  ...(feed === undefined ? {} : { audit: feed.add }),
});
const version = "0.0.0-test";

if (surface === "jsonl") {
  const { runLines } = await import("../../../build/cli/run_call.js");
  await runLines(toolkit, process.stdin);
} else if (feed === undefined) {
  const { serveMcpStdio } = await import("../../../build/mcp/stdio.js");
  await serveMcpStdio({ toolkit, version });
} else {
  const { createPageRoutes } = await import("../../../build/page/routes.js");
  const { serveMcpHttp } = await import("../../../build/mcp/http.js");
  const [token, files] = ["of-the-page-alone", { html: "", css: "", js: "", svg: "" }];
  const routes = "marks" in toolkit ? createPageRoutes({ toolkit, feed, files, token, folder: "ws" }) : undefined;
  const options = { toolkit, version, routes };
  const server = await serveMcpHttp(options);
  process.stdout.write(`${JSON.stringify({ ...server, pageToken: token })}\n`);
  process.stdin.resume().on("end", () => process.exit());
}
