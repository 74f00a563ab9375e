// createSecureTool: every call of a tool goes through here, in this order: policy, arguments, sandbox, policy, approval, tool, answer.

import type { IgnoreWalk } from "../discovery/walk.ts";
import { asToolError, isRefusal, type NameTool, policyDenied } from "../errors.ts";
import type { Denied } from "../security/denied.ts";
import { requireSync } from "../security/owner_input.ts";
import {
  type Decision,
  decideEarly,
  decideLate,
  describeDenial,
  type Policy,
  requireDeclared,
} from "../security/policy.ts";
import type { CallClock } from "../workspace/call_clock.ts";
import { SandboxPath } from "../workspace/sandbox_path.ts";
import type { SealedNode } from "../workspace/types.ts";
import { makeAnswer } from "./answer.ts";
import { runApproved } from "./approve.ts";
import { type Arguments, compileCheck, findUnknown } from "./arguments.ts";
import { Budget, toOutputBytes } from "./budget.ts";
import type { CallNotes } from "./call_notes.ts";
import { checkCallOptions, DEFAULT_CALL_ID } from "./call_options.ts";
import { requireDuration, type ToolContext } from "./context.ts";
import { noteUse } from "./noted_node.ts";
import { openOrHint } from "./open_or_hint.ts";
import { OpenedTarget, type TargetWork } from "./opened_target.ts";
import { openAllowed } from "./path_guard.ts";
import { admitRecorded, type NotedAdmission, runRecorded } from "./recorded.ts";
import { toRelativeGlobs } from "./relative_globs.ts";
import { snapshotArguments } from "./snapshot.ts";
import type { AnswerFormat, CallOptions, CallScope, PathRequest, SecureTool, ToolOutcome, ToolSpec } from "./spec.ts";
import { requireSpec } from "./spec_rules.ts";
import { toToolNames } from "./tool_names.ts";

const ROOT = SandboxPath.ofLocation(".");

/** Throws if the specification cannot be used. */
export function createSecureTool<Options extends object, Request extends PathRequest, Output>(
  context: ToolContext,
  spec: ToolSpec<Request, Output>,
): SecureTool<Options, Output> {
  requireSpec(spec);
  return createSecureToolUnchecked(context, spec);
}

/** For a specification of ours, or one that was checked before. */
export function createSecureToolUnchecked<Options extends object, Request extends PathRequest, Output>(
  context: ToolContext,
  spec: ToolSpec<Request, Output>,
): SecureTool<Options, Output> {
  const tool = new GatedTool(context, spec);
  return toSecureTool(context, tool.definition.name, () => tool);
}

/** The tool as a function of a path, or of the value of its argument `argument`. */
export function toSecureTool<Options extends object, Request extends PathRequest, Output, Named = string>(
  context: ToolContext,
  name: string,
  toolOf: () => GatedTool<Request, Output>,
  argument: "path" | "paths" = "path",
): SecureTool<Options, Output, Named> {
  const admit = (args: unknown, call: CallOptions = {}) =>
    admitRecorded(context, { tool: name, makeArgs: () => args, call }, async (notes) => {
      refuseEarly(context.policy, name);
      return toolOf().admit(args, checkCallOptions(call), notes);
    });
  const run = (makeArgs: () => unknown, call: CallOptions = {}) =>
    settle(() =>
      runRecorded<Output>(context, { tool: name, makeArgs, call }, async (use) => {
        refuseEarly(context.policy, name);
        return runApproved(context, toolOf(), makeArgs(), checkCallOptions(call), use);
      }),
    );
  const invoke = (args: unknown, call?: CallOptions) => run(() => args, call);
  // Copied late, so that options that throw when they are read are answered with an error too.
  const secure = (named: Named, options?: Options, call?: CallOptions) =>
    run(() => ({ ...options, [argument]: named }), call);
  const facts = {
    definition: { get: () => toolOf().definition, enumerable: true },
    traits: { get: () => toolOf().traits, enumerable: true },
  };
  return Object.defineProperties(Object.assign(secure, { invoke, admit }), facts) as SecureTool<Options, Output, Named>;
}

/** Throws if the specification cannot be used. */
export function createOwnersTool<Request extends PathRequest, Output>(
  context: ToolContext,
  spec: ToolSpec<Request, Output>,
): GatedTool<Request, Output> {
  requireSpec(spec);
  return new GatedTool(context, spec);
}

