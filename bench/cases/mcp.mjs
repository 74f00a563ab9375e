// @ts-check
// Over MCP stdio: a list of 30 entries on a warm server, and the time from the start of a server to its first answer. Measured in wall
// time, because most of it is one process waiting for the other.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { McpSession } from "../mcp_client.mjs";
import { findServer } from "../peers/server_filesystem.mjs";

/** @typedef {import("../types.d.ts").Case} Case */
/** @typedef {{ name: string, differs?: string, node: readonly string[], tool: string, args: object }} Server */

const ECHO = fileURLToPath(new URL("../echo.mjs", import.meta.url));
const PORTHOLE = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** @type {Case[]} */
export const mcpCases = [
  {
    id: "mcp-list-30",
    title: "over MCP stdio, a 30-entry list in text, warm",
    meter: "wall",
    goals: [{ against: "server-filesystem", atMost: 0.8 }],
    async prepare(bench) {
      const servers = await toServers(bench);
      const sessions = await Promise.all(servers.map(start));
      return {
        contestants: servers.map(({ name, differs, tool, args }, index) => {
          const session = sessions[index];
          if (session === undefined) throw new Error("a session for each");
          return {
            name,
            ...(differs && { differs }),
            run: () => session.callTool(tool, args),
            check: refuseErrors,
            readCpuMs: () => session.readCpuMs(),
          };
        }),
        close: () => {
          for (const session of sessions) void session.close();
        },
      };
    },
  },
  {
    id: "mcp-start",
    title: "start to first answer, MCP stdio",
    meter: "wall",
    goals: [{ against: "server-filesystem", atMost: 0.75 }],
    async prepare(bench) {
      const servers = await toServers(bench);
      return {
        contestants: servers.map((server) => ({
          name: server.name,
          ...(server.differs && { differs: server.differs }),
          check: refuseErrors,
          run: async () => {
            const session = await start(server);
            const answer = await session.callTool(server.tool, server.args);
            await session.close();
            return answer;
          },
        })),
      };
    },
  },
];

/** @param {import("../types.d.ts").Bench} bench @returns {Promise<Server[]>} */
async function toServers(bench) {
  const root = bench.tree("lists");
  const path = join(root, "30");
  const porthole = { name: "porthole", node: [PORTHOLE, "mcp", root], tool: "list_directory", args: { path: "30" } };
  const session = await start(porthole);
  const answer = join(bench.scratch, "answer");
  writeFileSync(answer, `${JSON.stringify(await session.callTool(porthole.tool, porthole.args))}\n`);
  await session.close();
  return [
    { ...porthole, name: "floor", differs: "a bare echo of porthole's bytes", node: [ECHO, answer] },
    porthole,
    {
      name: "server-filesystem",
      differs: "size rounded, no time in the answer",
      node: [findServer(), root],
      tool: "list_directory_with_sizes",
      args: { path },
    },
  ];
}

/** @param {Server} server */
async function start({ node }) {
  const session = new McpSession(node);
  await session.initialize();
  return session;
}

/** @param {unknown} answer */
function refuseErrors(answer) {
  const text = JSON.stringify(answer);
  if (!text.includes("component_29") || text.includes('"isError":true')) throw new Error(`not a list: ${text}`);
}
