// The built command line, compiled once for all commands of a process. Each command gets fresh modules, except for the MCP
// library, and its own `process`.
// @ts-check

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, resolve } from "node:path";
import { Script } from "node:vm";
// What is optimised is dropped with the modules of its command.
import "./optimize_later.mjs";

/** The functions that V8 has compiled stay with the script. @type {Map<string, Script>} */
const scripts = new Map();

/** @param {string} filename */
function compile(filename) {
  const source = readFileSync(filename, "utf8").replace(/^#!.*/, "");
  const script = new Script(`(function (exports, require, module, process) {${source}\n})`, { filename });
  scripts.set(filename, script);
  return script;
}

/** The MCP library with its schemas. Evaluating it took most of the time of `porthole mcp`. */
const LIBRARY = "server.js";

/** @type {{ exports: object } | undefined} */
let library;
/** Of the command that runs. @type {{ require: (name: string) => any, process: object }} */
let running;

/** Evaluated once. Whenever it uses another module or `process`, it gets that of the command that runs. @param {string} file */
function keepLibrary(file) {
  if (library !== undefined) return library.exports;
  const module = { exports: {} };
  const require = (/** @type {string} */ name) =>
    name.startsWith(".") ? forward(() => running.require(name)) : running.require(name);
  const run = compile(file).runInThisContext();
  run.call(
    module.exports,
    module.exports,
    require,
    module,
    forward(() => running.process),
  );
  library = module;
  return module.exports;
}

/** @param {() => object} find */
function forward(find) {
  return new Proxy({}, { get: (_, name) => Reflect.get(find(), name) });
}

/**
 * `own` are modules that take the place of others. `"one at a time"`: no command starts before the last one has ended, so they can share
 * the MCP library.
 * @param {string} main @param {object} ownProcess @param {Record<string, object>} [own] @param {"at once" | "one at a time"} [commands]
 */
export function makeRequire(main, ownProcess, own = {}, commands = "at once") {
  const folder = dirname(main);
  const requireOther = createRequire(main);
  /** @type {Map<string, { exports: unknown }>} */
  const modules = new Map();
  /** @param {string} name */
  return function require(name) {
    if (name === "node:process") return ownProcess;
    if (Object.hasOwn(own, name)) return own[name];
    const file = resolve(folder, name);
    if (!name.startsWith(".") && file !== main) return requireOther(name);
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    if (commands === "one at a time" && basename(file) === LIBRARY) {
      running = { require, process: ownProcess };
      return keepLibrary(file);
    }
    const module = { exports: {} };
    modules.set(file, module);
    const run = (scripts.get(file) ?? compile(file)).runInThisContext();
    run.call(module.exports, module.exports, require, module, ownProcess);
    return module.exports;
  };
}
