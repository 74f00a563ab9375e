// Follows the stream of calls, line by line, shows the state of the connection, and reconnects when it ends. Pauses while the page is
// hidden: browsers allow only a few connections to one server, over all tabs.

import type { FeedLine } from "../wire.ts";
import { type Api, AskFailure } from "./api.ts";
import { byId } from "./dom.ts";

type StreamState = "waiting" | "live" | "gone" | "full";

const STATES: Readonly<Record<StreamState, string>> = {
  waiting: "Connecting…",
  live: "Live",
  gone: "The server does not answer. Trying again…",
  full: "Too many pages are open. Close one of them.",
};

export function showState(state: StreamState): void {
  const status = byId("status", HTMLParagraphElement);
  status.dataset.state = state;
  status.textContent = STATES[state];
}

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8000;
/** The server sends an empty line every 15 seconds. */
const MAX_SILENCE_MS = 40_000;

export class Stream {
  readonly #api: Api;
  readonly #onLine: (line: FeedLine) => void;
  #controller = new AbortController();

  constructor(api: Api, onLine: (line: FeedLine) => void) {
    this.#api = api;
    this.#onLine = onLine;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.stop() : this.start()));
  }

  stop(): void {
    this.#controller.abort();
  }

  /** Replaces the previous stream. */
  start(): void {
    this.stop();
    this.#controller = new AbortController();
    if (!document.hidden && this.#api.token !== "") void this.#follow(this.#controller.signal);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        const lines = await this.#api.open(signal);
        pause = FIRST_PAUSE_MS;
        showState("live");
        await this.#read(lines);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof AskFailure && error.status === 401) return;
        showState(error instanceof AskFailure && error.status === 503 ? "full" : "gone");
      }
      await rest(pause, signal);
    }
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const reader = stream.getReader();
    const decoder = new TextDecoder();
    for (let unread = ""; ; ) {
      const { value, done } = await orSilent(reader.read(), () => reader.cancel());
      if (done) break;
      const lines = (unread + decoder.decode(value, { stream: true })).split("\n");
      unread = lines.pop() ?? "";
      for (const line of lines) if (line !== "") this.#onLine(JSON.parse(line));
    }
    throw new AskFailure(0, "The server ended the stream.");
  }
}

/** Gives up after a long silence, as if the stream had ended. */
async function orSilent<T>(reading: Promise<T>, giveUp: () => Promise<void>): Promise<T> {
  const timer = setTimeout(() => void giveUp().catch(() => {}), MAX_SILENCE_MS);
  return await reading.finally(() => clearTimeout(timer));
}

function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
