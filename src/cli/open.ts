// Opens the toolkit for a command, from its options and its configuration file, and names the caller in the record.

import type { Caller } from "../call/record.ts";
import type { ExecuteContext } from "../call/types.ts";
import { findUserConfig, hasUserConfig, refuseFormerConfig } from "../config/find.ts";
import { loadConfig } from "../config/load.ts";
import { quoteShort } from "../errors/quote.ts";
import { VERSION } from "../mcp/version.ts";
import type { PortholeConfig } from "../registory/config_keys.ts";
import { type AgentToolkit, type AgentToolkitOptions, createAgentToolkit, type GeminiToolkit } from "../toolkit.ts";
import type { AnswerFormat } from "../tools/found.ts";
import { findPatternFault, parseDenied } from "../view/denied/globs.ts";
import { ANSWER_FORMATS, DIALECTS } from "./option_rows.ts";
import { choiceOf, textOf, textsOf, UsageError, type Values } from "./parse.ts";

/** The person at the command line. */
export const AS_OWNER = toCaller("owner");
/** The agent that runs `porthole call`. */
export const AS_AGENT = toCaller("agent");

function toCaller<By extends Caller>(by: By) {
  return { client: { name: "porthole", version: VERSION }, by } satisfies ExecuteContext;
}

type Options = Omit<AgentToolkitOptions, "dialect">;

/** For a person, or a program that reads JSON. */
export function openToolkit(options: Options): AgentToolkit {
  return orUsageError(() => createAgentToolkit({ ...options, format: "json", dialect: "forge" }));
}

/** In the dialect that the options name. */
export function openInDialect(values: Values, options: Options): AgentToolkit | GeminiToolkit {
  const dialect = choiceOf(values, "dialect", DIALECTS) ?? "forge";
  return orUsageError(() => createAgentToolkit({ ...options, dialect }));
}

/** For a model: `--format`, otherwise the configuration, otherwise `fallback`. */
export function readModelOptions(values: Values, fallback: AnswerFormat, folder?: string): Options {
  const options = readOptions(values, folder);
  const format = choiceOf(values, "format", ANSWER_FORMATS) ?? options.config?.tools?.format ?? fallback;
  return { ...options, format };
}

/** The folder and the configuration, with the overrides of the command line. */
export function readOptions(values: Values, folder?: string): Options {
  const workspaceRoot = folder ?? textOf(values, "workspace") ?? ".";
  // Probably an unset variable in a script or a client. It must not silently mean the current folder.
  if (workspaceRoot === "") throw new UsageError("the workspace must not be empty; . is the current folder");
  const config = readConfig(textOf(values, "config"));
  return {
    workspaceRoot,
    defaults: "agent",
    ...(config === null ? {} : { config }),
    ...(values["no-ignore"] ? { respectGitignore: false } : {}),
    ...readDenials(values, config?.tools?.sandbox ?? {}),
  };
}

type Sandbox = NonNullable<NonNullable<PortholeConfig["tools"]>["sandbox"]>;

/** These add to the configuration: whatever it denies stays denied. */
function readDenials(values: Values, { denied_patterns = [], allowed_patterns = [] }: Sandbox): Partial<Options> {
  return {
    deniedPatterns: [...denied_patterns, ...readGlobs(values, "deny")],
    allowedPatterns: [...allowed_patterns, ...readGlobs(values, "allow")],
  };
}

function readGlobs(values: Values, option: "deny" | "allow"): readonly string[] {
  const globs = textsOf(values, option);
  for (const glob of globs) {
    const fault = findPatternFault(parseDenied(glob));
    if (fault !== null) throw new UsageError(`--${option} ${quoteShort(glob)} ${fault}`);
  }
  return globs;
}

/** The named file, otherwise the user's own if it exists. A file in the workspace is never used unless it is named. */
function readConfig(file: string | undefined) {
  const path = file ?? findUserConfig(process.env);
  if (file === undefined) orUsageError(() => refuseFormerConfig(process.env));
  if (path === null || (file === undefined && !hasUserConfig(path))) return null;
  return orUsageError(() => loadConfig(path));
}

const OUR_MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError];

/** Reports faults in the setup (no such folder, a broken configuration) as wrong usage. */
export function orUsageError<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw toUsageError(error);
  }
}

/** One line: the first fault, and the number of further ones. Rethrows errors that only a bug can cause. */
export function toUsageError(error: unknown): UsageError {
  if (!(error instanceof Error) || OUR_MISTAKES.some((kind) => error instanceof kind)) throw error;
  const [first = "it failed", ...rest] = error.message.split("\n");
  return new UsageError(rest.length === 0 ? first : `${first} (and ${rest.length} more)`);
}
