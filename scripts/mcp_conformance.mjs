// Runs the protocol's own conformance suite against the built HTTP server, with the requirements of both revisions, and calls it through
// the inspector's command line. npx fetches both; both need a newer Node than porthole does.
// @ts-check

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgentToolkit } from "../build/lib.js";
import { serveMcpHttp } from "../build/mcp/http.js";
import { judgeConformance } from "./mcp_conformance/judge.mjs";
import { NOT_APPLICABLE } from "./mcp_conformance/not_applicable.mjs";

const NPX = ["-y", "-p", "node@24"];
const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const REVISIONS = ["2025-11-25", "2026-07-28"];

/**
 * @param {readonly string[]} args
 * @param {"inherit" | "ignore"} output
 * @returns {Promise<number | null>}
 */
function runNpx(args, output) {
  const words = args.slice(2).join(" ");
  console.log(`\n${words.replace(/Bearer \S+/, "Bearer …")}`);
  const child = spawn("npx", [...NPX, ...args], { stdio: ["ignore", output, "inherit"] });
  return new Promise((resolve) => child.on("exit", resolve).on("error", () => resolve(null)));
}

/**
 * The suite knows nothing of tokens: this stands in front and adds ours, and passes on all the rest as it is.
 * @param {{ url: string, token: string }} server
 * @returns {Promise<import("node:http").Server>}
 */
function startFront({ url, token }) {
  const front = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const { hostname, port } = new URL(url);
    const passed = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  return new Promise((resolve) => front.listen(0, "127.0.0.1", () => resolve(front)));
}

/**
 * Its exit code tells nothing: it is 1 also for what does not apply.
 * @param {string} url
 * @param {string} revision
 * @returns {Promise<import("./mcp_conformance/judge.mjs").Result[]>}
 */
async function runSuite(url, revision) {
  const folder = mkdtempSync(join(tmpdir(), "porthole-conformance-"));
  const args = ["server", "--url", url, "--requirements", revision, "--output-dir", folder];
  await runNpx(["-p", SUITE, "conformance", ...args], "ignore");
  // A folder is named server-SCENARIO-TIME.
  const results = readdirSync(folder).map((name) => ({
    scenario: name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, ""),
    checks: JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")),
  }));
  rmSync(folder, { recursive: true });
  console.log(`${revision}: ${results.length} scenarios ran`);
  return results;
}

const toolkit = createAgentToolkit({ workspaceRoot: "." });
const server = await serveMcpHttp({ toolkit, version: "0.0.0" });
const front = await startFront(server);
const address = front.address();
const port = typeof address === "object" && address !== null ? address.port : 0;

const results = [];
for (const revision of REVISIONS) {
  const ofRevision = await runSuite(`http://localhost:${port}/mcp`, revision);
  if (ofRevision.length === 0) throw new Error(`the suite ran nothing for ${revision}`);
  results.push(...ofRevision);
}
const { problems, line } = judgeConformance(results, NOT_APPLICABLE);

const inspector = ["-p", "@modelcontextprotocol/inspector@2", "mcp-inspector", "--cli", server.url];
const login = ["--transport", "http", "--header", `Authorization: Bearer ${server.token}`];
const read = ["--method", "resources/read", "--uri", "porthole:///LICENSE"];
const call = ["--method", "tools/call", "--tool-name", "tree", "--tool-arg", "path=docs"];
for (const asked of [call, read, ["--method", "resources/list"]]) {
  const code = await runNpx([...inspector, ...login, ...asked], "ignore");
  if (code !== 0) problems.push(`the inspector ended with ${code}: ${asked.join(" ")}`);
}

front.closeAllConnections();
front.close();
await server.close();
toolkit.close();
console.log("\nnot applicable:");
for (const [name, reason] of Object.entries(NOT_APPLICABLE)) console.log(`- ${name}: ${reason}`);
for (const problem of problems) console.error(problem);
console.log(`\n${line}; ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
