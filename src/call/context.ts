// Creates the context that all tools of a toolkit share: the sealed workspace, the policy, the limits and the approver.

import { leadsTo, locateRoots } from "../disk/allowed_roots.ts";
import type { CallClock } from "../disk/call_clock.ts";
import { openWorkspace } from "../disk/open.ts";
import type { Strategy, Workspace } from "../disk/types.ts";
import { invalidArgument } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import {
  A_BOOLEAN,
  A_FUNCTION,
  AN_OBJECT,
  ANYTHING,
  type OwnerRule,
  oneOf,
  readOwnerInput,
  TEXTS,
} from "../input/owner_input.ts";
import { CONFIG_KEYS } from "../registory/config_keys.ts";
import { DEFAULTS } from "../registory/config_values.ts";
import type { AnswerFormat } from "../tools/found.ts";
import type { Awaitable } from "../tools/tool.ts";
import { DeniedPatterns, requireRelative } from "../view/denied/patterns.ts";
import { FileDiscoveryService } from "../view/discovery_service.ts";
import { confineRules } from "../view/guard.ts";
import { PortholeIgnore } from "../view/portholeignore.ts";
import type { Denied } from "../view/verdict.ts";
import type { Approve } from "./approval.ts";
import { type OwnTools, type Policy, readPolicy, requireKnownTools } from "./policy.ts";
import type { Audit } from "./record.ts";
import { Semaphore } from "./semaphore.ts";

/** Assumed room in the model's context if a call does not specify it. */
const CAPACITY_BYTES = 65_536;
/** A day. Timers support at most 24 days, and fire at once for more. */
const MAX_DURATION_MS = CONFIG_KEYS.timeouts.default_seconds.max * 1000;

// A walk holds one descriptor for each level, so this many calls stay well below the usual limit of 1024.
const MAX_CALLS_AT_WORK = 32;
// More than any client sends at once. Waiting calls hold no descriptors.
const MAX_CALLS_WAITING = 10_000;

/** The options of `createToolContext`. docs/library.md describes each of them. */
export interface ToolContextOptions {
  /** The folder that the tools can see. */
  readonly workspaceRoot: string;
  /** The form of answers for a model: JSON, or text that says the same in fewer tokens. Default: `json`. */
  readonly format?: AnswerFormat;
  /** Fields that are left out are those of `DEFAULT_POLICY`. */
  readonly policy?: Partial<Policy>;
  /**
   * The names of your own tools. The lists of the policy may name these and the built-in ones, and no other tool can be added. Default:
   * null; any tool can be added, but the policy cannot name it.
   */
  readonly ownTools?: readonly string[] | null;
  /** Called when a call needs human approval. Without it, such calls are denied. */
  readonly approve?: Approve;
  /** Records every call before its answer is returned. If the record fails, the call is answered with an error. Default: none. */
  readonly audit?: Audit;
  /** Globs of files whose content is never shown, in addition to the built-in ones. */
  readonly deniedPatterns?: readonly string[];
  /** Whether the built-in lists of denied files apply (docs/denied.md). Default: true. */
  readonly includeDefaultDenies?: boolean;
  /** Whether to deny `.env` files and similar ones too. Default: false. */
  readonly denySecrets?: boolean;
  /** Globs of files that the built-in lists do not deny. `deniedPatterns` and `.portholeignore` still deny them. */
  readonly allowedPatterns?: readonly string[];
  /** Whether to deny the files that `.portholeignore` at the root matches. Default: false. */
  readonly obeyPortholeignore?: boolean;
  /** Folders inside the workspace. If given, nothing else in it is accessible. */
  readonly allowedRoots?: readonly string[] | null;
  /** Whether absolute paths inside the workspace are accepted. Default: true. */
  readonly allowAbsolute?: boolean;
  /** The timeout of a call. Default: 30,000. */
  readonly timeoutMs?: number;
  /**
   * The largest answer for a model, in bytes of UTF-8. Default: 102,400, and 65,536 for a call that does not specify its capacity. A limit
   * given here also applies to such calls.
   */
  readonly maxOutputBytes?: number;
  /** The largest JSON of a call's arguments, in bytes of UTF-8. Default: 262,144. */
  readonly maxArgumentBytes?: number;
  /** How long to wait for approval. Default: 300,000. */
  readonly approvalTimeoutMs?: number;
  /** Default: the strongest that the system offers. */
  readonly strategy?: Strategy;
  /** The ignore rules of the same root, if they are already loaded. Default: loaded on first use. */
  readonly discovery?: FileDiscoveryService;
}

