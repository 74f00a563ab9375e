// The server on standard input and output, for a client that starts it and ends it. Leaves the protocol to the SDK.

import { randomBytes } from "node:crypto";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ToolSource } from "./call.ts";
import { describeFault, type Log, logToStandardError } from "./log.ts";
import { createServerFactory } from "./server.ts";

export interface ServeMcpStdioOptions {
  readonly toolkit: ToolSource;
  readonly version: string;
  /** Default: standard error. */
  readonly log?: Log;
}

/** Until the client closes the connection; calls under way are cancelled then. The toolkit stays open. */
export async function serveMcpStdio({
  toolkit,
  version,
  log = logToStandardError,
}: ServeMcpStdioOptions): Promise<void> {
  const factory = createServerFactory({ toolkit, version, log, key: randomBytes(32) });
  const transport = new StdioServerTransport();
  serveStdio(factory, { transport, onerror: (error) => log(describeFault(error)) });
  await whenClosed(transport);
}

function whenClosed(transport: StdioServerTransport): Promise<void> {
  const { onclose } = transport;
  return new Promise((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}
