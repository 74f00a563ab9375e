// An MCP server that accepts calls with arguments of any type, so that the toolkit can answer invalid ones with an error that the model
// reads.

import {
  type CallToolResult,
  type Implementation,
  type InputRequiredResult,
  type JSONRPCRequest,
  type Result,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { CallParams } from "./call.ts";

// Since 2026. The list never changes, but the owner may start another server at the same address. Five minutes save a client a request in
// each turn, and are not too long to wait for new tools.
const UNCHANGED = { ttlMs: 300_000 };
// Files change. A few seconds help a client that requests the same page twice in a row.
const CACHE_HINTS = {
  "tools/list": UNCHANGED,
  "resources/templates/list": UNCHANGED,
  "resources/list": { ttlMs: 5000 },
};

export type CallHandler = (params: CallParams, ctx: ServerContext) => Promise<CallToolResult | InputRequiredResult>;

type RequestHandler = (request: JSONRPCRequest, ctx: ServerContext) => Promise<Result>;

export class ToolServer extends Server {
  readonly #call: CallHandler;

  constructor(info: Implementation, instructions: string, call: CallHandler) {
    // The shim would reply in its own words if a person cannot be asked; approval.ts handles that.
    const inputRequired = { legacyShim: false };
    super(info, { capabilities: { tools: {} }, instructions, inputRequired, cacheHints: CACHE_HINTS });
    this.#call = call;
    this.setRequestHandler("tools/call", ({ params }, ctx) => call(params, ctx));
  }

  // The SDK answers arguments that are not an object with a protocol error, which the model never sees. They bypass its check, and the
  // toolkit answers them.
  protected override _wrapHandler(method: string, handler: RequestHandler): RequestHandler {
    const checked = super._wrapHandler(method, handler);
    if (method !== "tools/call") return checked;
    return (request, ctx) => {
      const odd = readOddCall(request.params);
      return odd === null ? checked(request, ctx) : this.#call(odd, ctx);
    };
  }
}

function readOddCall(params: JSONRPCRequest["params"]): CallParams | null {
  const { name, arguments: args } = { name: undefined, arguments: undefined, ...params };
  if (typeof name !== "string" || args === undefined) return null;
  const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
  return isObject ? null : { name, arguments: args };
}
