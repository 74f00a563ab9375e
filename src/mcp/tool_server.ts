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

// Since 2026. The list never changes, but the owner may start another server at the same address. Five minutes save a client a request in
// each turn, and are not too long to wait for new tools.
const UNCHANGED = { ttlMs: 300_000 };
// Files change. A few seconds help a client that requests the same page twice in a row.
const CACHE_HINTS = {
  "tools/list": UNCHANGED,
  "resources/templates/list": UNCHANGED,
  "resources/list": { ttlMs: 5000 },
};

/** The revision that a connection uses: `modern` since 2026. */
export type Era = "legacy" | "modern";

interface CallParams {
  readonly name: string;
  /** As the model sent it. */
  readonly arguments?: unknown;
}

export type CallHandler = (params: CallParams, ctx: ServerContext) => Promise<CallToolResult | InputRequiredResult>;

type RequestHandler = (request: JSONRPCRequest, ctx: ServerContext) => Promise<Result>;

export class ToolServer extends Server {
  readonly #era: Era;
  readonly #call: CallHandler;

  constructor(info: Implementation, instructions: string, era: Era, call: CallHandler) {
    // The shim would reply in its own words if a person cannot be asked; approval.ts handles that.
    const inputRequired = { legacyShim: false };
    super(info, { capabilities: { tools: {} }, instructions, inputRequired, cacheHints: CACHE_HINTS });
    this.#era = era;
    this.#call = call;
    this.setRequestHandler("tools/call", ({ params }, ctx) => call(params, ctx));
  }

  // The toolkit checks every call itself. The SDK would do it again, twice, and then check the result, which takes 7 % of the time of a small
  // list. And it answers arguments that are not an object with a protocol error, which the model never sees.
  protected override _wrapHandler(method: string, handler: RequestHandler): RequestHandler {
    const checked = super._wrapHandler(method, handler);
    if (method !== "tools/call") return checked;
    return (request, ctx) => {
      const call = ctx.mcpReq.requestState() === undefined ? readCall(request.params, this.#era) : null;
      return call === null ? checked(request, ctx) : this.#call(call, ctx);
    };
  }
}

/** Null if the SDK must check the call: it has no name, or fields that the toolkit does not read. `_meta` was checked with the message. */
function readCall(params: JSONRPCRequest["params"], era: Era): CallParams | null {
  const given: Readonly<Record<string, unknown>> = params ?? {};
  const { name, arguments: args, _meta, ...others } = given;
  if (typeof name !== "string") return null;
  if (args !== undefined && !isObject(args)) return { name, arguments: args };
  // A modern call may be answered with a question, which the SDK checks.
  const isPlain = era === "legacy" && Object.keys(others).length === 0;
  return isPlain ? { name, arguments: args } : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
