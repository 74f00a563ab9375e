// Compares list_files with a plain recursion over the disk: the paths, what is left out, and pages of all sizes. `library` is src/lib.ts,
// or dist/lib.js in a process that only runs JavaScript.
// @ts-check

import { chmodSync, lstatSync, readdirSync, readFileSync } from "node:fs";

/** @typedef {typeof import("../../src/lib.ts")} Library */
/** @typedef {import("../../src/lib.ts").ListFilesInput} Input */
/** @typedef {{ paths: string[], left_out: Record<string, number> }} Found */
/** @typedef {{ raw: string, name: string, kind: "file" | "directory" | "symlink" | "other" }} Item */
/**
 * @typedef {object} Case
 * @property {string} root
 * @property {import("../../src/lib.ts").Strategy} strategy
 * @property {readonly string[]} denied
 * @property {Required<Omit<Input, "max_results" | "after">>} args
 * @property {{ results: number, bytes: number, entries: number }} page
 * @property {readonly (readonly [path: string, mode: number])[]} [modes] permissions to set meanwhile; raw paths, folders last
 */

/** What is wrong, in words; nothing if all is well. @param {Library} library @param {Case} given @returns {Promise<string[]>} */
export async function findFaults(library, given) {
  const { root, strategy, denied, args, page, modes = [] } = given;
  const config = { tools: { list_files: { max_entries_scanned: page.entries } } };
  const shared = { workspaceRoot: root, strategy, deniedPatterns: denied };
  const whole = library.createAgentToolkit(shared);
  const paged = library.createAgentToolkit({ ...shared, config });
  try {
    for (const [path, mode] of modes) chmodSync(Buffer.from(`${root}/${path}`, "latin1"), mode);
    const expected = refer(new library.DeniedPatterns({ patterns: denied }), root, args);
    const outcome = await whole.listFiles.invoke({ ...args, max_results: 1000 });
    if (outcome.status !== "success") return expected === null ? [] : [`refused: ${outcome.error.message}`];
    const { paths, left_out } = outcome.data;
    if (!isSame(expected, { paths, left_out }))
      return [`${show(expected)} expected, found ${show({ paths, left_out })}`];
    const joined = await joinPages(paged, args, page);
    return isSame(joined, expected) ? [] : [`${show(expected)} expected, joined ${show(joined)}`];
  } finally {
    for (const [path] of modes.toReversed()) chmodSync(Buffer.from(`${root}/${path}`, "latin1"), 0o755);
    whole.close();
    paged.close();
  }
}

/** @param {unknown} value */
const show = (value) => JSON.stringify(value);

/** Whatever the order of the counters. @param {Found | null} a @param {Found | null} b */
function isSame(a, b) {
  /** @param {Found | null} found */
  const plain = (found) => show(found && [found.paths, Object.entries(found.left_out).sort()]);
  return plain(a) === plain(b);
}

/** @param {import("../../src/lib.ts").AgentToolkit} toolkit @param {Input} args @param {Case["page"]} page @returns {Promise<Found>} */
async function joinPages(toolkit, args, page) {
  /** @type {Found} */
  const joined = { paths: [], left_out: {} };
  let bytes = page.bytes;
  for (let after = {}; ; ) {
    const call = { id: "1", name: "list_files", arguments: { ...args, max_results: page.results, ...after } };
    const { content } = await toolkit.execute(call, { max_output_bytes: bytes });
    const answer = JSON.parse(content);
    if (answer.error?.code === "OUTPUT_BUDGET_TOO_SMALL") bytes *= 2;
    else if (answer.error) throw new Error(content);
    else {
      if (answer.complete !== (answer.next === null) || answer.complete !== (answer.truncated_reason === null))
        throw new Error(`not an end: ${content}`);
      joined.paths.push(...answer.paths);
      for (const [reason, count] of Object.entries(answer.left_out))
        joined.left_out[reason] = (joined.left_out[reason] ?? 0) + Number(count);
      if (answer.complete) return joined;
      after = { after: answer.next };
    }
  }
}

