// The server's routes for the page. Everything about the folder goes through the toolkit, like an agent's calls, on the owner's behalf.

import type { ServerResponse } from "node:http";
import { ABOUT, BUILT_IN_NAMES, isBuiltIn } from "../call/built_in.ts";
import type { ResourceOutcome } from "../call/resources.ts";
import type { CallAnswer, ExecuteContext, ToolCall } from "../call/types.ts";
import { ToolError } from "../errors.ts";
import type { HttpRoute, HttpRoutes } from "../mcp/http_auth.ts";
import type { AgentToolkit } from "../toolkit.ts";
import type { AnswerFormat } from "../tools/found.ts";
import { CallStreams } from "./call_stream.ts";
import type { Feed } from "./feed.ts";
import { PAGE_HEADERS, type PageFiles, toFileRoutes } from "./files.ts";
import type { KeptAnswer, PageTool, ToolReply } from "./wire.ts";

export interface PageOptions {
  readonly toolkit: Pick<AgentToolkit, "answer" | "explain" | "format" | "marks" | "tools">;
  readonly feed: Feed;
  readonly files: PageFiles;
  /** Not the agents' token: with this one they could read each other's answers, and act as the owner. */
  readonly token: string;
  /** The name of the folder, without its path. */
  readonly folder: string;
}

const CLIENT = { name: "porthole page" };

type Fields = Readonly<Record<string, unknown>>;
type Handle = (fields: Fields, context: ExecuteContext, id: string) => Promise<unknown>;

class BadRequest extends Error {}

export function createPageRoutes({ toolkit, feed, files, token, folder }: PageOptions): HttpRoutes {
  const { format, marks } = toolkit;
  const streams = new CallStreams(feed, { folder, format, starts: marks.starts, tools: listTools(toolkit) });
  const post = createPoster(token);
  return new Map([
    ...toFileRoutes(files),
    post("/page/list", ({ path }, context, id) => marks.list({ id, path: needText("path", path) }, context)),
    post("/page/explain", ({ path }, { signal }, callId) =>
      toOutcome(toolkit.explain(needText("path", path), { callId, client: CLIENT, signal })),
    ),
    post("/page/call", async (fields, context, id) =>
      toReply(await toolkit.answer(toCall(fields, id), { ...context, format: needFormat(fields.format) })),
    ),
    post("/page/answer", async ({ number }): Promise<KeptAnswer> => ({ content: feed.findAnswer(Number(number)) })),
    ["/page/calls", toStreamRoute(token, streams)],
  ]);
}

function listTools({ tools }: Pick<AgentToolkit, "tools">): readonly PageTool[] {
  const allowed = new Set(tools().flatMap(({ name, is_denied }) => (is_denied ? [] : [name])));
  return BUILT_IN_NAMES.map((name) => {
    const { shows, onPage } = ABOUT[name];
    return { name, shows, ...(onPage === undefined ? {} : { onPage }), isAllowed: allowed.has(name) };
  });
}

function toStreamRoute(token: string, streams: CallStreams): HttpRoute {
  return {
    method: "GET",
    token,
    headers: PAGE_HEADERS,
    async answer(request, response) {
      if (!streams.serve(request, response)) sendProblem(response, 503, "too many pages are open");
    },
  };
}

function createPoster(token: string): (path: string, handle: Handle) => [string, HttpRoute] {
  let count = 0;
  return (path, handle) => [
    path,
    {
      method: "POST",
      token,
      headers: PAGE_HEADERS,
      async answer(_request, response, body) {
        count++;
        const signal = whenGone(response);
        await reply(response, () => handle(Object(body), { signal, by: "owner", client: CLIENT }, `page ${count}`));
      },
    },
  ];
}

async function reply(response: ServerResponse, handle: () => Promise<unknown>): Promise<void> {
  try {
    sendJson(response, 200, await handle());
  } catch (error) {
    if (error instanceof BadRequest) return sendProblem(response, 400, error.message);
    sendProblem(response, 500, "the server failed");
    throw error;
  }
}

/** Cancels work that the page no longer waits for. */
function whenGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}

/** `explain` rejects only if its record cannot be written. */
async function toOutcome<Data>(explaining: Promise<Data>): Promise<ResourceOutcome<Data>> {
  try {
    return { status: "success", data: await explaining };
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    const { kind, code, message } = error;
    return { status: "failure", error: { kind, code, message } };
  }
}

function toReply({ content, is_error }: CallAnswer): ToolReply {
  return { content, is_error };
}

function toCall({ name, arguments: args }: Fields, id: string): ToolCall {
  if (typeof name !== "string" || !isBuiltIn(name))
    throw new BadRequest(`name must be one of ${BUILT_IN_NAMES.join(", ")}`);
  // The executor refuses invalid arguments itself.
  return { id, name, arguments: args as ToolCall["arguments"] };
}

function needText(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new BadRequest(`${name} must be a string`);
}

function needFormat(value: unknown): AnswerFormat {
  if (value === "text" || value === "json") return value;
  throw new BadRequest("format must be text or json");
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  const length = Buffer.byteLength(text);
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": length });
  response.end(text);
}

/** In the form of the server's other refusals. */
function sendProblem(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { error: { message } });
}
