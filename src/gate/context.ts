// Creates the context that all tools of a toolkit share: the sealed workspace, the policy, the limits and the approver.

import { PortholeIgnore } from "../discovery/portholeignore.ts";
import { FileDiscoveryService, type HeldProject } from "../discovery/service.ts";
import { invalidArgument, quoteShort } from "../errors.ts";
import { CONFIG_KEYS } from "../registory/config_keys.ts";
import { DEFAULTS } from "../registory/config_values.ts";
import type { Approve } from "../security/approval.ts";
import { type Denied, DeniedPatterns } from "../security/denied.ts";
import { requireRelative } from "../security/denied_globs.ts";
import {
  A_BOOLEAN,
  A_FUNCTION,
  AN_OBJECT,
  ANYTHING,
  type OwnerRule,
  oneOf,
  readOwnerInput,
  TEXTS,
} from "../security/owner_input.ts";
import { type OwnTools, type Policy, readPolicy, requireKnownTools } from "../security/policy.ts";
import { isInFolders, leadsTo, locateRoots } from "../workspace/allowed_roots.ts";
import type { CallClock } from "../workspace/call_clock.ts";
import { openWorkspace } from "../workspace/open.ts";
import type { Strategy, Workspace } from "../workspace/types.ts";
import type { Audit } from "./record.ts";
import { Semaphore } from "./semaphore.ts";
import type { AnswerFormat } from "./spec.ts";

/** The room in front of a model where a call does not say how much there is. */
const CAPACITY_BYTES = 65_536;
/** A day. Timers take no more than 24 of them, and fire at once for more. */
const MAX_DURATION_MS = CONFIG_KEYS.timeouts.default_seconds.max * 1000;

// A walk holds one descriptor for each level it is in; this many calls stay well below the usual limit of 1024.
const MAX_CALLS_AT_WORK = 32;
// More than any client has under way. Those that wait hold no descriptor.
const MAX_CALLS_WAITING = 10_000;

/** The options of `createToolContext`. docs/library.md describes each of them. */
export interface ToolContextOptions {
  /** The one folder that can be looked at. */
  readonly workspaceRoot: string;
  /** The form in which a model gets answers: the JSON of their data, or text that says the same in fewer tokens. Default: `json`. */
  readonly format?: AnswerFormat;
  /** What is left out is as in `DEFAULT_POLICY`. */
  readonly policy?: Partial<Policy>;
  /**
   * The names of your own tools. The lists of the policy may name these beside the built-in ones, and no other tool can be added. Default:
   * null, which lets you add any, and name none in the policy.
   */
  readonly ownTools?: readonly string[] | null;
  /** Asked when the policy wants a person's word. Without it, such calls are denied. */
  readonly approve?: Approve;
  /** Keeps a record of every call, before its answer leaves. A call whose record is not kept is answered with an error. Default: none. */
  readonly audit?: Audit;
  /** Globs of files whose content is never shown, beside the built-in ones. */
  readonly deniedPatterns?: readonly string[];
  /** Whether the built-in lists of denied files are in force (docs/denied.md). Default: true. */
  readonly includeDefaultDenies?: boolean;
  /** Whether `.env` files and the like are denied too. Default: false. */
  readonly denySecrets?: boolean;
  /** Globs of files that no built-in list denies. Patterns of the owner's and `.portholeignore` deny them all the same. */
  readonly allowedPatterns?: readonly string[];
  /** Whether what `.portholeignore` at the root matches is denied. Default: false. */
  readonly obeyPortholeignore?: boolean;
  /** Folders inside the workspace; if given, nothing else of it can be looked at. */
  readonly allowedRoots?: readonly string[] | null;
  /** Whether absolute paths inside the workspace are accepted. Default: true. */
  readonly allowAbsolute?: boolean;
  /** How long a call may take. Default: 30,000. */
  readonly timeoutMs?: number;
  /**
   * How long a string made for a model may be, in bytes of UTF-8. Default: 102,400, and 65,536 for a call that does not say how much room
   * there is. A limit that is given here is room enough for such a call.
   */
  readonly maxOutputBytes?: number;
  /** How long the JSON of a call's arguments may be, in bytes of UTF-8. Default: 262,144. */
  readonly maxArgumentBytes?: number;
  /** How long a person may think. Default: 300,000. */
  readonly approvalTimeoutMs?: number;
  /** Default: the strongest that the system offers. */
  readonly strategy?: Strategy;
  /** The ignore rules of the same root, if somebody has them already. Default: read when a tool first asks. */
  readonly discovery?: FileDiscoveryService;
}

