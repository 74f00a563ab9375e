// Many clients of one HTTP server, each with a connection of its own and pauses between its calls, some of which it cancels or vanishes from; and
// what became of the calls. Leaves the requests to mix.mjs.
// @ts-check

import { connect } from "node:net";
import { Random } from "../../test/hardening/support/random.mjs";
import { pickRequest, REFUSED } from "./mix.mjs";
import { connectTo, headersFor, pause } from "./served.mjs";

/** @typedef {import("./served.mjs").Served} Served */

const SHARES = { refuse: 0.03, cancel: 0.04, vanish: 0.03 };
/** Far beyond the time limit of a call: who has no answer by then has lost it. */
const LOST_MS = 120_000;

export class Crowd {
  /** `cancelled` and `vanished` are the clients' own doing; `lost` had no answer. */
  counts = { answered: 0, timedOut: 0, refused: 0, cancelled: 0, vanished: 0, lost: 0 };
  /** @type {Record<string, number[]>} */
  times = {};
  /** @type {string[]} */
  errors = [];
  #server;
  #clients;
  #thinkMs;
  #random = new Random(7);
  #endMs = 0;

  /** @param {Served} server @param {number} clients @param {number} thinkMs on average */
  constructor(server, clients, thinkMs) {
    this.#server = server;
    this.#clients = clients;
    this.#thinkMs = thinkMs;
  }

  /** @param {number} milliseconds */
  async run(milliseconds) {
    this.#endMs = performance.now() + milliseconds;
    await Promise.all(Array.from({ length: this.#clients }, () => this.#live()));
    return this;
  }

  async #live() {
    const client = connectTo(this.#server, { maxSockets: 1 });
    // At first anywhere in a pause: nobody wants all of them at once.
    await this.#think(this.#random.next());
    while (performance.now() < this.#endMs) {
      const kind = this.#random.next();
      if (kind < SHARES.refuse) await this.#ask("refused", "", () => this.#refuse(client));
      else if (kind < SHARES.refuse + SHARES.cancel) await this.#cancel(client);
      else if (kind < SHARES.refuse + SHARES.cancel + SHARES.vanish) await this.#vanish();
      else {
        const { name, asked } = pickRequest(this.#random);
        await this.#ask("answered", name, (signal) => client.ask(...asked, signal));
      }
      await this.#think(-Math.log(1 - this.#random.next()));
    }
    client.close();
  }

  /** @param {number} share of a pause */
  async #think(share) {
    const leftMs = this.#endMs - performance.now();
    if (this.#thinkMs > 0) await pause(Math.max(0, Math.min(share * this.#thinkMs, leftMs)));
  }

  /**
   * @param {"answered" | "refused"} outcome
   * @param {string} name under which its time is kept
   * @param {(signal: AbortSignal) => Promise<number>} act
   */
  async #ask(outcome, name, act) {
    try {
      const milliseconds = await act(AbortSignal.timeout(LOST_MS));
      this.counts[outcome]++;
      if (name === "") return;
      this.times[name] ??= [];
      this.times[name].push(milliseconds);
    } catch (error) {
      this.#fail(name, error);
    }
  }

  /** @param {string} name @param {unknown} error */
  #fail(name, error) {
    // An answer all the same, which a starved machine gives.
    if (String(error).includes("error TIMEOUT")) this.counts.timedOut++;
    else {
      this.counts.lost++;
      this.errors.push(`${name}: ${error}`);
    }
  }

  /** @param {ReturnType<typeof connectTo>} client */
  async #refuse(client) {
    const error = await client.ask(...REFUSED).then(() => null, String);
    if (error?.includes("SANDBOX_VIOLATION")) return 0;
    throw new Error(`a path outside: ${error}`);
  }

  /** @param {ReturnType<typeof connectTo>} client */
  async #cancel(client) {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), this.#random.below(20));
    const { asked } = pickRequest(this.#random);
    await client.ask(...asked, stop.signal).then(
      () => this.counts.answered++,
      (error) => {
        if (stop.signal.aborted) this.counts.cancelled++;
        else this.#fail("before it was cancelled", error);
      },
    );
  }

  /** Sends a whole request, or half of one, and resets the connection. @returns {Promise<void>} */
  #vanish() {
    const { url, authorization } = this.#server;
    const [method, params] = pickRequest(this.#random).asked;
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const lines = Object.entries({ host: url.host, ...headersFor(body, authorization) }).map((pair) => pair.join(": "));
    const text = `POST ${url.pathname} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
    const said = this.#random.happens(0.5) ? text : text.slice(0, this.#random.below(text.length));
    return new Promise((resolve) => {
      const socket = connect(Number(url.port), url.hostname, () => socket.write(said));
      setTimeout(() => socket.resetAndDestroy(), this.#random.below(20));
      socket.on("error", () => {});
      socket.on("close", () => {
        this.counts.vanished++;
        resolve();
      });
    });
  }
}
