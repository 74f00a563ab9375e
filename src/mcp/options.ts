// The options of the MCP servers: their types, which need no other package, and their checks.

import { isIPv6 } from "node:net";
import type { ToolkitResources } from "../call/resources.ts";
import { A_TOOL_PREFIX, findUnusableName, isToolPrefix } from "../call/tool_names.ts";
import type { CallAnswer, ExecuteContext, ToolCall, ToolReport } from "../call/types.ts";
import { invalidArgument } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import { A_FUNCTION, AN_OBJECT, type OwnerRule, oneOf, unknownField } from "../input/owner_input.ts";
import type { AnswerFormat } from "../tools/found.ts";

/** Common clients pass on answers of this size in full, and cut longer ones unless they were announced. */
export const WHOLE_ANSWER_BYTES = 20_000;

/** The part of a toolkit that the servers use. Pass the object returned by `createAgentToolkit`. */
export interface McpToolkit {
  /** The tools, sorted by name. */
  tools(): readonly ToolReport[];
  /** Answers one call. */
  answer(call: ToolCall, context?: ExecuteContext): Promise<CallAnswer>;
  /** Starts held-back calls that may start now. */
  resumeCalls(): void;
  /** Answers in `text` have no output schema and no structured content. */
  readonly format: AnswerFormat;
  /** The largest answer, in bytes. Clients are told if it exceeds what they pass on by default. */
  readonly maxAnswerBytes?: number;
  /** Whether the owner set `maxAnswerBytes`. */
  readonly answerLimitFrom?: "owner" | "default";
  /** If absent, the server has no resources. */
  readonly resources?: ToolkitResources;
}

/** Options of `serveMcpStdio`. */
export interface ServeMcpStdioOptions {
  /** Stays open when the server ends. */
  readonly toolkit: McpToolkit;
  /** The version of the server, as clients see it. Default: the version of porthole. */
  readonly version?: string | undefined;
  /** Called with one line for each fault that the owner should know of. Default: writes it to standard error. */
  readonly log?: ((line: string) => void) | undefined;
  /** The tools are listed and called as `PREFIX_name`, for clients that do not add a prefix. Default: by their own names. */
  readonly toolPrefix?: string | undefined;
  /**
   * `client`: an answer to a client that cuts long ones is as long as that client passes on (docs/clients.md); other clients get the limit
   * of the toolkit. `toolkit`: every client gets that limit. Default: `toolkit` if `maxOutputBytes` or `[tools.output] max_bytes` is set,
   * otherwise `client`.
   */
  readonly answerLimit?: "client" | "toolkit" | undefined;
}

interface Rule extends OwnerRule {
  /** The value is a secret, or useless in a message. */
  readonly hidesValue?: true;
}

type Rules = Readonly<Record<string, Rule>>;

export const STDIO_RULES: Rules = {
  toolkit: { allows: "an object that createAgentToolkit returned", accepts: isToolkit, hidesValue: true },
  version: { allows: "a non-empty string", accepts: (value) => isText(value) && value !== "" },
  log: A_FUNCTION,
  toolPrefix: { allows: A_TOOL_PREFIX, accepts: isToolPrefix },
  answerLimit: oneOf(["client", "toolkit"]),
};

export const HTTP_RULES: Rules = {
  ...STDIO_RULES,
  host: { allows: "a string", accepts: isText },
  port: { allows: "a whole number from 0 to 65535", accepts: isPort },
  token: { allows: "a string of at least 16 letters, digits or -._~+/", accepts: isToken, hidesValue: true },
  allowedHosts: { allows: "an array of host names without scheme and port", accepts: areHosts, hidesValue: true },
  routes: { ...AN_OBJECT, hidesValue: true },
  limits: { ...AN_OBJECT, hidesValue: true },
};

/** Throws `invalidArgument` for the first unknown or invalid option. Undefined means not set; only `toolkit` is required. */
export function checkOptions(options: ServeMcpStdioOptions, rules: Rules): void {
  if (typeof options !== "object" || options === null)
    throw invalidArgument("options must be an object with a toolkit");
  const unknown = Object.keys(options).find(
    (name) => !Object.hasOwn(rules, name) && Reflect.get(options, name) !== undefined,
  );
  if (unknown !== undefined) throw unknownField("options", unknown, Object.keys(rules));
  for (const [name, { allows, accepts, hidesValue }] of Object.entries(rules)) {
    const value: unknown = Reflect.get(options, name);
    if ((value === undefined && name !== "toolkit") || accepts(value)) continue;
    throw invalidArgument(`${name} must be ${allows}${hidesValue ? "" : `, not ${quoteShort(value)}`}`);
  }
  checkToolNames(options);
}

/** Throws `invalidArgument` if a tool's name with the prefix is one that providers refuse. */
function checkToolNames({ toolkit, toolPrefix }: ServeMcpStdioOptions): void {
  if (toolPrefix === undefined) return;
  const names = toolkit.tools().map(({ name }) => name);
  const unusable = findUnusableName(names, toolPrefix);
  if (unusable === null) return;
  const rule = "providers accept at most 64 letters, digits, _ and -";
  throw invalidArgument(`toolPrefix cannot be used with the tool ${quoteShort(unusable)}: ${rule}`);
}

function isToolkit(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const methods = ["tools", "answer", "resumeCalls"];
  const isFormat = ["json", "text"].includes(Reflect.get(value, "format"));
  return isFormat && methods.every((name) => typeof Reflect.get(value, name) === "function");
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isPort(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 65_535;
}

/** The characters that a bearer token may contain. */
function isToken(value: unknown): boolean {
  return isText(value) && value.length >= 16 && /^[\w.~+/-]+=*$/.test(value);
}

/** As in a `Host` header; IPv6 addresses may lack brackets. */
function areHosts(value: unknown): boolean {
  const isHost = (name: unknown) =>
    isText(name) && (/^[\w.-]+$/.test(name) || isIPv6(name.replace(/^\[(.*)\]$/, "$1")));
  return Array.isArray(value) && value.every(isHost);
}
