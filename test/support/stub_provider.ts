// A local model provider: answers each request with the next of some prepared JSON bodies and keeps the requests. Runs an example of the
// documentation against it. Tests only.

import { spawn } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface ProviderRequest {
  readonly path: string | undefined;
  /** Each provider has one of the three lists. */
  readonly body: { tools: unknown; messages?: unknown[]; input?: unknown[]; contents?: unknown[] };
}

/** The requests that the example made, and its output. `toEnvironment` gets the provider's address. */
export async function runExample(
  file: string,
  replies: readonly unknown[],
  toEnvironment: (url: string) => Record<string, string>,
): Promise<{ requests: ProviderRequest[]; stdout: string; stderr: string; code: number | null }> {
  const requests: ProviderRequest[] = [];
  const receive = async (request: IncomingMessage) => {
    requests.push({ path: request.url, body: JSON.parse(await text(request)) });
    return replies[requests.length - 1];
  };
  const server = createServer((request, response) => {
    receive(request).then(
      (reply) => response.setHeader("content-type", "application/json").end(JSON.stringify(reply)),
      () => response.writeHead(400).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return { requests, ...(await run(file, toEnvironment(`http://127.0.0.1:${port}`))) };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Passes only PATH from the environment: a key or a proxy of the machine must not matter. */
async function run(file: string, environment: Record<string, string>) {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, [file], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { stdout, stderr, code };
}
