// createSecureTool: the one gate through which every tool is reached. policy → arguments → sandbox → policy → approval → tool.
// Leaves to the tools what they do with the object they are handed, and to policy.ts what is allowed.

import type { ToolContext } from "./context.ts";
import type { IgnoreWalk } from "./discovery/walk.ts";
import { cancelled, internalFailure, invalidArgument, policyDenied, quoteShort, ToolError } from "./errors.ts";
import { compileCheck } from "./gate/arguments.ts";
import type {
  Admission,
  CallOptions,
  CallScope,
  PathRequest,
  SecureTool,
  ToolOutcome,
  ToolSpec,
  ToolTraits,
} from "./gate/spec.ts";
import { Visit } from "./gate/visit.ts";
import { SandboxPath } from "./sandbox/path.ts";
import { askApproval } from "./security/approval.ts";
import { type Decision, decideEarly, decideLate } from "./security/policy.ts";
import type { SealedNode } from "./workspace/types.ts";

const DEFAULT_CALL_ID = "call";
const NEVER_ABORTED = new AbortController().signal;
/** When a caller does not say how much room is left in front of the model. */
export const DEFAULT_CAPACITY_BYTES = 65_536;

export function createSecureTool<Options extends object, Request extends PathRequest, Output>(
  context: ToolContext,
  spec: ToolSpec<Request, Output>,
): SecureTool<Options, Output> {
  const checked = spec.checksSchema ? spec : withSchemaCheck(spec);
  const admit = (args: unknown, call: CallOptions = {}) => admitCall(context, checked, args, call);
  const invoke = (args: unknown, call: CallOptions = {}) =>
    settle(() => runApproved(context, spec, admit(args, call), call));
  const secure = (path: string, options?: Options, call?: CallOptions) => invoke({ ...options, path }, call);
  return Object.assign(secure, { invoke, admit, definition: spec.definition, traits: spec.traits });
}

function withSchemaCheck<Request extends PathRequest, Output>(
  spec: ToolSpec<Request, Output>,
): ToolSpec<Request, Output> {
  const check = compileCheck(spec.definition);
  return {
    ...spec,
    parse: (args) => {
      check(args);
      return spec.parse(args);
    },
  };
}

/** Turns whatever `act` throws into an outcome: nothing that a model or a disk can cause is thrown past this point. */
export async function settle<Output>(act: () => Promise<Output>): Promise<ToolOutcome<Output>> {
  try {
    return { status: "success", data: await act() };
  } catch (thrown) {
    const error = ToolError.isInstance(thrown) ? thrown : internalFailure(undefined, "the tool failed", thrown);
    const isDenied = error.kind === "PolicyDenied" || error.kind === "SandboxViolation";
    return { status: isDenied ? "denied" : "failure", error };
  }
}

// 1 disabled, denylist  2 arguments  3 sandbox, denied patterns  4 mode, allowlist, the tool's own wish. The order is
// observable: what would be refused anyway is never put to a person (EX-09).
function admitCall<Request extends PathRequest, Output>(
  context: ToolContext,
  spec: ToolSpec<Request, Output>,
  args: unknown,
  call: CallOptions,
): Admission<Output> {
  const facts = { name: spec.definition.name, ...spec.traits };
  refuseIfDenied(decideEarly(context.policy, facts.name));
  const request = spec.parse(toArguments(args));
  const { allowAbsolute } = context;
  const path = SandboxPath.resolveInWorkspace(request.path, context.workspace.rootNames, { allowAbsolute }).relative;
  const timeoutMs = call.timeoutMs ?? spec.traits.timeoutMs ?? context.timeoutMs;
  const visit = new Visit(context, path, { signal: call.signal, timeoutMs });
  const base = toScope(context, spec.traits, call, { path, timeoutMs });
  const run = () =>
    visit.use(async (node, pace) => {
      const ignored = await findIgnored(context, spec.traits, node);
      return spec.run(request, node, { ...base, pace, ignored });
    });
  try {
    const needsApproval = refuseIfDenied(decideLate(context.policy, facts)) === "ask";
    return {
      needsApproval,
      summary: spec.summarize(request),
      run,
      runToText: async (maxBytes) => (spec.render ?? renderPlainly)(await run(), maxBytes, request),
      release: () => visit.release(),
    };
  } catch (error) {
    visit.release();
    throw error;
  }
}

function toScope(
  context: ToolContext,
  traits: ToolTraits,
  call: CallOptions,
  own: Pick<CallScope, "path" | "timeoutMs">,
): Omit<CallScope, "pace" | "ignored"> {
  return {
    ...own,
    callId: call.callId ?? DEFAULT_CALL_ID,
    signal: call.signal ?? NEVER_ABORTED,
    denied: context.denied,
    maxOutputBytes: call.maxOutputBytes ?? context.maxOutputBytes,
    availableCapacityBytes: call.availableCapacityBytes ?? DEFAULT_CAPACITY_BYTES,
    allowTruncation: traits.allowsTruncation ?? false,
  };
}

async function findIgnored(context: ToolContext, traits: ToolTraits, node: SealedNode): Promise<IgnoreWalk | null> {
  if (!traits.respectsGitignore || node.kind !== "directory") return null;
  const discovery = await context.loadDiscovery();
  return discovery.openWalk(context.workspace, node.location, { respectGeminiIgnore: false });
}

function renderPlainly(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "null");
}

async function runApproved<Request extends PathRequest, Output>(
  context: ToolContext,
  spec: ToolSpec<Request, Output>,
  admission: Admission<Output>,
  call: CallOptions,
): Promise<Output> {
  if (!admission.needsApproval) return admission.run();
  // A person may think for minutes: what was seen is let go, and looked at again with every check after the answer.
  admission.release();
  const callId = call.callId ?? DEFAULT_CALL_ID;
  const request = {
    callId,
    toolName: spec.definition.name,
    summary: admission.summary,
    riskLevel: spec.traits.riskLevel,
  };
  const approved = await askApproval(context.approve, [request], {
    signal: call.signal,
    timeoutMs: context.approvalTimeoutMs,
  });
  if (call.signal?.aborted) throw cancelled();
  if (!approved.has(callId)) throw policyDenied(`${spec.definition.name} needs approval, and it was not given`);
  return admission.run();
}

function refuseIfDenied(decision: Decision): "allow" | "ask" {
  if (decision.kind === "deny") throw policyDenied(decision.reason);
  return decision.kind;
}

function toArguments(args: unknown): Readonly<Record<string, unknown>> {
  if (typeof args === "object" && args !== null && !Array.isArray(args)) {
    return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  }
  throw invalidArgument(`arguments must be an object, not ${quoteShort(args)}`);
}
