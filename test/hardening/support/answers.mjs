// Checks that an answer is valid, whatever the call was: exactly one, for its call, within its budget, complete, and without anything that
// is outside or denied.
// @ts-check

import { posix } from "node:path";

/** @typedef {import("./hostile_tree.mjs").World} World */
/** @typedef {{ readonly call: unknown, readonly context: Readonly<Record<string, unknown>>, readonly isText: boolean }} Asked */

const KINDS = [
  "BadArgs",
  "Timeout",
  "SandboxViolation",
  "ExecutionFailed",
  "Cancelled",
  "UnknownTool",
  "DuplicateToolCallId",
  "PolicyDenied",
];
const DEFAULT_OUTPUT_BYTES = 102_400;
const DEFAULT_CAPACITY_BYTES = 65_536;
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * @param {World} world
 * @param {Asked} asked `isText`: whether a success is text and not JSON
 * @param {unknown} result
 * @returns {string | null} what is wrong with it
 */
export function findFault(world, asked, result) {
  const { tool_call_id, content, is_error } = Object(result);
  if (Object.keys(Object(result)).sort().join() !== "content,is_error,tool_call_id")
    return "not of the shape of a result";
  if (typeof content !== "string" || typeof is_error !== "boolean") return "of the wrong types";
  if (tool_call_id !== idOf(asked.call)) return `for another call: ${tool_call_id}`;
  const { max, isValid } = budgetOf(asked.context);
  if (Buffer.byteLength(content) > max) return `longer than ${max} bytes`;
  if (!isValid && !is_error) return "a success on a budget that is none";
  if (world.secrets.some((secret) => content.includes(secret))) return "tells a secret";
  const { files, rest } = takeFiles(asked.call, content, is_error);
  if (tellsPlace(rest, world.folder, pathOf(asked.call))) return "tells an absolute path";
  const faults = files.map((file) =>
    "error" in file ? findErrorFault(JSON.stringify({ error: file.error }), max) : null,
  );
  if (faults.some((fault) => fault !== null)) return `in a file: ${faults.find((fault) => fault !== null)}`;
  if (is_error) return findErrorFault(content, max);
  return asked.isText ? findTextFault(content, pathOf(asked.call)) : isJson(content) ? null : "not JSON";
}

/** @param {unknown} call */
function idOf(call) {
  const id = Object(call).id;
  return typeof id === "string" && id !== "" ? id : null;
}

/** @param {unknown} call @returns {string} */
function pathOf(call) {
  try {
    const path = Object(Object(call).arguments).path;
    return typeof path === "string" ? path : "";
  } catch {
    return "";
  }
}

/**
 * The files of an answer of read_files, and the answer without the paths that are the caller's own words: of files that are not read.
 * @param {unknown} call
 * @param {string} content
 * @param {boolean} isError
 * @returns {{ files: readonly { path: string, error?: unknown }[], rest: string }}
 */
function takeFiles(call, content, isError) {
  if (isError || Object(call).name !== "read_files") return { files: [], rest: content };
  const { files, ...others } = JSON.parse(content);
  const { paths } = Object(call).arguments;
  const kept = files.map((/** @type {{ path: string, error?: unknown }} */ file, /** @type {number} */ i) =>
    "error" in file && isEcho(file.path, paths[i]) ? { error: file.error } : file,
  );
  return { files, rest: JSON.stringify({ ...others, files: kept }) };
}

/** Whole, or both of its ends; with U+FFFD for what a terminal would act on. @param {string} shown @param {string} given */
function isEcho(shown, given) {
  const [start = "", end = ""] = given.length > 140 ? [given.slice(0, 70), given.slice(-70)] : [given];
  const words = given.length > 140 ? `${start}…${end}` : start;
  return shown === words.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\ufffd");
}

/** @param {Readonly<Record<string, unknown>>} context */
function budgetOf(context) {
  const limits = [
    context.max_output_bytes ?? DEFAULT_OUTPUT_BYTES,
    context.available_capacity_bytes ?? DEFAULT_CAPACITY_BYTES,
  ];
  const valid = limits.flatMap((limit) =>
    typeof limit === "number" && Number.isSafeInteger(limit) && limit >= 0 ? [limit] : [],
  );
  const isValid = valid.length === limits.length;
  return { isValid, max: isValid ? Math.min(...valid) : Math.min(DEFAULT_OUTPUT_BYTES, ...valid) };
}

// The one absolute path that may stand in an answer is the caller's own, once.
/** @param {string} content @param {string} folder @param {string} path */
function tellsPlace(content, folder, path) {
  if (!content.includes(folder)) return false;
  if (!path.includes(folder)) return true;
  if (content.split(folder).length - 1 > path.split(folder).length - 1) return true;
  const given = [path, path.trim(), path.replaceAll("\\", "/"), path.trim().replaceAll("\\", "/")];
  const spellings = [...given, ...given.map((text) => posix.normalize(text).replace(/(.)\/$/, "$1"))];
  const echoes = spellings.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  return !echoes.some((echo) => !content.replace(echo, () => "").includes(folder));
}

/** @param {string} content @param {number} max */
function findErrorFault(content, max) {
  if (content === "") return max < 256 ? null : "an error that says nothing";
  if (!isJson(content)) return "an error that is not JSON";
  const said = JSON.parse(content);
  const { kind, code, message } = Object(said.error);
  if (Object.keys(said).join() !== "error" || Object.keys(said.error).join() !== "kind,code,message")
    return "an error of another shape";
  if (!KINDS.includes(kind) || !/^[A-Z_]+$/.test(code)) return `an error of an unknown kind: ${kind}, ${code}`;
  return typeof message === "string" && !UNSAFE.test(message) ? null : "an error that a terminal would act on";
}

// A line for each entry: no name can make another.
/** @param {string} content @param {string} path */
function findTextFault(content, path) {
  const lines = content.replace(path, () => "").split("\n");
  return lines.some((line) => UNSAFE.test(line)) ? "a name that a terminal would act on" : null;
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
