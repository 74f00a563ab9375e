// Tells a client that asked for progress, each second, how long its call has been running.

import type { ServerContext } from "@modelcontextprotocol/server";

export type ProgressTarget = Pick<ServerContext["mcpReq"], "_meta" | "notify">;

const EVERY_MS = 1000;

/** Returns what ends it: after the answer nothing more may be sent. */
export function startProgress({ _meta, notify }: ProgressTarget, toolName: string): () => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let seconds = 0;
  let isSending = false;
  const timer = setInterval(() => {
    seconds += EVERY_MS / 1000;
    // Of a client that does not read, one at a time is kept, however long it waits.
    if (isSending) return;
    isSending = true;
    const params = { progressToken, progress: seconds, message: `${toolName}: ${seconds} s` };
    const done = () => {
      isSending = false;
    };
    // A client that cannot be told is no reason for its call to fail.
    notify({ method: "notifications/progress", params }).then(done, done);
  }, EVERY_MS);
  return () => clearInterval(timer);
}
