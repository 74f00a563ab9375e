// The official clients behind one face, so that one script runs with each: SDK v1, SDK v2 as it comes (the older
// handshake) and SDK v2 negotiating the newest revision. Tests only.

import { Readable } from "node:stream";
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Lines, RUNTIMES, serverArguments, startRawServer } from "../support/mcp.ts";

export const CLIENTS = ["v1", "v2", "v2 modern"] as const;

export interface Leg {
  readonly client: (typeof CLIENTS)[number];
  readonly wire: "stdio" | "http";
  /** What the server runs on. */
  readonly runtime: string;
  readonly command: string;
}

export const LEGS: readonly Leg[] = CLIENTS.flatMap((client) =>
  (["stdio", "http"] as const).flatMap((wire) =>
    RUNTIMES.map(({ name, command }) => ({ client, wire, runtime: name, command })),
  ),
);

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { progress: number }) => void;
}

interface Connected {
  /** The revision of the protocol, where the client tells. */
  revision(): string | undefined;
  listNames(): Promise<string[]>;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
  close(): Promise<void>;
}

interface Face extends Connected {
  /** Returns what the server writes to standard error. */
  connectStdio(command: string, args: string[]): Promise<unknown>;
  connectHttp(url: URL, requestInit: RequestInit): Promise<void>;
}

/** Whoever sits at the client. */
export interface Person {
  says: "yes" | "no" | "away";
  readonly asked: string[];
}

export interface Session extends Connected {
  readonly person: Person;
  /** What the server wrote to standard error. */
  readonly log: Lines;
  /** Ends a server that the client did not start. */
  end(): Promise<unknown>;
}

export async function openSession({ client, wire, command }: Leg, root: string): Promise<Session> {
  const person: Person = { says: "yes", asked: [] };
  const face = client === "v1" ? makeV1(person) : makeV2(person, client === "v2 modern" ? "auto" : "legacy");
  const args = serverArguments(wire, root);
  if (wire === "stdio") {
    const stream = await face.connectStdio(command, args);
    if (!(stream instanceof Readable)) throw new Error("standard error is not a stream");
    return { ...face, person, log: new Lines(stream), end: async () => {} };
  }
  const server = startRawServer(command, args);
  try {
    const { url, token } = JSON.parse(await server.out.find(() => true));
    await face.connectHttp(new URL(url), { headers: { authorization: `Bearer ${token}` } });
    return { ...face, person, log: server.err, end: server.kill };
  } catch (error) {
    await server.kill();
    throw error;
  }
}

const INFO = { name: "test", version: "1" };
const CAPABILITIES = { elicitation: { form: {} } };

async function reply({ says, asked }: Person, message: string) {
  asked.push(message);
  if (says === "away") throw new Error("nobody there");
  return { action: "accept" as const, content: { approve: says === "yes" } };
}

function makeV1(person: Person): Face {
  const client = new ClientV1(INFO, { capabilities: CAPABILITIES });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => reply(person, params.message));
  return {
    async connectStdio(command, args) {
      const transport = new StdioV1({ command, args, stderr: "pipe" });
      await client.connect(transport);
      return transport.stderr;
    },
    connectHttp: (url, requestInit) => client.connect(new HttpV1(url, { requestInit })),
    revision: () => undefined,
    listNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
    close: () => client.close(),
  };
}

function makeV2(person: Person, mode: "auto" | "legacy"): Face {
  const client = new ClientV2(INFO, { capabilities: CAPABILITIES, versionNegotiation: { mode } });
  client.setRequestHandler("elicitation/create", ({ params }) => reply(person, params.message));
  return {
    async connectStdio(command, args) {
      const transport = new StdioV2({ command, args, stderr: "pipe" });
      await client.connect(transport);
      return transport.stderr;
    },
    connectHttp: (url, requestInit) => client.connect(new HttpV2(url, { requestInit })),
    revision: () => client.getNegotiatedProtocolVersion(),
    listNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args, options) => client.callTool({ name, arguments: args }, options),
    close: () => client.close(),
  };
}
