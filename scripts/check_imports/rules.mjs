// The import rules of src: which modules may access the disk, which layer may use which, no imports between tools, no cycles.
// @ts-check

import { findCycles } from "./graph.mjs";

/** @typedef {import("./graph.mjs").Edge} Edge */
/** @typedef {import("./graph.mjs").Graph} Graph */

// From the bottom up. A folder or file may import from lower rows and from itself; those in one row do not see each other. Everything
// directly in src is listed here by name, so that new files are placed deliberately.
const LAYERS = [
  ["errors", "registory", "regex"],
  ["match", "input"],
  ["disk"],
  ["git"],
  ["view"],
  ["walk"],
  ["tools"],
  ["call"],
  ["config", "explain", "audit"],
  ["toolkit"],
  ["lib", "adapters", "mcp"],
  ["page"], // hangs its routes on the server of mcp
  ["cli"], // above its neighbours: `porthole mcp` starts the server, `porthole tools` prints the adapters' shapes
];

const IMPORT_NOTHING = ["errors.ts", "registory/definitions.ts"];

/** `also` opens nothing: it writes to descriptors that the process was given. */
/** @type {{ pattern: RegExp, areas: string[], also?: string }[]} */
const RESTRICTED = [
  { pattern: /^(?:node:)?fs(?:\/promises)?$/, areas: ["disk", "config", "audit"], also: "cli/output.ts" },
  { pattern: /^(?:node:)?child_process$/, areas: ["disk"] },
];

// What is denied or ignored is decided in one place, so that no tool can forget to ask. `also` decides nothing: it checks or hands on the
// owner's patterns.
/** @type {{ pattern: RegExp, areas: string[], also: string[] }[]} */
const DECIDED = [
  {
    pattern: /^view\/denied\//,
    areas: ["view"],
    also: ["lib.ts", "call/context.ts", "config/validate.ts", "cli/open.ts"],
  },
  { pattern: /^git\/ignore_(?:walk|verdict)\.ts$/, areas: ["view", "git"], also: ["lib.ts"] },
];

/**
 * @param {Graph} graph
 * @returns {string[]} one line for each offence
 */
export function findOffences(graph) {
  if (graph.modules.length === 0) return ["there are no modules in src"];
  const unplaced = graph.modules.filter((module) => levelOf(module) === -1);
  return [
    ...unplaced.map((module) => `src/${module} has no place in the table of layers`),
    ...graph.edges.flatMap((edge) => judgeEdge(edge, graph)),
    ...findCycles(graph).map((cycle) => `circle: ${cycle.map((module) => `src/${module}`).join(" -> ")}`),
  ];
}

/**
 * @param {Edge} edge
 * @param {Graph} graph
 * @returns {string[]}
 */
function judgeEdge(edge, graph) {
  const start = `src/${edge.from}:${edge.line} imports`;
  if (edge.to === null) return [`${start} something computed; write the module's name out`];
  if (IMPORT_NOTHING.includes(edge.from)) return [`${start} ${edge.to}, and may import nothing`];
  if (!edge.inside) return judgeOutside(edge.from, edge.to).map((reason) => `${start} ${edge.to}, ${reason}`);
  if (!graph.modules.includes(edge.to)) return [`${start} src/${edge.to}, which is no module`];
  return judgeInside(edge.from, edge.to).map((reason) => `${start} src/${edge.to}, ${reason}`);
}

/**
 * @param {string} from
 * @param {string} to
 */
function judgeOutside(from, to) {
  const rule = RESTRICTED.find(({ pattern }) => pattern.test(to));
  if (rule === undefined || rule.also === from || rule.areas.includes(areaOf(from))) return [];
  return [`which only ${toList(rule.areas)} may`];
}

/** @param {readonly string[]} areas */
function toList(areas) {
  return areas.map((area) => `src/${area}`).join(" and ");
}

/**
 * @param {string} from
 * @param {string} to
 */
function judgeInside(from, to) {
  const reasons = [];
  const isPlaced = levelOf(from) !== -1 && levelOf(to) !== -1;
  if (isPlaced && levelOf(to) > levelOf(from)) reasons.push("which is above it");
  if (isPlaced && levelOf(to) === levelOf(from) && areaOf(to) !== areaOf(from)) reasons.push("which is beside it");
  for (const { pattern, areas, also } of DECIDED) {
    if (pattern.test(to) && !areas.includes(areaOf(from)) && !also.includes(from))
      reasons.push(`which only ${toList(areas)} may: ask a View`);
  }
  if (areaOf(from) === "tools" && toolOf(to) !== undefined && toolOf(to) !== toolOf(from)) {
    reasons.push(toolOf(from) === undefined ? "a tool, and is shared by the tools" : "which is another tool");
  }
  return reasons;
}

/** A folder, with the file of the same name beside it. @param {string} module */
function areaOf(module) {
  return module.replace(/(?:\/.*|\.ts)$/, "");
}

/** @param {string} module */
function levelOf(module) {
  return LAYERS.findIndex((layer) => layer.includes(areaOf(module)));
}

/**
 * Each folder in tools/edit is a tool, and so is ls; the other files in tools and in tools/edit are what they share.
 * @param {string} module
 * @returns {string | undefined}
 */
function toolOf(module) {
  return /^tools\/(?:ls(?=\.ts$|\/)|edit\/[^/]+(?=\/))/.exec(module)?.[0];
}
