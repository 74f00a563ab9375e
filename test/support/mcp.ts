// Starts test/support/mcp_server.mjs on either runtime and talks to it byte for byte, without a client library. Tests only.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { firstOf, isExhaustive } from "./scale.ts";

const HERE = new URL(".", import.meta.url);
const SCRIPT = fileURLToPath(new URL("mcp_server.mjs", HERE));
const BUN_HERE = fileURLToPath(new URL("../../node_modules/.bin/bun", HERE));
const onBun = process.versions.bun !== undefined;

export const NODE = { name: "node", command: onBun ? "node" : process.execPath };
export const BUN = { name: "bun", command: onBun ? process.execPath : BUN_HERE };

/**
 * The runtimes of the server: both, or in a short run only the one that runs the tests. Also if Bun runs them: `npm run test:all` has
 * the same tests on Node, with both.
 */
export const RUNTIMES = onBun ? (isExhaustive ? [BUN, NODE] : [BUN]) : firstOf(1, [NODE, BUN]);

export const ERAS: readonly Era[] = ["legacy", "modern"];

export function serverArguments(
  mode: "stdio" | "http",
  root: string,
  { timeoutMs = 30_000, record }: { readonly timeoutMs?: number; readonly record?: string } = {},
): string[] {
  return [SCRIPT, mode, root, String(timeoutMs), ...(record === undefined ? [] : [record])];
}

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
};

export type Era = "legacy" | "modern";

/** A request as a client of that era writes it. */
export function toMessage(era: Era, id: number, method: string, params: object = {}, capabilities: object = {}) {
  const _meta = { ...META, "io.modelcontextprotocol/clientCapabilities": capabilities, ...readMeta(params) };
  return { jsonrpc: "2.0", id, method, params: era === "modern" ? { ...params, _meta } : params };
}

function readMeta(params: object): object {
  return "_meta" in params && typeof params._meta === "object" && params._meta !== null ? params._meta : {};
}

/** The HTTP headers of that request. */
export function toHeaders(era: Era, token: string, method: string, params: object = {}): Record<string, string> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  if (era === "legacy") return headers;
  const { name: named, uri: read }: { readonly name?: unknown; readonly uri?: unknown } = params;
  const name = typeof (named ?? read) === "string" ? { "mcp-name": String(named ?? read) } : {};
  return { ...headers, "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...name };
}

export function toInitialize(id: number, capabilities: object = {}, name = "test") {
  const params = { protocolVersion: "2025-11-25", capabilities, clientInfo: { name, version: "1" } };
  return { jsonrpc: "2.0", id, method: "initialize", params };
}

export const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

/** As they are written to standard input. */
export const toLines = (messages: readonly object[]) =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join("");

/** What an older client says first. */
export async function greet(server: RawServer, capabilities: object = {}): Promise<void> {
  server.send(toInitialize(0, capabilities));
  await server.answer(0);
  server.send(INITIALIZED);
}

interface Posting {
  readonly capabilities?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends a request with the id 1 over HTTP. `message` is the one that answers it. */
export async function post(
  { url, token }: { readonly url: string; readonly token: string },
  era: Era,
  method: string,
  params: object = {},
  { capabilities, headers, signal }: Posting = {},
) {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...toHeaders(era, token, method, params), ...headers },
    body: JSON.stringify(toMessage(era, 1, method, params, capabilities)),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const type = response.headers.get("content-type")?.split(";")[0];
  const message = JSON.parse(text.replace(/^event: message\ndata: /, "") || "null");
  const session = response.headers.get("mcp-session-id") ?? "";
  return { status: response.status, type, session, text, message };
}

/** Keeps the lines of a stream, and can wait for one. */
export class Lines {
  readonly all: string[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(stream: Readable) {
    createInterface({ input: stream }).on("line", (line) => this.#add(line));
  }

  #add(line: string): void {
    this.all.push(line);
    for (const look of [...this.#waiting]) look();
  }

  async find(accept: (line: string) => boolean): Promise<string> {
    return new Promise((resolve) => {
      const look = () => {
        const line = this.all.find(accept);
        if (line === undefined) return;
        this.#waiting.delete(look);
        resolve(line);
      };
      this.#waiting.add(look);
      look();
    });
  }
}

export interface RawServer extends AsyncDisposable {
  readonly out: Lines;
  readonly err: Lines;
  send(message: unknown): void;
  /** A part of a line. */
  write(bytes: string | Buffer): void;
  /** The whole line that answers the request. */
  answer(id: number): Promise<string>;
  /** Stops reading the server's output. */
  deafen(): void;
  /** Closes standard input and waits for the end. */
  end(): Promise<number | null>;
  readonly exited: Promise<number | null>;
  /** Resolves when it has ended and all its output has been read. */
  readonly closed: Promise<unknown>;
  kill(signal?: NodeJS.Signals): Promise<number | null>;
}

export function startRawServer(command: string, args: readonly string[]): RawServer {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const closed = new Promise((resolve) => child.on("close", resolve));
  const { stdin, stdout, stderr } = child;
  // A server that ends may leave some of it unread.
  stdin.on("error", () => {});
  const out = new Lines(stdout);
  return {
    out,
    err: new Lines(stderr),
    send: (message) => void stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    write: (bytes) => void stdin.write(bytes),
    answer: (id) => Promise.race([out.find((line) => isAnswerTo(line, id)), exited.then(failToAnswer)]),
    deafen: () => void stdout.destroy(),
    end() {
      stdin.end();
      return exited;
    },
    exited,
    closed,
    kill(signal = "SIGKILL") {
      child.kill(signal);
      return exited;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function failToAnswer(code: number | null): never {
  throw new Error(`the server ended with ${code} and did not answer; is dist/ built?`);
}

function isAnswerTo(line: string, id: number): boolean {
  const message = JSON.parse(line);
  return message.id === id && message.method === undefined;
}
