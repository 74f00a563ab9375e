// Many clients of one HTTP server, each with a connection of its own and pauses between its calls, some of which it cancels or vanishes from. Prints
// what became of the calls, the times, and what the server's process holds. Leaves the requests to mix.mjs.
// @ts-check

import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { Random } from "../../test/hardening/support/random.mjs";
import { PROBE, pickRequest, REFUSED } from "./mix.mjs";
import { connectTo, headersFor, look, makeFolder, quantile, serve, showHeld } from "./served.mjs";
import { keepStrangers } from "./strangers.mjs";
import { hasAllPlaces, PLACES } from "./turns.mjs";

/** @typedef {import("./served.mjs").Served} Served */
/** @typedef {{ clients: number, minutes: number, busy: number }} Options */

const PROBE_FILE = fileURLToPath(new URL("./probe.mjs", import.meta.url));
const HUGE_ENTRIES = 20_000;
const SATURATING_CLIENTS = 64;
const SHARES = { refuse: 0.03, cancel: 0.04, vanish: 0.03 };
/** Far beyond the time limit of a call: who has no answer by then has lost it. */
const LOST_MS = 120_000;
const SETTLE_MS = 20_000;

/** @param {Options} options @returns {Promise<boolean>} whether nothing was lost */
export async function runCrowd(options) {
  const folder = makeFolder(HUGE_ENTRIES);
  const server = await serve(folder.root);
  try {
    return await measure(server, options);
  } finally {
    await server.end();
    folder.remove();
  }
}

/** @param {Served} server @param {Options} options */
async function measure(server, { clients, minutes, busy }) {
  const trialMs = Math.min(15_000, minutes * 10_000);
  const hadPlaces = await hasAllPlaces(server);
  const before = await settle(server.pid, 0);
  console.log(`before: ${showHeld(before)}; ${hadPlaces ? `all ${PLACES}` : "NOT all"} places for calls are free`);
  const probe = startProbe(server);
  await pause(trialMs);
  const idle = await probe.take();
  const most = await new Crowd(server, SATURATING_CLIENTS, 0).run(trialMs);
  const mostPerSecond = (most.counts.answered * 1000) / trialMs;
  console.log(`saturation: ${SATURATING_CLIENTS} clients without pauses, ${mostPerSecond.toFixed(0)} answers a second`);
  await probe.take();
  const thinkMs = (clients * 1000) / (mostPerSecond * busy);
  console.log(`${clients} clients that pause for ${(thinkMs / 1000).toFixed(1)} s on average: ${busy} of saturation`);
  const strangers = keepStrangers(server.url, Math.ceil(clients / 3));
  const start = { cpuMs: readCpuMs(server.pid), ms: performance.now() };
  const crowd = new Crowd(server, clients, thinkMs);
  const done = await crowd.run(minutes * 60_000);
  const usedShare = (readCpuMs(server.pid) - start.cpuMs) / (performance.now() - start.ms);
  const loaded = await probe.take();
  const underLoad = look(server.pid);
  strangers.stop();
  probe.stop();
  const fresh = connectTo(server);
  const freshMs = await fresh.call(...PROBE).catch(() => Number.NaN);
  fresh.close();
  const hasPlaces = await hasAllPlaces(server);
  const after = await settle(server.pid, before?.descriptors ?? 0);
  const isWhole = (after?.descriptors ?? 0) <= (before?.descriptors ?? 0);
  console.log(`calls: ${JSON.stringify(done.counts)}; strangers ended: ${strangers.ended()}`);
  console.log(`the server used ${(usedShare * 100).toFixed(0)} % of a core`);
  for (const [name, times] of Object.entries(done.times).sort()) console.log(`  ${name}: ${showTimes(times)}`);
  console.log(`a small read alone: ${showTimes(idle)}`);
  console.log(`a small read under load: ${showTimes(loaded)}`);
  const ratio = quantile(loaded, 0.99) / quantile(idle, 0.99);
  console.log(
    `p99 under load is ${ratio.toFixed(1)} times that alone: ${ratio <= 5 ? "within" : "NOT within"} 5 times`,
  );
  console.log(
    `a fresh call: ${freshMs.toFixed(1)} ms; ${hasPlaces ? `all ${PLACES}` : "NOT all"} places for calls are free`,
  );
  console.log(`under load: ${showHeld(underLoad)}; after: ${showHeld(after)}`);
  for (const error of done.errors.slice(0, 10)) console.error(error);
  return done.counts.lost === 0 && hadPlaces && hasPlaces && isWhole && !Number.isNaN(freshMs);
}

class Crowd {
  /** `cancelled` and `vanished` are the clients' own doing; `lost` had neither an answer nor a refusal. */
  counts = { answered: 0, refused: 0, cancelled: 0, vanished: 0, lost: 0 };
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
        else {
          this.counts.lost++;
          this.errors.push(`before it was cancelled: ${error}`);
        }
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

/** @param {Served} server */
function startProbe({ url, authorization }) {
  const child = fork(PROBE_FILE, [url.href, authorization]);
  return {
    /** All times since the last one. @returns {Promise<number[]>} */
    take: () =>
      new Promise((resolve, reject) => {
        child.once("message", (times) => resolve(/** @type {number[]} */ (times)));
        child.once("exit", () => reject(new Error("the probe got no answer")));
        child.send("take");
      }),
    stop: () => child.disconnect(),
  };
}

/** What the process holds once it holds no more than so many descriptors, or does not let go. @param {number} pid @param {number} descriptors */
async function settle(pid, descriptors) {
  const endMs = performance.now() + (descriptors === 0 ? 1000 : SETTLE_MS);
  while ((look(pid)?.descriptors ?? 0) > descriptors && performance.now() < endMs) await pause(100);
  return look(pid);
}

/** Linux only: elsewhere it is not told. @param {number} pid */
function readCpuMs(pid) {
  if (process.platform !== "linux") return Number.NaN;
  const [user = 0, system = 0] =
    readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ").slice(11, 13).map(Number) ?? [];
  return (user + system) * 10;
}

/** @param {number} milliseconds @returns {Promise<void>} */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** @param {readonly number[]} times */
function showTimes(times) {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1));
  return `${times.length} calls, p50 ${p50} ms, p99 ${p99} ms, slowest ${most} ms`;
}
