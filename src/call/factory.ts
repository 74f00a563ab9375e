// createSecureTool: every call of a tool goes through here, in this order: policy, arguments, sandbox, policy, approval, tool, answer.

import { CallClock } from "../disk/call_clock.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import { asToolError, isRefusal, policyDenied } from "../errors/calls.ts";
import { type Arguments, compileCheck, findUnknown } from "../input/arguments.ts";
import { requireSync } from "../input/owner_input.ts";
import { snapshotArguments } from "../input/snapshot.ts";
import { isForeign, type ReadAs, readArguments, type ToolWords, withSentNames } from "../input/words.ts";
import type { AnswerFormat, Found } from "../tools/found.ts";
import type { AnswerLimit, PathRequest, ToolSpec } from "../tools/tool.ts";
import { openAllowed } from "../view/guard.ts";
import type { Denied } from "../view/verdict.ts";
import { openIgnored } from "../view/view.ts";
import { runApproved } from "./approve.ts";
import { Budget, toOutputBytes } from "./budget.ts";
import type { CallNotes } from "./call_notes.ts";
import { checkCallOptions, DEFAULT_CALL_ID } from "./call_options.ts";
import { requireDuration, type ToolContext } from "./context.ts";
import { fitAnswer, toFound, withReadAs } from "./fit.ts";
import { LateScope } from "./late_scope.ts";
import { noteUse } from "./noted_node.ts";
import { openOrHint } from "./open_or_hint.ts";
import { OpenedTarget, type TargetWork } from "./opened_target.ts";
import { type Decision, decideEarly, decideLate, describeDenial, type Policy, requireDeclared } from "./policy.ts";
import { admitRecorded, type NotedAdmission, runRecorded } from "./recorded.ts";
import { toRelativeGlobs } from "./relative_globs.ts";
import type { CallOptions, SecureTool, ToolOutcome } from "./spec.ts";
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
  words: ToolWords | null,
): GatedTool<Request, Output> {
  requireSpec(spec);
  return new GatedTool(context, spec, { words });
}

interface GatedOptions {
  /** The name that the policy checks. Default: that of the definition. */
  readonly policyName?: string;
  /** The arguments of other tools that it understands. Null: every name is taken as it is, and unknown ones are ignored. Default: null. */
  readonly words?: ToolWords | null;
}

/** The call as far as it decides how its arguments are read. */
interface Asked {
  readonly client: CallOptions["client"];
  readonly format: AnswerFormat;
}

interface ParsedCall<Request> {
  readonly request: Request;
  readonly readAs: ReadAs | null;
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
  readonly #words: ToolWords | null;

  constructor(context: ToolContext, spec: ToolSpec<Request, Output>, options: GatedOptions = {}) {
    const { definition, traits } = spec;
    const { policyName = definition.name, words = null } = options;
    requireDeclared(policyName, context.ownTools);
    if (traits.timeoutMs !== undefined) requireDuration(`timeoutMs of the tool ${definition.name}`, traits.timeoutMs);
    this.definition = definition;
    this.traits = traits;
    this.policyName = policyName;
    this.#context = context;
    this.#spec = spec;
    this.#check = compileCheck(definition);
    this.#words = words;
  }

  // 1 arguments 2 sandbox, denied patterns 3 mode, allowlist, the tool's own requirement. The order is observable: nobody is asked to
  // approve a call that would be refused anyway (EX-09).
  async admit(unsafeArgs: unknown, call: CallOptions, notes?: CallNotes): Promise<NotedAdmission<Output>> {
    const [context, spec] = [this.#context, this.#spec];
    const { availableCapacityBytes = context.capacityBytes, format = context.format } = call;
    const copy = snapshotArguments(unsafeArgs, context.maxArgumentBytes, (copied) => notes?.noteArguments(copied));
    // Many calls may arrive at once, and parsing a pattern takes up to a millisecond.
    const clock = new CallClock({ signal: call.signal });
    if (clock.isDue()) await clock.rest();
    const { request, readAs } = this.#parse(copy, { client: call.client, format }, notes);
    const inside = spec.target === "root" ? "root" : this.#resolve(request.path);
    const timeoutMs = call.timeoutMs ?? this.traits.timeoutMs ?? context.timeoutMs;
    const { callId = DEFAULT_CALL_ID } = call;
    const maxOutputBytes = toOutputBytes(call, context);
    const form = { format, nameTool: toToolNames(call.toolPrefix).show, readAs };
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
        <T>(finish: (found: Found<Output>) => T, answer?: AnswerLimit, used?: CallNotes): TargetWork<T> =>
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
          const shared = {
            ending,
            callId,
            clock,
            denied,
            timeoutMs,
            maxOutputBytes,
            availableCapacityBytes,
            answer,
            nameTool: form.nameTool,
            allowTruncation,
            open,
          };
          const obeys = this.traits.respectsGitignore && node.kind === "directory";
          const ignored = obeys ? await openIgnored(context.discovery, context.workspace, node.names, clock) : null;
          const scope = new LateScope(shared, inside === "root" ? "." : inside.relative, ignored);
          return finish(toFound(spec, await spec.run(request, node, scope), request));
        };
      return {
        needsApproval,
        summarize: () => requireSync("summarize", spec.summarize(request)),
        run: (use) =>
          target.use(
            makeWork(({ data }) => withReadAs(data, readAs), undefined, use?.notes),
            use?.keep,
          ),
        answer: (limit, use) => {
          const budget = Budget.of(limit);
          const finish = (found: Found<Output>) => fitAnswer(found, budget, form);
          return target.use(makeWork(finish, { maxBytes: budget.mostBytes, format }, use?.notes), use?.keep);
        },
        release: () => target.release(),
      };
    } catch (error) {
      target.release();
      throw error;
    }
  }

  // 1 other tools' names become ours 2 the schema 3 absolute globs 4 the tool's own rules
  #parse(copy: Arguments, asked: Asked, notes?: CallNotes): ParsedCall<Request> {
    const { args, readAs } = this.#readWords(copy, asked, notes);
    const parse = () => {
      this.#check(args);
      return requireSync("parse", this.#spec.parse(this.#toRelative(args)));
    };
    return { request: withSentNames(readAs, parse), readAs };
  }

  #readWords(copy: Arguments, { client, format }: Asked, notes?: CallNotes) {
    const [words, clientName] = [this.#words, client?.name];
    const isRead = (name: string) => words !== null && isForeign(words, name, clientName);
    if (notes !== undefined) notes.unknown = findUnknown(this.definition, copy, isRead);
    if (words === null) return { args: copy, readAs: null };
    const read = readArguments(this.definition, words, copy, { clientName, format });
    if (read.sent !== null) notes?.noteReading(read.args, read.sent);
    return read;
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

/** Throws `policyDenied` if tools are disabled or this one is on the denylist, before the arguments are read. */
export function refuseEarly(policy: Policy, toolName: string): void {
  refuseIfDenied(decideEarly(policy, toolName), toolName);
}

function refuseIfDenied(decision: Decision, toolName: string): "allow" | "ask" {
  if (decision.kind === "deny") throw policyDenied((nameTool) => describeDenial(decision.rule, nameTool(toolName)));
  return decision.kind;
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
