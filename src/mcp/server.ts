// The factory of protocol servers, one for each connection or request, the same for both eras of the protocol. Leaves
// the wire to stdio.ts and http.ts, and what a call does to call.ts.

import {
  type CallToolResult,
  type InputRequiredResult,
  type McpServerFactory,
  ProtocolError,
  type RequestStateCodec,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ToolError } from "../errors.ts";
import { type Lease, Semaphore } from "../gate/semaphore.ts";
import { type Asking, askAtOnce, askByReturning, canAnswer, createQuestionCodec, refuseAll } from "./approval.ts";
import { type CallParams, callTool, type ToolSource, toFailure } from "./call.ts";
import { describeFailedCall, type Log } from "./log.ts";
import { startProgress } from "./progress.ts";
import { ToolServer } from "./tool_server.ts";
import { toListedTool } from "./tools.ts";

export interface McpServerOptions {
  readonly toolkit: ToolSource;
  readonly version: string;
  /** Signs what a person is asked; copies of one server must have the same. At least 32 bytes. */
  readonly key: Uint8Array;
  readonly log: Log;
  /** What the SDK reports beside any call. */
  readonly tell: (error: unknown) => void;
  /** Shared by all servers of the factory. */
  readonly semaphore: Semaphore;
}

type Era = "legacy" | "modern";

// A walk holds a descriptor for each level, and each running call slows the others down; but a call that waits for a person must not keep
// the rest waiting.
const MAX_RUNNING = 64;
// More than any client has under way.
const MAX_WAITING = 10_000;
// One of those that JSON-RPC leaves to servers.
const TOO_MANY = -32_000;

const INSTRUCTIONS = "A sealed view of one folder. Paths are relative to its root, which is `.`.";

/** How many calls run at once, over all connections; none begins while `isBlocked`. The others wait as requests, which are small. */
export function createCallSemaphore(isBlocked: () => boolean = () => false): Semaphore {
  return new Semaphore({ permits: MAX_RUNNING, maxWaiting: MAX_WAITING, isBlocked });
}

export function createServerFactory(options: McpServerOptions): McpServerFactory {
  const codec = createQuestionCodec(options.key);
  return ({ era }) => createServer(options, era, codec);
}

function createServer(options: McpServerOptions, era: Era, codec: RequestStateCodec<string>): Server {
  const { toolkit, version, log, tell, semaphore } = options;
  const call = async (params: CallParams, ctx: ServerContext): Promise<CallToolResult | InputRequiredResult> => {
    const stopProgress = startProgress(ctx.mcpReq, params.name);
    let lease: Lease | undefined;
    try {
      const asking = await chooseAsking(server, era, ctx, params.arguments, codec);
      const { id, signal } = ctx.mcpReq;
      lease = await acquire(semaphore, signal);
      return await callTool(toolkit, params, { id, signal, asking });
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      if (!ToolError.isInstance(error)) log(describeFailedCall(params.name, error));
      return toFailure(error);
    } finally {
      lease?.release();
      stopProgress();
    }
  };
  const server = new ToolServer({ name: "porthole", version }, INSTRUCTIONS, call);
  server.setRequestHandler("tools/list", () => ({ tools: toolkit.tools().map(toListedTool) }));
  server.onerror = tell;
  return server;
}

async function acquire(semaphore: Semaphore, signal: AbortSignal): Promise<Lease> {
  try {
    return await semaphore.acquire({ signal });
  } catch (error) {
    if (!ToolError.isInstance(error) || error.code !== "LIMIT_EXCEEDED") throw error;
    throw new ProtocolError(TOO_MANY, error.message);
  }
}

async function chooseAsking(
  server: Server,
  era: Era,
  ctx: ServerContext,
  args: unknown,
  codec: RequestStateCodec<string>,
): Promise<Asking> {
  if (!canAnswer(ctx, era, server.getClientCapabilities())) return refuseAll();
  return era === "modern" ? askByReturning(ctx, args, codec) : askAtOnce(ctx);
}
