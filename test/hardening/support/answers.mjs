// Checks that an answer is valid, whatever the call was: exactly one, for its call, within its budget, complete, and without anything that
// is outside or denied.
// @ts-check

import { posix } from "node:path";

/** @typedef {import("./hostile_tree.mjs").World} World */
/** @typedef {import("./text_bundle.mjs").Readers} Readers */
/**
 * @typedef {object} Asked
 * @property {unknown} call
 * @property {Readonly<Record<string, unknown>>} context
 * @property {"json" | "text"} format
 * @property {"forge" | "gemini"} [dialect] default: forge
 */

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
/** Of a line. */
const MAX_LINE_BYTES = 1_048_576;
const DEFAULT_OUTPUT_BYTES = 102_400;
const DEFAULT_CAPACITY_BYTES = 65_536;
/** Internal errors that no disk can cause. */
const BUGS = /the tool (failed|did not|cannot)|not the name of a child|not a location|used after it was closed/;
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * @param {World} world
 * @param {Asked} asked
 * @param {unknown} result
 * @param {Readers} readers of text
 * @returns {string | null} what is wrong with it
 */
export function findFault(world, asked, result, readers) {
  const { tool_call_id, content, is_error } = Object(result);
  if (Object.keys(Object(result)).sort().join() !== "content,is_error,tool_call_id")
    return "not of the shape of a result";
  if (typeof content !== "string" || typeof is_error !== "boolean") return "of the wrong types";
  if (tool_call_id !== idOf(asked.call) && !isUnread(asked, result)) return `for another call: ${tool_call_id}`;
  const { max, isValid } = budgetOf(asked.context);
  if (Buffer.byteLength(content) > max) return `longer than ${max} bytes`;
  if (!isValid && !is_error) return "a success on a budget that is none";
  if (world.secrets.some((secret) => content.includes(secret))) return "tells a secret";
  if (content === "" && is_error) return max < 256 ? null : "an error that says nothing";
  if (!is_error && isListing(asked)) return findListingFault(content, pathOf(asked.call), world.folder);
  try {
    const data = readBack(asked, content, is_error, readers);
    return is_error ? findErrorFault(data, world, asked.call) : findDataFault(data, content, world, asked.call);
  } catch (error) {
    return `cannot be read as ${asked.format}: ${Object(error).message}`;
  }
}

/** The data that an answer stands for. Throws if it is not of its format. @param {Asked} asked @param {string} content @param {boolean} isError @param {Readers} readers */
export function readBack({ call, format }, content, isError, readers) {
  if (format === "json") return JSON.parse(content);
  return isError ? readers.readError(content) : readers.readAnswer(Object(call).name, content);
}

/** The list_directory of Gemini has one form in both formats. @param {Asked} asked */
export function isListing({ call, dialect }) {
  return dialect === "gemini" && Object(call).name === "list_directory";
}

/** @param {unknown} call */
function idOf(call) {
  const id = Object(call).id;
  return typeof id === "string" && id !== "" ? id : null;
}

/**
 * A line that is too long is not read: its answer has no id.
 * @param {Asked} asked
 * @param {unknown} result
 */
function isUnread({ call, context }, result) {
  const { tool_call_id, content, is_error } = Object(result);
  const isTold = tool_call_id === null && is_error && content.includes(`a message has at most ${MAX_LINE_BYTES} bytes`);
  return isTold && Buffer.byteLength(JSON.stringify({ call, context })) >= MAX_LINE_BYTES;
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

/** @param {any} data of a success @param {string} content @param {World} world @param {unknown} call */
function findDataFault(data, content, world, call) {
  const isSilent = !content.includes(world.folder);
  if (Object(call).name !== "read_files")
    return isSilent || !tellsPlace(JSON.stringify(data), world.folder, pathOf(call)) ? null : "tells an absolute path";
  const { paths } = Object(call).arguments;
  for (const [i, file] of data.files.entries()) {
    if (!("error" in file)) continue;
    const fault = findErrorFault({ error: file.error }, world, { arguments: { path: paths[i] } });
    if (fault !== null) return `in a file: ${fault}`;
  }
  return isSilent || !tellsPlace(withoutEchoes(data, paths), world.folder, "") ? null : "tells an absolute path";
}

/**
 * An answer of read_files without the paths that are the caller's own words, and without errors, which are looked at one by one.
 * @param {{ files: readonly { path: string, error?: unknown }[] }} data
 * @param {readonly string[]} paths
 */
function withoutEchoes({ files, ...others }, paths) {
  const kept = files.map(({ error, ...file }, i) =>
    error !== undefined && isEcho(file.path, paths[i] ?? "") ? {} : file,
  );
  return JSON.stringify({ ...others, files: kept });
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
export function tellsPlace(content, folder, path) {
  if (!content.includes(folder)) return false;
  if (!path.includes(folder)) return true;
  if (content.split(folder).length - 1 > path.split(folder).length - 1) return true;
  const given = [path, path.trim(), path.replaceAll("\\", "/"), path.trim().replaceAll("\\", "/")];
  const spellings = [...given, ...given.map((text) => posix.normalize(text).replace(/(.)\/$/, "$1"))];
  const echoes = spellings.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  return !echoes.some((echo) => !content.replace(echo, () => "").includes(folder));
}

/** @param {any} said @param {World} world @param {unknown} call @returns {string | null} */
export function findErrorFault(said, world, call) {
  const { kind, code, message } = Object(Object(said).error);
  if (Object.keys(Object(said)).join() !== "error" || Object.keys(said.error).join() !== "kind,code,message")
    return "an error of another shape";
  if (!KINDS.includes(kind) || !/^[A-Z_]+$/.test(code)) return `an error of an unknown kind: ${kind}, ${code}`;
  if (code === "INTERNAL" && BUGS.test(message)) return `an error of its own: ${message}`;
  if (tellsPlace(JSON.stringify(said), world.folder, pathOf(call))) return "tells an absolute path";
  return typeof message === "string" && !UNSAFE.test(message) ? null : "an error that a terminal would act on";
}

// A line for each entry: no name can make another.
/** @param {string} content @param {string} path @param {string} folder */
function findListingFault(content, path, folder) {
  if (tellsPlace(content, folder, path)) return "tells an absolute path";
  const lines = content.replace(path, () => "").split("\n");
  return lines.some((line) => UNSAFE.test(line)) ? "a name that a terminal would act on" : null;
}
