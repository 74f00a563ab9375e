// Every operation that takes a path, as a call of a race does, and what its answer has to be.

import type { Answer } from "../hardening/support/oracle.mjs";
import { forgeAt } from "../hardening/support/random_cursors.mjs";
import type { Target } from "../hardening/support/targets.mjs";
import type { Asked, World } from "./world.ts";

/** Stands in files outside and in denied ones, and is not what is searched for, which answers repeat. */
const SOUGHT = "st[o]len|ins[i]de";
/** `loot` is a name, and 7919 a size, that nothing inside has. */
const OUTSIDE = /stolen|loot|\b7919\b|root:x:|"\/proc\//;

/** What a refusal says, and `explain`; of a URI, that it is none. */
const SAID =
  /outside the (workspace; use a path inside it, relative to its root|allowed folders)|Path must be within|"place":"outside"|"outside_allowed_roots":\[|uri does not name/;
const SHOWN = 300;

export interface Operation {
  readonly target: Target;
  /** Whether the answer is about the path itself, and not about what a glob or a beginning of a name finds. */
  readonly isNamed: boolean;
}

const toOperation = (isNamed: boolean, name: string, args: Record<string, unknown>): Operation => ({
  target: { kind: name, dialect: "forge", name, args },
  isNamed,
});

/** A call of a tool that the owner has registered as `own`. */
export const ownOperation = (path: string) => toOperation(true, "own", { path });

export function operationsOn(path: string): readonly Operation[] {
  const uri = `porthole:///${path.split("/").map(encodeURIComponent).join("/")}`;
  const named: readonly [string, Record<string, unknown>][] = [
    ["read_file", { path }],
    ["read_files", { paths: [path] }],
    ["tree", { path, entry_kind: "all", include_hidden: true }],
    ["list_directory", { path, recursive: true }],
    ["list_files", { path, entry_kind: "all", include_hidden: true }],
    ["search_text", { path, pattern: SOUGHT, include_hidden: true }],
    ["marks", { path }],
    ["explain", { path }],
    ["resources/read", { uri }],
  ];
  const glob = path === "/" ? "/etc/**" : `${path}/**`;
  const found: readonly [string, Record<string, unknown>][] = [
    ["list_files", { pattern: glob, entry_kind: "all", include_hidden: true }],
    ["search_text", { pattern: SOUGHT, include: [glob], include_hidden: true }],
    ["completion/complete", { path: `${path}/` }],
  ];
  return [
    ...named.map(([name, args]) => toOperation(true, name, args)),
    ...found.map(([name, args]) => toOperation(false, name, args)),
  ];
}

/** Walks through all that may be seen, and what continues one elsewhere. */
export function walksFrom({ start, cursors }: World): readonly Operation[] {
  const options = { entry_kind: "all", include_hidden: true };
  const continued = cursors.flatMap((place) => [
    forgeAt(place, { name: "list_files", path: ".", pattern: "**" }),
    forgeAt(place, { name: "search_text", path: ".", pattern: SOUGHT }),
  ]);
  return [
    ...operationsOn(start).filter(({ target }) => target.name !== "resources/read"),
    toOperation(false, "list_files", { pattern: `${start}/**`, ...options }),
    toOperation(false, "search_text", { path: start, pattern: SOUGHT, exclude: ["*.none"], include_hidden: true }),
    toOperation(false, "tree", { path: start, max_depth: 12, exclude: ["*.none"], ...options }),
    toOperation(false, "resources/list", {}),
    toOperation(false, "completion/complete", { path: "" }),
    ...continued.map(({ name, args }) => toOperation(false, name, args)),
  ];
}

/** `list_directory` of the Gemini dialect, which takes absolute paths. */
export function geminiOperation({ root }: World, path: string): Operation {
  const absolute = path.startsWith("/") ? path : `${root}/${path}`;
  const target: Target = { kind: "list (gemini)", dialect: "gemini", name: "list_directory", args: { path: absolute } };
  return { target, isNamed: true };
}

/** What is wrong with the answer, in words that name the row, the path and the operation; null if nothing is. */
export function findFault(
  world: World,
  { row, path, outcome }: Asked,
  operation: Operation,
  answer: Answer,
): string | null {
  const { target, isNamed } = operation;
  const { wire } = answer;
  const label = `${row}: ${target.kind} ${JSON.stringify(target.args)}`;
  const isAbsolute = target.dialect === "gemini" || path.startsWith("/");
  if (OUTSIDE.test(wire) || (!isAbsolute && wire.includes(world.around)))
    return `${label} shows ${wire.slice(0, SHOWN)}`;
  const fate = fateOf(target, answer);
  if (outcome === "outside" && isNamed && !SAID.test(wire)) return `${label} says ${wire.slice(0, SHOWN)}`;
  const isRight = isNamed
    ? EXPECTED[outcome].test(fate)
    : outcome === "inside" || /^(nothing|SANDBOX|INVALID)/.test(fate);
  return isRight ? null : `${label} is not ${outcome}: ${fate} ${wire.slice(0, SHOWN)}`;
}

const EXPECTED: Readonly<Record<Asked["outcome"], RegExp>> = {
  // A URI cannot even spell such a path.
  outside: /^(SANDBOX_VIOLATION|outside|INVALID_ARGUMENT)$/,
  denied: /^(SANDBOX_VIOLATION|denied)$/,
  missing: /^(NOT_FOUND|missing)$/,
  inside: /^(shown|nothing|NOT_FILE|NOT_DIRECTORY|inside)$/,
};

/** The code of the error, what `explain` says, or whether anything is shown. */
function fateOf({ name, dialect }: Target, { wire, content, isError }: Answer): string {
  if (isError) return codeOf(content) ?? codeOf(wire) ?? "no code";
  if (dialect === "gemini") return "shown";
  const said = JSON.parse(content);
  if (name === "explain") {
    if (said.denied_by !== null) return "denied";
    return said.outside_allowed_roots === null ? said.place : "outside";
  }
  const shown = said.files ?? said.paths ?? said.values;
  return name === "read_files" && shown[0].error !== undefined
    ? shown[0].error.code
    : shown?.length === 0
      ? "nothing"
      : "shown";
}

/** Of the text for a model, of the result of a function, or of an MCP error, which has no code of ours if a file is missing. */
function codeOf(text: string): string | undefined {
  return (
    /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? (/"code":-32602,.* does not exist/.test(text) ? "NOT_FOUND" : undefined)
  );
}