/** Null: the call is refused. @param {InstanceType<Library["DeniedPatterns"]>} denied @param {string} root @param {Case["args"]} args @returns {Found | null} */
function refer(denied, root, args) {
  const { path: start, pattern, entry_kind, include_hidden, include_ignored } = args;
  const isAnchored = /\/./.test(pattern);
  const globs = expand(pattern).map((text) => {
    const segments = text.split("/").filter((segment) => segment !== "" && segment !== ".");
    return isAnchored ? segments : ["**", ...segments];
  });
  /** @type {Found} */
  const found = { paths: [], left_out: {} };
  /** @param {string} reason */
  const leaveOut = (reason) => {
    found.left_out[reason] = (found.left_out[reason] ?? 0) + 1;
  };
  /** @type {string[][]} the rules of each folder from the root down */
  const above = [];
  let isOff = include_ignored;
  const names = start === "." ? [] : start.split("/");
  for (const [depth, name] of names.entries()) {
    above.push(readRules(root, toRaw(names.slice(0, depth).join("/"))));
    isOff ||= name === ".git" || isIgnored(above, toRaw(name), true);
  }

  /** @param {string} folder raw @param {string[]} inner from the start @param {string[][]} rules */
  const visit = (folder, inner, rules) => {
    const items = readItems(root, folder, literalNames(globs, inner.length));
    const inForce = [...rules, readRules(root, folder)];
    for (const item of items) {
      const { raw, name, kind } = item;
      const here = [...inner, name];
      const isKind = entry_kind === "all" || entry_kind === kind || kind === "symlink";
      const isSought = isKind && globs.some((glob) => matches(glob, here));
      const mayHold = kind === "directory" && globs.some((glob) => canHold(glob, here));
      if (!isSought && !mayHold) continue;
      const rawPath = folder === "" ? raw : `${folder}/${raw}`;
      const shown = [...(start === "." ? [] : [start]), ...here].join("/");
      if (name.toLowerCase() === ".git" || (!include_ignored && LEFT_OUT.includes(name))) leaveOut("excluded");
      else if (!include_hidden && name.startsWith(".")) leaveOut("hidden");
      else if (!isOff && isIgnored(inForce, raw, kind === "directory")) leaveOut("ignored");
      else if (isSought && kind === "symlink" && entry_kind !== "all") leaveOut("linked");
      else {
        if (isSought) found.paths.push(kind === "directory" ? `${shown}/` : shown);
        if (mayHold && denied.find(shown) !== null) leaveOut("denied");
        else if (mayHold)
          attempt(
            () => visit(rawPath, here, inForce),
            () => leaveOut("unreadable"),
          );
      }
    }
  };
  if (denied.find(start) !== null) return null;
  const answer = () => {
    visit(start === "." ? "" : toRaw(start), [], above);
    return found;
  };
  return attempt(answer, () => null);
}

const LEFT_OUT = [".git", "node_modules", "dist", "build", "target", ".vscode", ".DS_Store"];

class Unreadable extends Error {}

/** @template T @param {() => T} act @param {() => T} otherwise @returns {T} */
function attempt(act, otherwise) {
  try {
    return act();
  } catch (error) {
    if (error instanceof Unreadable) return otherwise();
    throw error;
  }
}

/** @param {string} text */
const toRaw = (text) => Buffer.from(text).toString("latin1");
/** @param {string} raw */
const toText = (raw) => Buffer.from(raw, "latin1").toString();
/** @param {string} root @param {string} raw */
const at = (root, raw) => Buffer.from(`${toRaw(root)}/${raw}`, "latin1");

/** @param {import("node:fs").Dirent | import("node:fs").Stats} seen @returns {Item["kind"]} */
function kindOf(seen) {
  if (seen.isDirectory()) return "directory";
  return seen.isFile() ? "file" : seen.isSymbolicLink() ? "symlink" : "other";
}