/** One tool in one context. Callers must call `refuseEarly` first. */
export class GatedTool<Request extends PathRequest, Output> {
  readonly definition: ToolSpec<Request, Output>["definition"];
  readonly traits: ToolSpec<Request, Output>["traits"];
  /** The name that the policy checks. */
  readonly policyName: string;
  readonly #context: ToolContext;
  readonly #spec: ToolSpec<Request, Output>;
  readonly #check: ReturnType<typeof compileCheck>;

  constructor(context: ToolContext, spec: ToolSpec<Request, Output>, policyName = spec.definition.name) {
    const { definition, traits } = spec;
    requireDeclared(policyName, context.ownTools);
    if (traits.timeoutMs !== undefined) requireDuration(`timeoutMs of the tool ${definition.name}`, traits.timeoutMs);
    this.definition = definition;
    this.traits = traits;
    this.policyName = policyName;
    this.#context = context;
    this.#spec = spec;
    this.#check = compileCheck(definition);
  }

  // 1 arguments 2 sandbox, denied patterns 3 mode, allowlist, the tool's own requirement. The order is observable: nobody is asked to
  // approve a call that would be refused anyway (EX-09).
  async admit(unsafeArgs: unknown, call: CallOptions, notes?: CallNotes): Promise<NotedAdmission<Output>> {
    const [context, spec] = [this.#context, this.#spec];
    const request = this.#parse(unsafeArgs, notes);
    const inside = spec.target === "root" ? "root" : this.#resolve(request.path);
    const timeoutMs = call.timeoutMs ?? this.traits.timeoutMs ?? context.timeoutMs;
    const { callId = DEFAULT_CALL_ID } = call;
    const maxOutputBytes = toOutputBytes(call, context);
    const { availableCapacityBytes = context.capacityBytes, format = context.format } = call;
    const form = { format, nameTool: toToolNames(call.toolPrefix).show };
    const openNode = spec.notFound === "plain" ? openAllowed : openOrHint;
    const openPath = async (path: string, denied: Denied, clock: CallClock) =>
      openNode(context, this.#resolve(path), { denied, clock });
    const openTarget = async (clock: CallClock) => {
      const denied = await context.loadDenied(clock);
      const node = await (inside === "root"
        ? context.workspace.resolve(ROOT, clock)
        : openNode(context, inside, { denied, clock, notes }));
      return { node, denied };
    };
    const target = await OpenedTarget.start(context.semaphore, openTarget, {
      signal: call.signal,
      timeoutMs,
      holdBack: call.holdBack,
    });
    try {
      const { isSideEffecting, requiresApproval, allowsTruncation: allowTruncation = false } = this.traits;
      const needsApproval =
        refuseIfDenied(
          decideLate(context.policy, { name: this.policyName, isSideEffecting, requiresApproval }),
          this.policyName,
        ) === "ask";
      // Nobody is asked about a call that cannot run.
      if (needsApproval) {
        target.requireFound();
        await target.requireAny(spec.paths?.(request) ?? [], openPath);
      }
      const makeWork =
        <T>(finish: (output: Output) => T, answerBytes?: number, used?: CallNotes): TargetWork<T> =>
        async (held, clock, ending, denied) => {
          const node = used === undefined ? held : noteUse(held, used);
          const open = async (unsafePath: string) => {
            try {
              const further = this.#resolve(unsafePath);
              const opened = await openNode(context, further, { denied, clock, notes: used });
              return {
                node: used === undefined ? opened : noteUse(opened, used),
                scope: new LateScope(shared, further.relative, null),
              };
            } catch (error) {
              used?.noteRefusal(unsafePath, error);
              throw error;
            }
          };
          const answerFormat = answerBytes === undefined ? undefined : format;
          const shared = {
            ending,
            callId,
            clock,
            denied,
            timeoutMs,
            maxOutputBytes,
            availableCapacityBytes,
            answerBytes,
            answerFormat,
            nameTool: form.nameTool,
            allowTruncation,
            open,
          };
          const ignored = this.traits.respectsGitignore ? await findIgnored(context, node, clock) : null;
          const scope = new LateScope(shared, inside === "root" ? "." : inside.relative, ignored);
          return finish(await spec.run(request, node, scope));
        };
      return {
        needsApproval,
        summarize: () => requireSync("summarize", spec.summarize(request)),
        run: (use) =>
          target.use(
            makeWork((output) => output, undefined, use?.notes),
            use?.keep,
          ),
        answer: (limit, use) => {
          const budget = Budget.of(limit).atMost(spec.mostBytes);
          const finish = (output: Output) => makeAnswer(spec, output, request, budget, form);
          return target.use(makeWork(finish, budget.mostBytes, use?.notes), use?.keep);
        },
        release: () => target.release(),
      };
    } catch (error) {
      target.release();
      throw error;
    }
  }

  #parse(unsafeArgs: unknown, notes?: CallNotes): Request {
    const { maxArgumentBytes } = this.#context;
    if (notes === undefined) return this.#parseCopy(snapshotArguments(unsafeArgs, maxArgumentBytes));
    const args = snapshotArguments(unsafeArgs, maxArgumentBytes, (copy) => notes.noteArguments(copy));
    notes.unknown = findUnknown(this.definition, args);
    return this.#parseCopy(args);
  }

  #parseCopy(args: Arguments): Request {
    this.#check(args);
    return requireSync("parse", this.#spec.parse(this.#toRelative(args)));
  }

  #toRelative(args: Arguments): Arguments {
    const { workspace, allowAbsolute } = this.#context;
    const { globs = {} } = this.#spec.places ?? {};
    const pathNames = () => this.#resolve(args.path ?? ".").names;
    return toRelativeGlobs(args, globs, { rootNames: workspace.rootNames, allowAbsolute, pathNames });
  }

