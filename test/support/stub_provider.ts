// A local model provider: answers each request with the next of some prepared JSON bodies and keeps the requests. Runs examples of the
// documentation against it. Tests only.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type RanExample, runExamples } from "./examples.ts";

export interface ProviderRequest {
  readonly path: string | undefined;
  /** Each provider has one of the three lists. */
  readonly body: { tools: unknown; messages?: unknown[]; input?: unknown[]; contents?: unknown[] };
}

export interface ProviderExample {
  readonly file: string;
  /** As many as it makes requests. */
  readonly replies: readonly unknown[];
  /** Gets the provider's address. */
  toEnvironment(url: string): Record<string, string>;
}

export interface RanWithProvider extends RanExample {
  readonly requests: readonly ProviderRequest[];
}

/** The requests that each example made, and its output. */
export async function runWithProvider(examples: readonly ProviderExample[]): Promise<RanWithProvider[]> {
  const replies = examples.flatMap((example) => example.replies);
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
    const own = examples.map(({ toEnvironment }) => toEnvironment(`http://127.0.0.1:${port}`));
    // Only PATH from the environment: a key or a proxy of the machine must not matter.
    const env = Object.assign({ PATH: process.env.PATH }, ...own);
    const ran = await runExamples(
      examples.map(({ file }) => file),
      env,
    );
    return ran.map((one, nth) => ({ ...one, requests: requests.splice(0, examples[nth]?.replies.length) }));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
