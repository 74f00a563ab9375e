// createAgentToolkit: opens one workspace with all its tools. The command line, the MCP server, the page and the adapters use this object.

import { type AuditFile, openAuditFile } from "./audit/file.ts";
import { joinAudits } from "./audit/join.ts";
import { CONTEXT_RULES, createToolContext, type ToolContext } from "./call/context.ts";
import { toContextOptions, toSettings, withGitignore } from "./config/settings.ts";
import { validateConfig } from "./config/validate.ts";
import { A_BOOLEAN, AN_OBJECT, oneOf, readOwnerInput } from "./input/owner_input.ts";
import { DEFAULTS_SETS } from "./registory/config_keys.ts";
import { assembleForge, assembleGemini } from "./toolkit/assemble.ts";
import type { AgentToolkit, AgentToolkitOptions, GeminiToolkit } from "./toolkit/types.ts";

export type { AgentToolkit, AgentToolkitOptions, Dialect, GeminiToolkit, Toolkit } from "./toolkit/types.ts";

/** Throws if an option is unknown, the root is not a directory, the configuration is invalid, or a pattern is not a glob. */
export function createAgentToolkit(options: AgentToolkitOptions & { readonly dialect: "gemini" }): GeminiToolkit;
export function createAgentToolkit(options: AgentToolkitOptions & { readonly dialect?: "forge" }): AgentToolkit;
export function createAgentToolkit(options: AgentToolkitOptions): AgentToolkit | GeminiToolkit;
export function createAgentToolkit(given: AgentToolkitOptions): AgentToolkit | GeminiToolkit {
  const { config, defaults, dialect, respectGitignore, ...options } = readOwnerInput("options", given, TOOLKIT_RULES);
  const checked = config === undefined ? {} : validateConfig(config);
  const settings = withGitignore(toSettings(checked, defaults), respectGitignore);
  // Distinguished from a default: together with `includeDefaultDenies: false` it is a mistake.
  const isSecretsAsked = checked.tools?.sandbox?.deny_secrets === true;
  const context = createToolContext(
    toContextOptions(settings, { ...(isSecretsAsked ? { denySecrets: true } : {}), ...options }),
  );
  const record = openRecord(context, settings.auditFile);
  const audit = joinAudits([record, context.audit]);
  const timeoutMs = options.timeoutMs ?? settings.fileTimeoutMs;
  const parts = { context: { ...context, audit }, settings, timeoutMs };
  return dialect === "gemini" ? assembleGemini(parts) : assembleForge(parts);
}

const TOOLKIT_RULES = {
  ...CONTEXT_RULES,
  config: AN_OBJECT,
  defaults: oneOf(DEFAULTS_SETS),
  dialect: oneOf(["forge", "gemini"]),
  respectGitignore: A_BOOLEAN,
};

/** The file of the configuration. A program's own audit is called as well, after it. */
function openRecord({ workspace }: ToolContext, file: string | null): AuditFile | undefined {
  if (file === null) return undefined;
  try {
    return openAuditFile(file, workspace.rootNames[0] ?? "");
  } catch (error) {
    workspace.close();
    throw error;
  }
}
