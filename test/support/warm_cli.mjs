// Runs commands of the built command line one after another in one process: most of what a start costs is compiling, which happens once.
// Each command gets fresh modules and its own folder, environment, arguments, standard streams and exit code. cli.ts starts this process.
// @ts-check

import { closeSync, openSync, writeSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { answerAll } from "./partner.mjs";
import { makeRequire } from "./warm_modules.mjs";

const [, , main = ""] = process.argv;
/** Thrown by process.exit, so that nothing after it runs. */
const EXITED = new Error("process.exit");

/** @typedef {{ cwd: string, args: string[], env: Record<string, string>, input: string, stdout: string, stderr: string }} Request */

/** The descriptor that was just closed is the lowest free one. @param {number} fd @param {string} file */
function redirect(fd, file) {
  closeSync(fd);
  if (openSync(file, "w") !== fd) process.abort();
}

/** @param {number} fd @param {() => boolean} hasEnded */
function makeOutput(fd, hasEnded) {
  const write = (/** @type {Uint8Array} */ chunk, /** @type {unknown} */ _, /** @type {() => void} */ done) => {
    for (let written = hasEnded() ? chunk.length : 0; written < chunk.length; )
      written += writeSync(fd, chunk, written);
    done();
  };
  return Object.assign(new Writable({ write }), { fd });
}

/** @typedef {(...args: any[]) => void} Listener */
/** Of the command that runs. @type {Array<[event: any, listener: Listener]>} */
let listeners = [];

/** @param {any} event @param {Listener} listener */
function listen(event, listener) {
  const wrapped =
    event === "uncaughtException" ? (/** @type {unknown} */ error) => unlessExited(listener, error) : listener;
  listeners.push([event, wrapped]);
  process.on(event, wrapped);
}

/** @param {Listener} listener @param {unknown} error */
function unlessExited(listener, error) {
  try {
    if (error !== EXITED) listener(error);
  } catch (thrown) {
    if (thrown !== EXITED) throw thrown;
  }
}

process.on("uncaughtException", (error) => {
  // Without a listener of the command it would have ended the process.
  if (error !== EXITED && !listeners.some(([event]) => event === "uncaughtException")) process.abort();
});

/** What the command takes for its process. @param {Request} request @param {(code: number) => void} end */
function makeProcess({ args, input }, end) {
  const bytes = Buffer.from(input, "base64");
  /** @type {number | undefined} */
  let exitCode;
  let isOver = false;
  const hasEnded = () => isOver;
  const finish = (/** @type {number} */ code) => {
    if (!isOver) end(code);
    isOver = true;
  };
  return Object.defineProperties(Object.create(process), {
    argv: { value: [process.execPath, main, ...args] },
    stdin: { value: Readable.from(bytes.length === 0 ? [] : [bytes], { objectMode: false }) },
    stdout: { value: makeOutput(1, hasEnded) },
    stderr: { value: makeOutput(2, hasEnded) },
    on: { value: listen },
    once: { value: listen },
    off: { value: process.off.bind(process) },
    exit: {
      value: (/** @type {number} */ code = exitCode ?? 0) => {
        finish(code);
        throw EXITED;
      },
    },
    exitCode: {
      get: () => exitCode,
      set: (code) => {
        exitCode = code;
        setImmediate(finish, code);
      },
    },
  });
}

/** @param {Request} request @returns {Promise<number>} its exit code */
async function run(request) {
  process.chdir(request.cwd);
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(request.env, name)) delete process.env[name];
  for (const [name, value] of Object.entries(request.env)) if (process.env[name] !== value) process.env[name] = value;
  redirect(1, request.stdout);
  redirect(2, request.stderr);
  const code = await new Promise((resolve) =>
    makeRequire(main, makeProcess(request, resolve), {}, "one at a time")(main),
  );
  for (const fd of [1, 2]) redirect(fd, "/dev/null");
  for (const [event, listener] of listeners) process.off(event, listener);
  listeners = [];
  return code;
}

await answerAll(run);