/** In order; only some by name if these are all that can match. @param {string} root @param {string} folder @param {string[] | null} names @returns {Item[]} */
function readItems(root, folder, names) {
  try {
    const items =
      names === null
        ? readdirSync(/** @type {any} */ (at(root, folder)), { withFileTypes: true, encoding: "latin1" }).map(
            (seen) => ({
              raw: seen.name,
              name: toText(seen.name),
              kind: kindOf(seen),
            }),
          )
        : names.flatMap((name) => {
            const seen = lstatSync(at(root, `${folder}/${toRaw(name)}`), { throwIfNoEntry: false });
            return seen === undefined ? [] : [{ raw: toRaw(name), name, kind: kindOf(seen) }];
          });
    return items.sort((a, b) => (a.name < b.name || (a.name === b.name && a.raw < b.raw) ? -1 : 1));
  } catch {
    throw new Unreadable();
  }
}

/** @param {string} root @param {string} folder */
function readRules(root, folder) {
  try {
    return readFileSync(at(root, `${folder}/.gitignore`), "latin1")
      .split("\n")
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}

/** By rules of these forms: `name`, `*.end`, with `!` or `/` before and `/` behind. @param {string[][]} rules @param {string} raw @param {boolean} isDirectory */
function isIgnored(rules, raw, isDirectory) {
  for (const [depth, lines] of [...rules.entries()].reverse()) {
    for (const line of lines.toReversed()) {
      const [, not, top, body = "", slash] = /^(!?)(\/?)(.*?)(\/?)$/s.exec(line) ?? [];
      const isHere = top === "" || depth === rules.length - 1;
      const isName = body.startsWith("*") ? raw.endsWith(body.slice(1)) : raw === body;
      if (isHere && isName && (slash === "" || isDirectory)) return not === "";
    }
  }
  return false;
}

/** The texts that braces stand for; they are not nested. @param {string} pattern @returns {string[]} */
function expand(pattern) {
  const braces = /^(.*?)\{(.*?)\}(.*)$/s.exec(pattern);
  if (braces === null) return [pattern];
  const [, before = "", inner = "", behind = ""] = braces;
  return inner.split(",").flatMap((choice) => expand(before + choice + behind));
}

/** @param {string[]} glob @param {string[]} names @returns {boolean} */
function matches([first, ...rest], names) {
  if (first === undefined || names.length === 0) return first === undefined && names.length === 0;
  if (first === "**") return rest.length === 0 || matches(rest, names) || matches([first, ...rest], names.slice(1));
  return fits([...first], [...(names[0] ?? "")]) && matches(rest, names.slice(1));
}

/** Whether something below can match. @param {string[]} glob @param {string[]} names @returns {boolean} */
function canHold([first, ...rest], names) {
  if (first === undefined || names.length === 0) return first !== undefined;
  if (first === "**") return rest.length === 0 || canHold(rest, names) || canHold([first, ...rest], names.slice(1));
  return fits([...first], [...(names[0] ?? "")]) && canHold(rest, names.slice(1));
}

/** @param {string[]} glob @param {string[]} name @returns {boolean} */
function fits([first, ...rest], name) {
  if (first === undefined) return name.length === 0;
  if (first === "*") return fits(rest, name) || (name.length > 0 && fits([first, ...rest], name.slice(1)));
  return name.length > 0 && (first === "?" || first === name[0]) && fits(rest, name.slice(1));
}

/** LF-04: the names that are looked up without reading the folder. @param {string[][]} globs @param {number} depth */
function literalNames(globs, depth) {
  const used = globs.map((glob) => glob.slice(0, depth + 1));
  if (used.some((glob) => glob.includes("**"))) return null;
  const last = used.flatMap((glob) => glob.slice(depth));
  return last.length === 0 || last.some((segment) => /[*?]/.test(segment)) ? null : [...new Set(last)];
}
