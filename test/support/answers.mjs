// Everything that a caller can learn about some paths of a workspace, as plain JSON without times: every tool in both dialects, `explain`,
// the class LSTool and the ignore rules. `library` is src/lib.ts, or dist/lib.js in a process that only runs JavaScript.
// @ts-check

import { join } from "node:path";

/** @typedef {typeof import("../../src/lib.ts")} Library */
/**
 * @typedef {object} Question
 * @property {string} root the workspace
 * @property {readonly string[]} paths relative to the root, or absolute
 * @property {"handles" | "verify"} strategy
 * @property {import("../../src/lib.ts").PortholeConfig["tools"]} [tools] configuration beside the ignore rules, which are on
 * @property {readonly string[]} [asks] some of ASKS, or all
 * @property {readonly string[]} [whole] the paths to ask everything about; about each of the others one thing, in turn. Default: all paths
 * @property {readonly string[]} [explained] the paths of `whole` to explain, which takes as long as all the rest together. Default: all of them
 * @property {boolean} [isToolsOnly] only what an agent gets: not `explain`, and not the classes that know no configuration
 */
/** @typedef {Record<string, unknown>} Answers */

const NO_USER = { HOME: "/nonexistent" };

/** What is asked about each path: the first word of the labels of the answers. */
export const ASKS = ["tree", "list", "find", "search", "read", "several", "gemini", "explain", "LSTool", "rules"];

/** @param {Pick<Question, "paths" | "asks" | "whole" | "explained">} question @param {string} path @param {string} ask */
function isAsked({ paths, asks = ASKS, whole = paths, explained = whole }, path, ask) {
  const always = ask === "explain" ? explained : whole;
  return asks.includes(ask) && (always.includes(path) || ASKS[paths.indexOf(path) % ASKS.length] === ask);
}

/**
 * @param {Library} library
 * @param {Question} question
 * @returns {Promise<Answers>}
 */
export async function collectAnswers(library, question) {
  const answers = await askOpened(library, question);
  if (question.isToolsOnly) return answers;
  return { ...answers, ...(await askClass(library, question)), ...(await askRules(library, question)) };
}

/** @param {Library} library @param {Question} question @returns {Promise<Answers>} */
async function askOpened(library, question) {
  try {
    const toolkits = openToolkits(library, question);
    return await askToolkits(toolkits, question).finally(() => closeToolkits(toolkits));
  } catch (error) {
    return { opening: tell(error) };
  }
}

/** @typedef {{ forge: import("../../src/lib.ts").AgentToolkit, gemini: import("../../src/lib.ts").GeminiToolkit }} Toolkits */

/** For tests that do something to the workspace while it is open. @param {Library} library @param {Question} question */
export function openToolkits({ createAgentToolkit }, { root, strategy, tools = {} }) {
  const respect = { respect_gitignore: true };
  const config = { tools: { ...tools, tree: respect, list_directory: { ...respect, include_hidden_default: true } } };
  const options = { workspaceRoot: root, strategy, config };
  const forge = createAgentToolkit(options);
  return { forge, gemini: createAgentToolkit({ ...options, dialect: "gemini" }) };
}

/** @param {Toolkits} toolkits */
export function closeToolkits({ forge, gemini }) {
  forge.close();
  gemini.close();
}

/**
 * @param {Toolkits} toolkits
 * @param {Question} question
 * @returns {Promise<Answers>}
 */
export async function askToolkits({ forge, gemini }, question) {
  const { root, paths, isToolsOnly = false } = question;
  /** @type {Answers} */
  const answers = {};
  for (const path of paths) {
    const all = { path, entry_kind: "all", include_hidden: true };
    /** @type {Record<string, () => Promise<unknown>>} */
    const calls = {
      tree: () => execute(forge, "tree", all),
      list: () => execute(forge, "list_directory", { path, recursive: true }),
      find: () => execute(forge, "list_files", all),
      search: () => execute(forge, "search_text", { path, pattern: ".", include_hidden: true }),
      read: () => execute(forge, "read_file", { path }),
      several: () => execute(forge, "read_files", { paths: [path, "."] }),
      gemini: () => execute(gemini, "list_directory", { path: toAbsolute(root, path) }),
      explain: () => explain(forge, path),
    };
    for (const [label, call] of Object.entries(calls)) {
      if (isToolsOnly && label === "explain") continue;
      if (isAsked(question, path, label)) answers[`${label} ${path}`] = await call();
    }
  }
  return answers;
}

/** @param {Library} library @param {Question} question */
async function askClass({ LSTool, FileDiscoveryService }, question) {
  const { root, paths, strategy } = question;
  const service = new FileDiscoveryService(root, { environment: NO_USER, strategy });
  const host = {
    getTargetDir: () => root,
    // By the text alone: a host that looks at the disk would tell by itself what is outside.
    getWorkspaceContext: () => ({
      getDirectories: () => [root],
      isPathWithinWorkspace: (/** @type {string} */ path) => path === root || path.startsWith(`${root}/`),
    }),
    getFileService: () => service,
    getFileFilteringOptions: () => ({}),
  };
  /** @type {Answers} */
  const answers = {};
  for (const path of paths.filter((one) => isAsked(question, one, "LSTool"))) {
    try {
      const tool = new LSTool(host, { strategy }).build({ path: toAbsolute(root, path) });
      answers[`LSTool ${path}`] = toPlain(await tool.execute());
    } catch (error) {
      answers[`LSTool ${path}`] = tell(error);
    }
  }
  return answers;
}

/** @param {Library} library @param {Question} question */
async function askRules({ FileDiscoveryService }, question) {
  const { root, paths, strategy, asks = ASKS } = question;
  if (!asks.includes("rules")) return {};
  const service = new FileDiscoveryService(root, { environment: NO_USER, strategy });
  /** @type {Answers} */
  const answers = { filter: service.filterFilesWithReport([...paths]), "problems of all": service.problems() };
  for (const path of paths.filter((one) => isAsked(question, one, "rules"))) {
    for (const asked of [path, `${path}/`]) {
      answers[`rules ${asked}`] = await service.explainPath(asked);
    }
  }
  return toPlain(answers);
}

/** @param {string} root @param {string} path */
function toAbsolute(root, path) {
  return path.startsWith("/") ? path : join(root, path);
}

/** @param {import("../../src/lib.ts").Toolkit} toolkit @param {string} name @param {Record<string, unknown>} args */
async function execute(toolkit, name, args) {
  const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: args });
  return { is_error, content: toPlain(content.startsWith("{") ? JSON.parse(content) : content) };
}

/** It may throw, for a folder that was moved or does not stand still. @param {Toolkits["forge"]} toolkit @param {string} path */
async function explain(toolkit, path) {
  try {
    return toPlain(await toolkit.explain(path));
  } catch (error) {
    return tell(error);
  }
}

/** What a program is told by an error, its cause included. @param {unknown} error @returns {unknown} */
function tell(error) {
  const { message, code, type, cause } = Object(error);
  return toPlain({ message, code, type, cause: cause === undefined ? undefined : tell(cause) });
}

/** @param {unknown} value */
function toPlain(value) {
  const text = JSON.stringify(value, (key, part) => (/^(mtime|modified)/.test(key) ? undefined : part));
  return text === undefined ? null : JSON.parse(text);
}