/** An open workspace with its policy and limits. All tools on it share them. */
export interface ToolContext {
  /** The open workspace. */
  readonly workspace: Workspace;
  /** The form in which a model gets answers. */
  readonly format: AnswerFormat;
  /** The policy in force. */
  readonly policy: Policy;
  /** The declared names of the owner's tools; null if they are not declared. */
  readonly ownTools: OwnTools;
  /** Everything that is denied in a call that starts now. */
  readonly loadDenied: (clock: CallClock) => Promise<Denied>;
  /** The ignore rules of the workspace. */
  readonly discovery: FileDiscoveryService;
  /** The places for calls at work; the others wait. */
  readonly semaphore: Semaphore;
  /** Where the allowed roots lie, links resolved, relative to the root. Null: the whole workspace. */
  readonly allowedRoots: readonly string[] | null;
  /** Whether a location lies in one of them, or on the way to one, as the owner spelled it or links resolved. */
  readonly leadsToAllowed: (location: string) => boolean;
  /** Called when a call needs human approval. */
  readonly approve: Approve | undefined;
  /** Called for each call before its answer leaves. */
  readonly audit: Audit | undefined;
  /** Whether absolute paths inside the workspace are accepted. */
  readonly allowAbsolute: boolean;
  /** The time limit of a call. */
  readonly timeoutMs: number;
  /** The largest answer, in bytes of UTF-8. */
  readonly maxOutputBytes: number;
  /** The room in front of the model where a call does not say how much there is. */
  readonly capacityBytes: number;
  /** The largest JSON of a call's arguments, in bytes of UTF-8. */
  readonly maxArgumentBytes: number;
  /** How long a person may take to approve. */
  readonly approvalTimeoutMs: number;
}

/**
 * Throws if an option is unknown, the root is not a directory, a denied or allowed pattern is not a glob, a number is out of range or the
 * policy is malformed.
 * `workspace.close()` ends it.
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
  const allowed = options.allowedRoots ? locateRoots(workspace, options.allowedRoots) : null;
  const allowedRoots = allowed?.map(({ location }) => location) ?? null;
  const held = { workspace, ...confineRules(denied, allowedRoots) };
  const hidden =
    (options.obeyPortholeignore ?? DEFAULTS.sandbox.obeyPortholeignore) ? new PortholeIgnore(held, denied) : null;
  return {
    workspace,
    format: options.format ?? DEFAULTS.format,
    loadDenied: async (clock) => hidden?.load(clock) ?? denied,
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
  "denySecrets: true needs the built-in lists, and includeDefaultDenies: false switches them off; leave one of them out";

/** Denied files are not read as rules. Where only some folders may be looked at, rules of the others hold and are not shown. */
function confineRules(denied: DeniedPatterns, allowedRoots: readonly string[] | null): Omit<HeldProject, "workspace"> {
  return {
    isDenied: (location) => denied.find(location) !== null,
    isVisible: (location) => allowedRoots === null || isInFolders(location, allowedRoots),
    followsLinks: allowedRoots === null,
  };
}

const TEXTS_OR_NULL: OwnerRule = {
  allows: "an array of strings, or null",
  accepts: (value) => value === null || TEXTS.accepts(value),
};

// Numbers have their own ranges, below.
export const CONTEXT_RULES: Readonly<Record<keyof ToolContextOptions, OwnerRule>> = {
  workspaceRoot: {
    allows: "a string that is not empty; . is the current folder",
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
    // The owner's word against the built-in default (EX-24). Never less: a call may say a higher limit of its own.
    capacityBytes: Math.max(CAPACITY_BYTES, maxOutputBytes ?? 0),
    maxArgumentBytes: requireBytes("maxArgumentBytes", maxArgumentBytes ?? DEFAULTS.limits.maxArgumentBytes),
    approvalTimeoutMs: requireDuration("approvalTimeoutMs", approvalTimeoutMs ?? DEFAULTS.approval.timeoutMs),
  };
}

/** Throws `invalidArgument` for what no timer takes. No time at all is a time: it is up at once. */
export function requireDuration(name: string, value: unknown): number {
  if (typeof value === "number" && value >= 0 && value <= MAX_DURATION_MS) return value;
  throw invalidArgument(`${name} must be a number from 0 to ${MAX_DURATION_MS}, not ${quoteShort(value)}`);
}

export function requireBytes(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw invalidArgument(`${name} must be a whole number of at least 0, not ${quoteShort(value)}`);
}