  #resolve(unsafePath: unknown): SandboxPath {
    const { workspace, allowAbsolute } = this.#context;
    const readsUris = this.#spec.places !== undefined;
    return SandboxPath.resolveInWorkspace(unsafePath, workspace.rootNames, { allowAbsolute, readsUris });
  }
}

/** What the scopes of one use of a tool have in common. */
type SharedScope = Omit<CallScope, "signal" | "path" | "ignored"> & { readonly ending: () => AbortSignal };

/**
 * The signal is made when a tool looks at it: most never do. A class that names its fields, since a getter in an object literal takes two
 * microseconds, and spreading the fields as many.
 */
class LateScope implements CallScope {
  readonly #ending: () => AbortSignal;
  readonly path: string;
  readonly ignored: IgnoreWalk | null;
  readonly callId: string;
  readonly clock: CallClock;
  readonly denied: Denied;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly availableCapacityBytes: number;
  readonly answerBytes: number | undefined;
  readonly answerFormat: AnswerFormat | undefined;
  readonly nameTool: NameTool;
  readonly allowTruncation: boolean;
  readonly open: CallScope["open"];

  constructor(shared: SharedScope, path: string, ignored: IgnoreWalk | null) {
    this.#ending = shared.ending;
    this.path = path;
    this.ignored = ignored;
    this.callId = shared.callId;
    this.clock = shared.clock;
    this.denied = shared.denied;
    this.timeoutMs = shared.timeoutMs;
    this.maxOutputBytes = shared.maxOutputBytes;
    this.availableCapacityBytes = shared.availableCapacityBytes;
    this.answerBytes = shared.answerBytes;
    this.answerFormat = shared.answerFormat;
    this.nameTool = shared.nameTool;
    this.allowTruncation = shared.allowTruncation;
    this.open = shared.open;
  }

  get signal(): AbortSignal {
    return this.#ending();
  }
}

/** Throws `policyDenied` if tools are disabled or this one is on the denylist, before the arguments are read. */
export function refuseEarly(policy: Policy, toolName: string): void {
  refuseIfDenied(decideEarly(policy, toolName), toolName);
}

function refuseIfDenied(decision: Decision, toolName: string): "allow" | "ask" {
  if (decision.kind === "deny") throw policyDenied((nameTool) => describeDenial(decision.rule, nameTool(toolName)));
  return decision.kind;
}

/** A directory that is requested by name is listed even if it is ignored: then no rules apply inside it. */
async function findIgnored(context: ToolContext, node: SealedNode, clock: CallClock): Promise<IgnoreWalk | null> {
  if (node.kind !== "directory") return null;
  const walk = await context.discovery.openWalk(context.workspace, node.names, { respectGeminiIgnore: false }, clock);
  return walk.own.ignored ? null : walk;
}

/** Converts everything that `act` throws into an outcome: no error that a model or a disk can cause passes this point. */
export async function settle<Output>(act: () => Promise<Output>): Promise<ToolOutcome<Output>> {
  try {
    return { status: "success", data: await act() };
  } catch (thrown) {
    const error = asToolError(thrown);
    return { status: isRefusal(error) ? "denied" : "failure", error };
  }
}
