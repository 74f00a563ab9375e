// Reads the modules of a source folder with their imports, and finds cycles.
// @ts-check

import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { scanImports } from "./scan.mjs";

/**
 * Modules are named by their path in the source folder. `to` is such a name if `inside`, otherwise as it was written;
 * `null` is a computed specifier.
 * @typedef {{ from: string, to: string | null, inside: boolean, line: number }} Edge
 */
/** @typedef {{ modules: string[], edges: Edge[] }} Graph */

/**
 * @param {string} folder
 * @returns {Graph}
 */
export function readGraph(folder) {
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .sort();
  const edges = modules.flatMap((from) =>
    scanImports(readFileSync(join(folder, from), "utf8")).map(({ specifier, line }) => ({
      ...resolve(from, specifier),
      from,
      line,
    })),
  );
  return { modules, edges };
}

/**
 * @param {string} from
 * @param {string | null} specifier
 */
function resolve(from, specifier) {
  const inside = specifier !== null && /^\.{0,2}(?:\/|$)/.test(specifier);
  return { inside, to: inside ? posix.join(posix.dirname(from), specifier) : specifier };
}

/**
 * @param {Graph} graph
 * @returns {string[][]} for each import that closes a circle, the modules along it, the first one again at the end
 */
export function findCycles({ modules, edges }) {
  const targets = new Map(modules.map((module) => [module, /** @type {Set<string>} */ (new Set())]));
  for (const { from, to, inside } of edges) {
    if (inside && to !== null && targets.has(to)) targets.get(from)?.add(to);
  }
  /** @type {string[][]} */
  const cycles = [];
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {(module: string, trail: string[]) => void} */
  const visit = (module, trail) => {
    if (trail.includes(module)) cycles.push([...trail.slice(trail.indexOf(module)), module]);
    if (seen.has(module)) return;
    seen.add(module);
    for (const target of targets.get(module) ?? []) visit(target, [...trail, module]);
  };
  for (const module of modules) visit(module, []);
  return cycles;
}
