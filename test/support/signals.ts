// Signals that count their listeners. Tests only.

export function makeCountedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  let added = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners += 1;
    added += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners -= 1;
    remove(...args);
  };
  return { signal, abort: () => controller.abort(), count: () => listeners, added: () => added };
}
