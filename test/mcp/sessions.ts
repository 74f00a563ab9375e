// The official clients behind one face, so that one script runs with each: SDK v1, SDK v2 as it comes (the older
// handshake) and SDK v2 negotiating the newest revision. Tests only.

import { Readable } from "node:stream";
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Lines, RUNTIMES, startRawServer } from "../support/mcp.ts";
import { paired } from "../support/scale.ts";

export const CLIENTS = ["v1", "v2", "v2 modern"] as const;

export interface Leg {
  readonly client: (typeof CLIENTS)[number];
  readonly wire: "stdio" | "http";
  /** What the server runs on. */
  readonly runtime: string;
  readonly command: string;
}

const WIRES = ["stdio", "http"] as const;
const onEach = (client: Leg["client"], wire: Leg["wire"]): Leg[] =>
  RUNTIMES.map(({ name, command }) => ({ client, wire, runtime: name, command }));

/** In a short run each client on one wire. */
export const LEGS: readonly Leg[] = paired(CLIENTS, WIRES).flatMap(([client, wire]) => onEach(client, wire));

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { progress: number }) => void;
}

interface ResourcePage {
  readonly resources: readonly { readonly uri: string; readonly name: string }[];
  readonly nextCursor?: string | undefined;
}

const TEMPLATE = { type: "ref/resource" as const, uri: "porthole:///{+path}" };

interface Connected {
  /** The revision of the protocol, where the client tells. */
  revision(): string | undefined;
  listNames(): Promise<string[]>;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
  instructions(): string | undefined;
  listResources(cursor?: string): Promise<ResourcePage>;
  listTemplates(): Promise<string[]>;
  readResource(uri: string): Promise<unknown>;
  complete(value: string): Promise<{ readonly values: readonly string[]; readonly hasMore?: boolean | undefined }>;
  close(): Promise<void>;
}

interface Face extends Connected {
  /** Returns what the server writes to standard error. */
  connectStdio(command: string, args: string[]): Promise<unknown>;
  connectHttp(url: URL, requestInit: RequestInit): Promise<void>;
}

/** Whoever sits at the client. `no`: the form is sent off, and its box is not ticked. */
export interface Person {
  says: "yes" | "no" | "decline" | "cancel" | "away";
  readonly asked: string[];
}

export interface SessionOptions {
  /** What starts the server, behind the runtime. */
  readonly args: readonly string[];
  /** Whether the client says that it can ask a person. Default: it does. */
  readonly canAsk?: boolean;
  /** By which the client introduces itself. Default: `test`. */
  readonly name?: string;
}

export interface Session extends Connected {
  readonly person: Person;
  /** What the server wrote to standard error. */
  readonly log: Lines;
  /** Ends a server that the client did not start, and resolves to its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export async function openSession(leg: Leg, { args, canAsk = true, name = "test" }: SessionOptions): Promise<Session> {
  const { client, wire, command } = leg;
  const person: Person = { says: "yes", asked: [] };
  const [asked, info] = [canAsk ? person : null, { name, version: "1" }];
  const face = client === "v1" ? makeV1(asked, info) : makeV2(asked, info, client === "v2" ? "legacy" : "auto");
  if (wire === "stdio") {
    const stream = await face.connectStdio(command, [...args]);
    if (!(stream instanceof Readable)) throw new Error("standard error is not a stream");
    return { ...face, person, log: new Lines(stream), end: async () => null };
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

interface Info {
  readonly name: string;
  readonly version: string;
}

const toCapabilities = (person: Person | null) => (person === null ? {} : { elicitation: { form: {} } });

async function reply({ says, asked }: Person, message: string) {
  asked.push(message);
  if (says === "away") throw new Error("nobody there");
  if (says === "decline" || says === "cancel") return { action: says };
  return { action: "accept" as const, content: { approve: says === "yes" } };
}

/** What both generations of the SDK have in the same form. */
function toConnected(client: ClientV1 | ClientV2): Omit<Connected, "revision" | "call"> {
  return {
    listNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    instructions: () => client.getInstructions(),
    listResources: (cursor) => client.listResources(cursor === undefined ? {} : { cursor }),
    listTemplates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    readResource: async (uri) => (await client.readResource({ uri })).contents,
    complete: async (value) => (await client.complete({ ref: TEMPLATE, argument: { name: "path", value } })).completion,
    close: () => client.close(),
  };
}

function makeV1(person: Person | null, info: Info): Face {
  const client = new ClientV1(info, { capabilities: toCapabilities(person) });
  if (person !== null) client.setRequestHandler(ElicitRequestSchema, ({ params }) => reply(person, params.message));
  return {
    ...toConnected(client),
    async connectStdio(command, args) {
      const transport = new StdioV1({ command, args, stderr: "pipe" });
      await client.connect(transport);
      return transport.stderr;
    },
    connectHttp: (url, requestInit) => client.connect(new HttpV1(url, { requestInit })),
    revision: () => undefined,
    call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
  };
}

function makeV2(person: Person | null, info: Info, mode: "auto" | "legacy"): Face {
  const client = new ClientV2(info, { capabilities: toCapabilities(person), versionNegotiation: { mode } });
  if (person !== null) client.setRequestHandler("elicitation/create", ({ params }) => reply(person, params.message));
  return {
    ...toConnected(client),
    async connectStdio(command, args) {
      const transport = new StdioV2({ command, args, stderr: "pipe" });
      await client.connect(transport);
      return transport.stderr;
    },
    connectHttp: (url, requestInit) => client.connect(new HttpV2(url, { requestInit })),
    revision: () => client.getNegotiatedProtocolVersion(),
    call: (name, args, options) => client.callTool({ name, arguments: args }, options),
  };
}