/** An open workspace with its policy and limits. All tools on it share them. */
export interface ToolContext {
  /** The open workspace. */
  readonly workspace: Workspace;
  /** The form of answers for a model. */
  readonly format: AnswerFormat;
  /** The policy in force. */
  readonly policy: Policy;
  /** The declared names of the owner's tools; null if they are not declared. */
  readonly ownTools: OwnTools;
  /** Everything that is denied in a call that starts now. */
  readonly loadDenied: (clock: CallClock) => Awaitable<Denied>;
  /** The ignore rules of the workspace. */
  readonly discovery: FileDiscoveryService;
  /** Limits the number of running calls; the others wait. */
  readonly semaphore: Semaphore;
  /** The locations of the allowed roots, links resolved, relative to the root. Null: the whole workspace. */
  readonly allowedRoots: readonly string[] | null;
  /** Whether a location is in an allowed root or on the way to one, as the owner wrote it or with links resolved. */
  readonly leadsToAllowed: (location: string) => boolean;
  /** Called when a call needs human approval. */
  readonly approve: Approve | undefined;
  /** Called for each call before its answer is returned. */
  readonly audit: Audit | undefined;
  /** Whether absolute paths inside the workspace are accepted. */
  readonly allowAbsolute: boolean;
  /** The timeout of a call. */
  readonly timeoutMs: number;
  /** The largest answer, in bytes of UTF-8. */
  readonly maxOutputBytes: number;
  /** Whether `maxOutputBytes` was set. */
  readonly outputLimitFrom: "owner" | "default";
  /** Assumed room in the model's context if a call does not specify it. */
  readonly capacityBytes: number;
  /** The largest JSON of a call's arguments, in bytes of UTF-8. */
  readonly maxArgumentBytes: number;
  /** How long to wait for approval. */
  readonly approvalTimeoutMs: number;
}

/**
 * Throws if an option is unknown, the root is not a directory, a denied or allowed pattern is not a glob, a number is out of range or the
 * policy is malformed. `workspace.close()` closes it.
 */
export function createToolContext(given: ToolContextOptions): ToolContext {
  const options = readOwnerInput("options", given, CONTEXT_RULES);
  if (options.workspaceRoot === undefined)
    throw invalidArgument("workspaceRoot is missing: name the folder that the agent may see");
  const limits = readLimits(options);
  const policy = readPolicy(options.policy === undefined ? {} : options.policy);
  const ownTools = options.ownTools ? Object.freeze([...options.ownTools]) : null;
  requireKnownTools(policy, ownTools);
  if (options.includeDefaultDenies === false && options.denySecrets === true)
    throw invalidArgument(SECRETS_WITHOUT_LISTS);
  const denied = new DeniedPatterns({
    patterns: options.deniedPatterns ?? [],
    includeDefaults: options.includeDefaultDenies ?? DEFAULTS.sandbox.includeDefaultDenies,
    denySecrets: options.denySecrets ?? DEFAULTS.sandbox.denySecrets,
    allowed: options.allowedPatterns ?? [],
  });
  const workspace = openWorkspace(options.workspaceRoot, { strategy: options.strategy });
  requireRelativePatterns(workspace, options);
  const allowed = options.allowedRoots ? locateRoots(workspace.inner, options.allowedRoots) : null;
  const allowedRoots = allowed?.map(({ location }) => location) ?? null;
  const held = { workspace, ...confineRules(denied, allowedRoots) };
  const hidden =
    (options.obeyPortholeignore ?? DEFAULTS.sandbox.obeyPortholeignore) ? new PortholeIgnore(held, denied) : null;
  return {
    workspace,
    format: options.format ?? DEFAULTS.format,
    loadDenied: (clock) => hidden?.load(clock) ?? denied,
    discovery: options.discovery ?? new FileDiscoveryService(options.workspaceRoot, { held }),
    semaphore: new Semaphore({ permits: MAX_CALLS_AT_WORK, maxWaiting: MAX_CALLS_WAITING }),
    allowedRoots,
    leadsToAllowed: (location) => allowed?.some((root) => leadsTo(root, location)) ?? true,
    policy,
    ownTools,
    approve: options.approve,
    audit: options.audit,
    allowAbsolute: options.allowAbsolute ?? DEFAULTS.sandbox.allowAbsolute,
    ...limits,
  };
}

