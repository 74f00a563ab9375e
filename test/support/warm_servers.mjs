// Servers of the built command line in one process: most of what a start costs is compiling, which happens once. Each server gets fresh
// modules and its own arguments, output and signals. warm_servers.ts starts this process and sends it messages.
// @ts-check

import fs from "node:fs";
import { Writable } from "node:stream";
import { makeRequire } from "./warm_modules.mjs";

const [, , main = ""] = process.argv;
/** Thrown by process.exit, so that nothing after it runs. */
const EXITED = new Error("process.exit");

/** @typedef {{ id: number, args?: string[], signal?: string }} Message */
/** @typedef {(...args: any[]) => void} Listener */

/** The listeners of each server that runs. @type {Map<number, Array<[event: string, listener: Listener]>>} */
const running = new Map();

/** @param {object} told */
const tell = (told) => void process.send?.(told);

/** @param {number} id */
function makeOutput(id) {
  return new Writable({
    write(chunk, _, done) {
      tell({ id, printed: String(chunk) });
      done();
    },
  });
}

/** The command line writes its greeting by the descriptor, which all servers share. @param {number} id */
function makeFileSystem(id) {
  const writeSync = (/** @type {number} */ fd, /** @type {any} */ data, /** @type {any[]} */ ...rest) => {
    if (fd !== 1) return fs.writeSync(fd, data, ...rest);
    tell({ id, printed: String(data) });
    return Buffer.byteLength(data);
  };
  return { ...fs, writeSync };
}

/** What the server takes for its process. @param {number} id @param {readonly string[]} args */
function makeProcess(id, args) {
  /** @type {Array<[event: string, listener: Listener]>} */
  const listeners = [];
  running.set(id, listeners);
  const end = () => {
    if (running.delete(id)) tell({ id, ended: true });
  };
  const listen = (/** @type {string} */ event, /** @type {Listener} */ listener) =>
    void listeners.push([event, listener]);
  const forget = (/** @type {string} */ event, /** @type {Listener} */ listener) => {
    const at = listeners.findIndex(([one, other]) => one === event && other === listener);
    if (at !== -1) listeners.splice(at, 1);
  };
  return Object.defineProperties(Object.create(process), {
    argv: { value: [process.execPath, main, ...args] },
    stdout: { value: makeOutput(id) },
    stderr: { value: makeOutput(id) },
    on: { value: listen },
    once: { value: listen },
    off: { value: forget },
    kill: { value: end },
    exit: {
      value: () => {
        end();
        throw EXITED;
      },
    },
    exitCode: { get: () => undefined, set: end },
  });
}

process.on("uncaughtException", (error) => {
  if (error !== EXITED) throw error;
});

/** @param {number} id @param {readonly string[]} args */
function start(id, args) {
  // Beside a server that runs, it gets all modules for itself.
  const commands = running.size === 0 ? "one at a time" : "at once";
  makeRequire(main, makeProcess(id, args), { "node:fs": makeFileSystem(id) }, commands)(main);
}

process.on("message", (/** @type {Message} */ { id, args, signal }) => {
  if (args !== undefined) start(id, args);
  for (const [event, listener] of [...(running.get(id) ?? [])]) if (event === signal) listener(signal);
});
process.on("disconnect", () => process.exit());
