// createSecureTool: the one gate through which every tool is reached. policy → arguments → sandbox → policy → approval → tool.
// Leaves to the tools what they do with the object they are handed, and to policy.ts what is allowed.

import { requireDuration, type ToolContext } from "./context.ts";
import type { IgnoreWalk } from "./discovery/walk.ts";
import { cancelled, internalFailure, policyDenied, ToolError } from "./errors.ts";
import { compileCheck } from "./gate/arguments.ts";
import { DEFAULT_CALL_ID, readCallOptions, Scope, type ScopeBase } from "./gate/scope.ts";
import { snapshotArguments } from "./gate/snapshot.ts";
import type { Admission, CallOptions, PathRequest, SecureTool, ToolOutcome, ToolSpec } from "./gate/spec.ts";
import { Visit } from "./gate/visit.ts";
import { SandboxPath } from "./sandbox/path.ts";
import { askApproval } from "./security/approval.ts";
import { type Decision, decideEarly, decideLate } from "./security/policy.ts";
import type { Pace } from "./workspace/pace.ts";
import type { SealedNode } from "./workspace/types.ts";

/** Throws for a spec whose own time limit is none. */
export function createSecureTool<Options extends object, Request extends PathRequest, Output>(
  context: ToolContext,
  spec: ToolSpec<Request, Output>,
): SecureTool<Options, Output> {
  const { definition, traits } = spec;
  if (traits.timeoutMs !== undefined) requireDuration(`timeoutMs of the tool ${definition.name}`, traits.timeoutMs);
  const checked = spec.checksSchema ? spec : withSchemaCheck(spec);
  const admit = (args: unknown, call: CallOptions = {}) => admitCall(context, checked, args, call);
  const invoke = (args: unknown, call: CallOptions = {}) => settle(() => runApproved(context, checked, args, call));
  // Options are copied inside: one that throws when it is read is answered like any other.
  const secure = (path: string, options?: Options, call: CallOptions = {}) =>
    settle(async () => runApproved(context, checked, { ...options, path }, call));
  return Object.assign(secure, { invoke, admit, definition, traits });
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

// 1 disabled, denylist  2 the call's options, arguments  3 sandbox, denied patterns  4 mode, allowlist, the tool's own wish. The
// order is observable: what would be refused anyway is never put to a person (EX-09).
function admitCall<Request extends PathRequest, Output>(
  context: ToolContext,
  spec: ToolSpec<Request, Output>,
  args: unknown,
  given: CallOptions,
): Admission<Output> | Promise<Admission<Output>> {
  const { definition, traits } = spec;
  refuseIfDenied(decideEarly(context.policy, definition.name));
  const call = readCallOptions(given);
  const request = spec.parse(snapshotArguments(args, context.maxArgumentBytes));
  const { allowAbsolute } = context;
  const path = SandboxPath.resolveInWorkspace(request.path, context.workspace.rootNames, { allowAbsolute }).relative;
  const timeoutMs = call.timeoutMs ?? traits.timeoutMs ?? context.timeoutMs;
  const base = { context, traits, call, path, timeoutMs };
  const visit = Visit.start(context, path, { signal: call.signal, timeoutMs });
  return visit instanceof Promise
    ? visit.then((later) => admitVisit(later, spec, request, base))
    : admitVisit(visit, spec, request, base);
}

function admitVisit<Request extends PathRequest, Output>(
  visit: Visit,
  spec: ToolSpec<Request, Output>,
  request: Request,
  base: ScopeBase,
): Admission<Output> {
  const { context, traits } = base;
  const visitWith = <Result>(finish: (output: Output) => Result | Promise<Result>) =>
    visit.use(async (node, pace, ending) => {
      const ignored = traits.respectsGitignore ? await findIgnored(context, node, pace) : null;
      return finish(await spec.run(request, node, new Scope(base, { pace, ignored, ending })));
    });
  try {
    const { isSideEffecting, requiresApproval } = traits;
    const facts = { name: spec.definition.name, isSideEffecting, requiresApproval };
    return {
      needsApproval: refuseIfDenied(decideLate(context.policy, facts)) === "ask",
      summarize: () => spec.summarize(request),
      run: () => visitWith((output) => output),
      runToText: (maxBytes) => visitWith((output) => (spec.render ?? renderPlainly)(output, maxBytes, request)),
      release: () => visit.release(),
    };
  } catch (error) {
    visit.release();
    throw error;
  }
}

async function findIgnored(context: ToolContext, node: SealedNode, pace: Pace): Promise<IgnoreWalk | null> {
  if (node.kind !== "directory") return null;
  const discovery = await context.loadDiscovery();
  const { workspace } = context;
  return discovery.openWalk(workspace, node.names, { respectGeminiIgnore: false }, pace);
}

function renderPlainly(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "null");
}

async function runApproved<Request extends PathRequest, Output>(
  context: ToolContext,
  spec: ToolSpec<Request, Output>,
  args: unknown,
  given: CallOptions,
): Promise<Output> {
  const { definition, traits } = spec;
  const { approve, approvalTimeoutMs: timeoutMs } = context;
  refuseIfDenied(decideEarly(context.policy, definition.name));
  const call = readCallOptions(given);
  const admitted = admitCall(context, spec, args, call);
  const admission = admitted instanceof Promise ? await admitted : admitted;
  if (!admission.needsApproval) return admission.run();
  // A person may think for minutes: what was seen is let go, and looked at again with every check after the answer.
  admission.release();
  const { callId = DEFAULT_CALL_ID, signal } = call;
  if (approve !== undefined) {
    const summary = admission.summarize();
    const request = { callId, toolName: definition.name, summary, riskLevel: traits.riskLevel };
    const approved = await askApproval(approve, [request], { signal, timeoutMs });
    if (signal?.aborted) throw cancelled();
    if (approved.has(callId)) return admission.run();
  }
  throw notApproved(definition.name);
}

/** For every way to ask: nobody there, no answer, a no. */
export function notApproved(toolName: string): ToolError {
  return policyDenied(`${toolName} needs approval, and it was not given`);
}

function refuseIfDenied(decision: Decision): "allow" | "ask" {
  if (decision.kind === "deny") throw policyDenied(decision.reason);
  return decision.kind;
}
