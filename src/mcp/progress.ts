// Sends progress notifications, once a second, to clients that requested them.

import type { ServerContext } from "@modelcontextprotocol/server";

export type ProgressTarget = Pick<ServerContext["mcpReq"], "_meta" | "notify">;

const EVERY_MS = 1000;

/** Returns the function that stops it: nothing may be sent after the answer. */
export function startProgress({ _meta, notify }: ProgressTarget, toolName: string): () => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let seconds = 0;
  let isSending = false;
  const timer = setInterval(() => {
    seconds += EVERY_MS / 1000;
    // At most one notification is pending if the client does not read.
    if (isSending) return;
    isSending = true;
    const params = { progressToken, progress: seconds, message: `${toolName}: ${seconds} s` };
    const done = () => {
      isSending = false;
    };
    // A failed notification must not fail the call.
    notify({ method: "notifications/progress", params }).then(done, done);
  }, EVERY_MS);
  return () => clearInterval(timer);
}
