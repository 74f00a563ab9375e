// Serves the files of a workspace as MCP resources: lists, reads and completes them, and converts failures into protocol errors.

import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ResourceOutcome, ToolkitResources } from "../call/resources.ts";
import type { ExecuteContext } from "../call/types.ts";

type Fault = Extract<ResourceOutcome<unknown>, { readonly status: "failure" }>["error"];

const TEMPLATE = {
  uriTemplate: "porthole:///{+path}",
  name: "file",
  title: "A file of the folder",
  description: "path is relative to the root of the folder.",
};

/** Failures that are not the request's fault. */
const OWN_FAULTS: readonly string[] = ["INTERNAL", "TIMEOUT", "CANCELLED"];

export function serveResources(
  server: Server,
  resources: ToolkitResources,
  toContext: (ctx: ServerContext) => ExecuteContext,
): void {
  const toCall = ({ mcpReq }: ServerContext) => ({ id: `mcp ${mcpReq.id}` });
  server.registerCapabilities({ resources: {}, completions: {} });
  server.setRequestHandler("resources/list", async ({ params }, ctx) => {
    const cursor = params?.cursor;
    const { resources: listed, ...rest } = take(
      await resources.list({ ...toCall(ctx), cursor }, toContext(ctx)),
      toListFault,
    );
    return { resources: [...listed], ...rest };
  });
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [TEMPLATE] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }, ctx) => {
    const toFault = (fault: Fault) => toReadFault(uri, fault);
    return { contents: [take(await resources.read({ ...toCall(ctx), uri }, toContext(ctx)), toFault)] };
  });
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }, ctx) => {
    if (ref.type !== "ref/resource" || ref.uri !== TEMPLATE.uriTemplate || argument.name !== "path")
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `only the argument path of ${TEMPLATE.uriTemplate} can be completed`,
      );
    const given = { ...toCall(ctx), path: argument.value };
    const { values, hasMore } = take(await resources.complete(given, toContext(ctx)), toFault);
    return { completion: { values: [...values], hasMore } };
  });
}

function take<Data>(outcome: ResourceOutcome<Data>, toFault: (fault: Fault) => ProtocolError): Data {
  if (outcome.status === "failure") throw toFault(outcome.error);
  return outcome.data;
}

/** The cursor is the only thing that a client can get wrong. */
function toListFault(fault: Fault): ProtocolError {
  const message = "cursor must be `nextCursor` of an answer to resources/list; leave it out to start over";
  return toFault(fault.code === "INVALID_ARGUMENT" ? { ...fault, message } : fault);
}

function toReadFault(uri: string, fault: Fault): ProtocolError {
  return fault.code === "NOT_FOUND" ? new ResourceNotFoundError(uri, fault.message) : toFault(fault);
}

function toFault({ kind, code, message }: Fault): ProtocolError {
  const { InternalError, InvalidParams } = ProtocolErrorCode;
  return new ProtocolError(OWN_FAULTS.includes(code) ? InternalError : InvalidParams, message, { kind, code });
}
