// The built command line, compiled once for all commands of a process. Each command gets fresh modules, and its own `process`.
// @ts-check

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
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

/** `own` are modules that take the place of others. @param {string} main @param {object} ownProcess @param {Record<string, object>} [own] */
export function makeRequire(main, ownProcess, own = {}) {
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
    const module = { exports: {} };
    modules.set(file, module);
    const run = (scripts.get(file) ?? compile(file)).runInThisContext();
    run.call(module.exports, module.exports, require, module, ownProcess);
    return module.exports;
  };
}
