// A crowd of clients on one HTTP server for some minutes: how long a small read takes alone and under load, and whether the server has lost a call, a
// place for a call or a descriptor. Leaves the clients to crowd.mjs.
// @ts-check

import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Crowd } from "./crowd.mjs";
import { PROBE } from "./mix.mjs";
import { connectTo, look, makeFolder, pause, quantile, serve, showHeld } from "./served.mjs";
import { keepStrangers } from "./strangers.mjs";
import { hasAllPlaces, PLACES } from "./turns.mjs";

/** @typedef {import("./served.mjs").Served} Served */
/** @typedef {import("./probe.mjs").Probed} Probed */
/** @typedef {{ clients: number, minutes: number, busy: number }} Options */

const PROBE_FILE = fileURLToPath(new URL("./probe.mjs", import.meta.url));
const HUGE_ENTRIES = 20_000;
const SATURATING_CLIENTS = 64;
const SETTLE_MS = 20_000;

/** @param {Options} options @returns {Promise<boolean>} whether nothing was lost */
export async function runClients(options) {
  const folder = makeFolder(HUGE_ENTRIES);
  const server = await serve(folder.root);
  try {
    const hadPlaces = await hasAllPlaces(server);
    const before = await settle(server.pid, 0);
    console.log(`before: ${showHeld(before)}; ${showPlaces(hadPlaces)}`);
    const probe = startProbe(server);
    const lost = await measure(server, probe, options).finally(probe.stop);
    const hasPlaces = await hasAllPlaces(server);
    const after = await settle(server.pid, before?.descriptors ?? 0);
    console.log(`after: ${showHeld(after)}; ${showPlaces(hasPlaces)}`);
    return lost === 0 && hadPlaces && hasPlaces && (after?.descriptors ?? 0) <= (before?.descriptors ?? 0);
  } finally {
    await server.end();
    folder.remove();
  }
}

/** How many calls were lost. @param {Served} server @param {ReturnType<typeof startProbe>} probe @param {Options} options */
async function measure(server, probe, { clients, minutes, busy }) {
  const trialMs = Math.min(15_000, minutes * 10_000);
  await pause(trialMs);
  const idle = await probe.take();
  const { counts } = await new Crowd(server, SATURATING_CLIENTS, 0).run(trialMs);
  await probe.take();
  const mostPerSecond = (counts.answered * 1000) / trialMs;
  console.log(
    `saturation: ${SATURATING_CLIENTS} clients without pauses get ${mostPerSecond.toFixed(0)} answers a second`,
  );
  const thinkMs = (clients * 1000) / (mostPerSecond * busy);
  console.log(`${clients} clients that pause for ${(thinkMs / 1000).toFixed(1)} s on average: ${busy} of saturation`);
  const strangers = keepStrangers(server.url, Math.ceil(clients / 3));
  const start = { cpuMs: readCpuMs(server.pid), ms: performance.now() };
  const crowd = await new Crowd(server, clients, thinkMs).run(minutes * 60_000);
  const used = (readCpuMs(server.pid) - start.cpuMs) / (performance.now() - start.ms);
  const loaded = await probe.take();
  console.log(`under load: ${showHeld(look(server.pid))}, ${(used * 100).toFixed(0)} % of a core`);
  strangers.stop();
  console.log(
    `calls: ${JSON.stringify(crowd.counts)}; the server ended ${strangers.ended()} idle connections without a token`,
  );
  for (const [name, times] of Object.entries(crowd.times).sort()) console.log(`  ${name}: ${showTimes(times)}`);
  for (const error of crowd.errors.slice(0, 10)) console.error(error);
  compare("clock time", idle, loaded, ({ clockMs }) => clockMs);
  compare("processor time of the server meanwhile", idle, loaded, ({ serverMs }) => serverMs);
  return crowd.counts.lost + (await loseFreshCall(server));
}

/** A new client after the load. @param {Served} server */
async function loseFreshCall(server) {
  const client = connectTo(server);
  const ms = await client.call(...PROBE).catch(() => null);
  client.close();
  console.log(ms === null ? "a fresh call was NOT answered" : `a fresh call: ${ms.toFixed(1)} ms`);
  return ms === null ? 1 : 0;
}

/** @param {string} kind @param {readonly Probed[]} idle @param {readonly Probed[]} loaded @param {(one: Probed) => number} of */
function compare(kind, idle, loaded, of) {
  const [alone, beside] = [idle.map(of), loaded.map(of)];
  const ratio = quantile(beside, 0.99) / quantile(alone, 0.99);
  console.log(`a small read by ${kind}\n  alone: ${showTimes(alone)}\n  under load: ${showTimes(beside)}`);
  console.log(
    `  p99 under load is ${ratio.toFixed(1)} times that alone: ${ratio <= 5 ? "within" : "NOT within"} 5 times`,
  );
}

/** @param {boolean} areAll */
function showPlaces(areAll) {
  return `${areAll ? `all ${PLACES}` : "NOT all"} places for calls are free`;
}

/** @param {Served} server */
function startProbe({ url, authorization, pid }) {
  const child = fork(PROBE_FILE, [url.href, authorization, String(pid)]);
  return {
    /** All times since the last one. @returns {Promise<Probed[]>} */
    take: () =>
      new Promise((resolve, reject) => {
        child.once("message", (times) => resolve(/** @type {Probed[]} */ (times)));
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

/** @param {readonly number[]} times */
function showTimes(times) {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1));
  return `${times.length} calls, p50 ${p50} ms, p99 ${p99} ms, slowest ${most} ms`;
}
