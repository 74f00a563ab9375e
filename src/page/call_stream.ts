// Sends calls to open pages, one line each. A slow page gets them later, or misses calls that are no longer kept, so nothing piles up in
// memory.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Feed } from "./feed.ts";
import type { HelloLine } from "./wire.ts";

const MAX_STREAMS = 16;
const BEAT_MS = 15_000;
/** A page that read nothing for this long is disconnected. */
const MAX_MISSED_BEATS = 4;

/** The fields that are the same for every page. */
type FixedHello = Omit<HelloLine, "type" | "feed" | "counted">;

export class CallStreams {
  readonly #feed: Feed;
  readonly #hello: FixedHello;
  #open = 0;

  constructor(feed: Feed, hello: FixedHello) {
    this.#feed = feed;
    this.#hello = hello;
  }

  /** False: too many pages are open. */
  serve({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (this.#open >= MAX_STREAMS) return false;
    this.#open++;
    // The client closed its end and will read no more.
    const end = () => void response.destroy();
    socket.once("end", end);
    const stop = this.#send(response);
    response.once("close", () => {
      this.#open--;
      socket.off("end", end);
      stop();
    });
    return true;
  }

  #send(response: ServerResponse): () => void {
    let last = 0;
    let hasRoom = true;
    const send = () => {
      for (let call = this.#feed.findAfter(last); hasRoom && call !== undefined; call = this.#feed.findAfter(last)) {
        last = call.number;
        hasRoom = response.write(call.text);
      }
    };
    // Shows the page that the server is alive, and the server when the page is gone.
    let missed = 0;
    const beat = setInterval(() => {
      missed = hasRoom ? 0 : missed + 1;
      if (hasRoom) hasRoom = response.write("\n");
      else if (missed === MAX_MISSED_BEATS) response.destroy();
    }, BEAT_MS);
    const stopListening = this.#feed.listen(send);
    response.on("drain", () => {
      hasRoom = true;
      send();
    });
    response.writeHead(200, { "content-type": "application/x-ndjson; charset=utf-8" });
    const hello: HelloLine = { type: "hello", feed: this.#feed.id, ...this.#hello, counted: this.#feed.count() };
    hasRoom = response.write(`${JSON.stringify(hello)}\n`);
    send();
    return () => {
      clearInterval(beat);
      stopListening();
    };
  }
}
