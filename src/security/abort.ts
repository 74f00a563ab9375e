// Waiting for a signal in many places with one listener: a caller may share one signal among hundreds of calls, and the runtime warns
// of more than ten listeners. Leaves what an abort means to those who wait.

import { invalidArgument } from "../errors.ts";

interface Hub {
  readonly acts: Set<() => void>;
  readonly fire: () => void;
}

const hubs = new WeakMap<AbortSignal, Hub>();

/**
 * Calls `act` when the signal aborts, unless the function that is returned was called before. That function never throws. Throws
 * `invalidArgument` for a look-alike that refuses listeners.
 */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal === undefined) return () => {};
  const hub = hubs.get(signal) ?? openHub(signal);
  hub.acts.add(act);
  return () => {
    if (!hub.acts.delete(act) || hub.acts.size > 0) return;
    hubs.delete(signal);
    // If it fails, the listener stays and has nothing left to call.
    attempt(() => signal.removeEventListener("abort", hub.fire));
  };
}

function openHub(signal: AbortSignal): Hub {
  const acts = new Set<() => void>();
  const fire = () => {
    for (const act of acts) act();
  };
  const hub = { acts, fire };
  if (!attempt(() => signal.addEventListener("abort", fire))) throw invalidArgument("signal must accept listeners");
  hubs.set(signal, hub);
  return hub;
}

/** A method of a look-alike may throw, or return a promise that rejects. */
function attempt(method: () => unknown): boolean {
  try {
    const returned = method();
    if (returned !== undefined) Promise.resolve(returned).catch(() => {});
    return true;
  } catch {
    return false;
  }
}
