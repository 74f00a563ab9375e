// Creates an MCP server for each connection (stdio) or request (HTTP), for all revisions of the protocol.

import { type McpServerFactory, ProtocolError, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { toToolNames } from "../call/tool_names.ts";
import type { ExecuteContext, ToolCall } from "../call/types.ts";
import { ToolError } from "../errors.ts";
import { chooseAsking, Questions } from "./approval.ts";
import { findClientLimit } from "./client_limits.ts";
import { findClient } from "./introduction.ts";
import { describeFailedCall, type Log } from "./log.ts";
import type { ServeMcpStdioOptions } from "./options.ts";
import { startProgress } from "./progress.ts";
import { serveResources } from "./resources.ts";
import { type CallHandler, type Era, ToolServer } from "./tool_server.ts";
import { describeServer, listTools, toFailure, toResult } from "./tools.ts";
import { VERSION } from "./version.ts";

/** What a server over stdio and one over HTTP do differently. */
export interface McpWire {
  /** Signs the questions for approval; copies of one server need the same key. At least 32 bytes. */
  readonly key: Uint8Array;
  readonly log: Log;
  /** Called with faults that the SDK reports outside of calls. */
  readonly tell: (error: unknown) => void;
  /** Whether the client leaves answers unread; meanwhile none of its calls starts. Default: never. */
  readonly isUnread?: () => boolean;
}

export function createServerFactory(options: ServeMcpStdioOptions, wire: McpWire): McpServerFactory {
  const questions = new Questions(wire.key);
  // The caller may change the object later.
  const own = { ...options };
  return ({ era }) => createServer(own, wire, era, questions);
}

function createServer(options: ServeMcpStdioOptions, wire: McpWire, era: Era, questions: Questions): Server {
  const { toolkit, version = VERSION, toolPrefix } = options;
  const { log, tell, isUnread } = wire;
  const names = toToolNames(toolPrefix);
  const toContext = (ctx: ServerContext): ExecuteContext => {
    const { signal } = ctx.mcpReq;
    const client = findClient(server, ctx);
    const limit = obeysClients(options) && client !== undefined ? findClientLimit(client.name) : null;
    return { signal, client, client_limit: limit ?? undefined, hold_back: isUnread, tool_prefix: toolPrefix };
  };
  const call: CallHandler = async ({ name, arguments: args }, ctx) => {
    const stopProgress = startProgress(ctx.mcpReq, name);
    try {
      const { approve, question } = await chooseAsking(server, era, ctx, args, questions);
      // Arguments may be something other than an object: the executor refuses such calls itself.
      const given = { id: `mcp ${ctx.mcpReq.id}`, name, arguments: args as ToolCall["arguments"] };
      const answer = await toolkit.answer(given, { ...toContext(ctx), approve });
      return (await question()) ?? toResult(toolkit, names.read(name), answer);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      if (!ToolError.isInstance(error)) log(describeFailedCall(name, error));
      return toFailure(error, toolkit.format);
    } finally {
      stopProgress();
    }
  };
  const server = new ToolServer({ name: "porthole", version }, describeServer(toolkit, names.show), era, call);
  server.setRequestHandler("tools/list", () => ({
    tools: listTools(toolkit, names.show, toolkit.maxAnswerBytes),
  }));
  if (toolkit.resources !== undefined) serveResources(server, toolkit.resources, toContext);
  server.onerror = tell;
  return server;
}

/** Whether answers are as long as the client passes on. */
function obeysClients({ answerLimit, toolkit }: ServeMcpStdioOptions): boolean {
  return answerLimit === undefined ? toolkit.answerLimitFrom !== "owner" : answerLimit === "client";
}
