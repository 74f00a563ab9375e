// Holds the built server against the protocol's own conformance runner, and asks it through the inspector's command
// line. By hand and after `npm run build`: npx fetches both, and both want a newer Node than we do.
// @ts-check

import { spawn } from "node:child_process";
import { createServer, request } from "node:http";
import { createAgentToolkit } from "../build/lib.js";
import { serveMcpHttp } from "../build/mcp/http.js";

const NPX = ["-y", "-p", "node@24"];
// Those that ask for nothing but what every server has. The others call tools, resources and prompts of a server made
// for them.
const SCENARIOS = ["server-initialize", "ping", "tools-list", "tools-call-error", "dns-rebinding-protection"];

/**
 * @param {readonly string[]} args
 * @returns {Promise<boolean>}
 */
function runNpx(args) {
  console.log(
    `\n${args
      .slice(2)
      .join(" ")
      .replace(/Bearer \S+/, "Bearer …")}`,
  );
  const child = spawn("npx", [...NPX, ...args], { stdio: ["ignore", "inherit", "inherit"] });
  return new Promise((resolve) => child.on("exit", (code) => resolve(code === 0)));
}

/**
 * The runner knows nothing of tokens: this stands in front and adds ours, and passes on all the rest as it is.
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

const toolkit = createAgentToolkit({ workspaceRoot: "." });
const server = await serveMcpHttp({ toolkit, version: "0.0.0" });
const front = await startFront(server);
const address = front.address();
const port = typeof address === "object" && address !== null ? address.port : 0;

const runner = ["-p", "@modelcontextprotocol/conformance@0.1", "conformance", "server"];
const inspector = ["-p", "@modelcontextprotocol/inspector@2", "mcp-inspector", "--cli", server.url];
const login = ["--transport", "http", "--header", `Authorization: Bearer ${server.token}`];
const read = ["--method", "resources/read", "--uri", "porthole:///LICENSE"];
const call = ["--method", "tools/call", "--tool-name", "tree", "--tool-arg", "path=docs"];

const outcomes = [];
for (const scenario of SCENARIOS) {
  outcomes.push(await runNpx([...runner, "--url", `http://localhost:${port}/mcp`, "--scenario", scenario]));
}
for (const asked of [call, read, ["--method", "resources/list"]])
  outcomes.push(await runNpx([...inspector, ...login, ...asked]));

front.closeAllConnections();
front.close();
await server.close();
toolkit.close();
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
