// Creates an MCP server for each connection (stdio) or request (HTTP), for all revisions of the protocol.

import {
  type CallToolResult,
  type InputRequiredResult,
  type McpServerFactory,
  ProtocolError,
  type Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { toToolNames } from "../call/tool_names.ts";
import { ToolError } from "../errors.ts";
import { askAtOnce, askByReturning, canAnswer, type Questioning, Questions, refuseAll } from "./approval.ts";
import { type CallParams, callTool, type Serving, toFailure } from "./call.ts";
import { findClientLimit } from "./client_limits.ts";
import { describeServer } from "./instructions.ts";
import { findClient } from "./introduction.ts";
import { describeFailedCall, type Log } from "./log.ts";
import { type McpToolkit, WHOLE_ANSWER_BYTES } from "./options.ts";
import { startProgress } from "./progress.ts";
import { serveResources } from "./resources.ts";
import { type Era, ToolServer } from "./tool_server.ts";
import { listTools } from "./tools.ts";

export interface McpServerOptions {
  readonly toolkit: McpToolkit;
  readonly version: string;
  /** Signs the questions for approval; copies of one server need the same key. At least 32 bytes. */
  readonly key: Uint8Array;
  readonly log: Log;
  /** Called with faults that the SDK reports outside of calls. */
  readonly tell: (error: unknown) => void;
  /** Whether the client leaves answers unread; meanwhile none of its calls starts. Default: never. */
  readonly isUnread?: () => boolean;
  readonly toolPrefix?: string | undefined;
  readonly answerLimit: "client" | "toolkit";
}

export function createServerFactory(options: McpServerOptions): McpServerFactory {
  const questions = new Questions(options.key);
  return ({ era }) => createServer(options, era, questions);
}

function createServer(options: McpServerOptions, era: Era, questions: Questions): Server {
  const { toolkit, version, log, tell, isUnread, toolPrefix, answerLimit } = options;
  const { show: nameTool } = toToolNames(toolPrefix);
  const serve = (ctx: ServerContext): Serving => {
    const client = findClient(server, ctx);
    const limit = answerLimit === "client" && client !== undefined ? findClientLimit(client.name) : null;
    return { client, client_limit: limit ?? undefined, hold_back: isUnread, tool_prefix: toolPrefix };
  };
  const call = async (params: CallParams, ctx: ServerContext): Promise<CallToolResult | InputRequiredResult> => {
    const stopProgress = startProgress(ctx.mcpReq, params.name);
    try {
      const asking = await chooseAsking(server, era, ctx, params.arguments, questions);
      const { id, signal } = ctx.mcpReq;
      return await callTool(toolkit, params, { id, signal, asking, serving: serve(ctx) });
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      if (!ToolError.isInstance(error)) log(describeFailedCall(params.name, error));
      return toFailure(error, toolkit.format);
    } finally {
      stopProgress();
    }
  };
  const server = new ToolServer({ name: "porthole", version }, describeServer(toolkit, nameTool), era, call);
  const sizeHint = toSizeHint(toolkit.maxAnswerBytes);
  server.setRequestHandler("tools/list", () => ({
    tools: listTools(toolkit, nameTool).map((tool) => withMeta(tool, sizeHint)),
  }));
  if (toolkit.resources !== undefined) serveResources(server, toolkit.resources, serve);
  server.onerror = tell;
  return server;
}

/** Claude Code passes on longer answers in full only if the tool announces their size. */
function toSizeHint(maxAnswerBytes = 0): Tool["_meta"] {
  return maxAnswerBytes > WHOLE_ANSWER_BYTES ? { "anthropic/maxResultSizeChars": maxAnswerBytes } : undefined;
}

function withMeta(tool: Tool, more: Tool["_meta"]): Tool {
  return more === undefined ? tool : { ...tool, _meta: { ...tool._meta, ...more } };
}

async function chooseAsking(
  server: Server,
  era: Era,
  ctx: ServerContext,
  args: unknown,
  questions: Questions,
): Promise<Questioning> {
  if (!canAnswer(ctx, era, server.getClientCapabilities())) return refuseAll();
  return era === "modern" ? askByReturning(ctx, args, questions) : askAtOnce(ctx);
}