function requireRelativePatterns(workspace: Workspace, options: ToolContextOptions): void {
  try {
    requireRelative("denied", options.deniedPatterns ?? [], workspace.rootNames);
    requireRelative("allowed", options.allowedPatterns ?? [], workspace.rootNames);
  } catch (error) {
    workspace.close();
    throw error;
  }
}

const SECRETS_WITHOUT_LISTS =
  "denySecrets: true needs the built-in lists, but includeDefaultDenies: false switches them off; remove one of the two";

const TEXTS_OR_NULL: OwnerRule = {
  allows: "an array of strings, or null",
  accepts: (value) => value === null || TEXTS.accepts(value),
};

// The ranges of numbers are checked below.
export const CONTEXT_RULES: Readonly<Record<keyof ToolContextOptions, OwnerRule>> = {
  workspaceRoot: {
    allows: "a non-empty string; . is the current folder",
    accepts: (value) => typeof value === "string" && value !== "",
  },
  format: oneOf(CONFIG_KEYS.format.choices),
  policy: ANYTHING,
  ownTools: TEXTS_OR_NULL,
  approve: A_FUNCTION,
  audit: A_FUNCTION,
  deniedPatterns: TEXTS,
  includeDefaultDenies: A_BOOLEAN,
  denySecrets: A_BOOLEAN,
  allowedPatterns: TEXTS,
  obeyPortholeignore: A_BOOLEAN,
  allowedRoots: TEXTS_OR_NULL,
  allowAbsolute: A_BOOLEAN,
  timeoutMs: ANYTHING,
  maxOutputBytes: ANYTHING,
  maxArgumentBytes: ANYTHING,
  approvalTimeoutMs: ANYTHING,
  strategy: oneOf(["handles", "verify"]),
  discovery: AN_OBJECT,
};

function readLimits({ timeoutMs, maxOutputBytes, maxArgumentBytes, approvalTimeoutMs }: ToolContextOptions) {
  return {
    timeoutMs: requireDuration("timeoutMs", timeoutMs ?? DEFAULTS.timeouts.defaultMs),
    maxOutputBytes: requireBytes("maxOutputBytes", maxOutputBytes ?? DEFAULTS.output.maxBytes),
    outputLimitFrom: maxOutputBytes === undefined ? ("default" as const) : ("owner" as const),
    // A value of the owner wins over the built-in default (EX-24). Never lower than the default, because a call may set a higher limit.
    capacityBytes: Math.max(CAPACITY_BYTES, maxOutputBytes ?? 0),
    maxArgumentBytes: requireBytes("maxArgumentBytes", maxArgumentBytes ?? DEFAULTS.limits.maxArgumentBytes),
    approvalTimeoutMs: requireDuration("approvalTimeoutMs", approvalTimeoutMs ?? DEFAULTS.approval.timeoutMs),
  };
}

/** Throws `invalidArgument` if timers do not support the value. Zero is valid: the call times out at once. */
export function requireDuration(name: string, value: unknown): number {
  if (typeof value === "number" && value >= 0 && value <= MAX_DURATION_MS) return value;
  throw invalidArgument(`${name} must be a number from 0 to ${MAX_DURATION_MS}, not ${quoteShort(value)}`);
}

export function requireBytes(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw invalidArgument(`${name} must be a whole number of at least 0, not ${quoteShort(value)}`);
}
