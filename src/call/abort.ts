// Lets many waiters share one listener on an AbortSignal: a caller may use one signal for hundreds of calls, and runtimes warn about more
// than ten listeners.

interface Hub {
  readonly acts: Set<() => void>;
  readonly fire: () => void;
}

const hubs = new WeakMap<AbortSignal, Hub>();

/** Calls `act` when the signal aborts, unless the returned function was called before. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal === undefined) return () => {};
  const hub = hubs.get(signal) ?? openHub(signal);
  hub.acts.add(act);
  return () => {
    if (!hub.acts.delete(act) || hub.acts.size > 0) return;
    hubs.delete(signal);
    signal.removeEventListener("abort", hub.fire);
  };
}

function openHub(signal: AbortSignal): Hub {
  const acts = new Set<() => void>();
  const fire = () => {
    for (const act of acts) act();
  };
  const hub = { acts, fire };
  signal.addEventListener("abort", fire);
  hubs.set(signal, hub);
  return hub;
}
