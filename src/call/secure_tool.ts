// createSecureTool: a tool as a function, for a program that calls it itself. Its calls go the way of all others.

import { requireSync } from "../input/owner_input.ts";
import type { PathRequest, ToolSpec } from "../tools/tool.ts";
import { admit, type Desk, isReady, suspend, type Ticket } from "./admit.ts";
import { answer } from "./answer.ts";
import { Budget } from "./budget.ts";
import { callAsFunction, toFunctionCall } from "./calls.ts";
import type { ToolContext } from "./context.ts";
import { ToolRegistry, toRegistered } from "./registry.ts";
import { requireSpec } from "./spec_rules.ts";
import type { Admission, Answer, CallOptions, Result, SecureTool } from "./types.ts";

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
  const tools = new ToolRegistry();
  const tool = toRegistered(context, spec);
  tools.register(tool);
  return toSecureTool({ context, tools }, tool.definition.name);
}

/** A tool of the desk as a function of a path, or of the value of its argument `argument`. */
export function toSecureTool<Options extends object, Output, Named = string>(
  desk: Desk,
  name: string,
  argument: "path" | "paths" = "path",
): SecureTool<Options, Output, Named> {
  const invoke = (args: unknown, call?: CallOptions) => callAsFunction<Output>(desk, name, () => args, call);
  // Copied late, so that options that throw when they are read are answered with an error too.
  const secure = (named: Named, options?: Options, call?: CallOptions) =>
    callAsFunction<Output>(desk, name, () => ({ ...options, [argument]: named }), call);
  const admitOne = async (args: unknown, call?: CallOptions) =>
    toAdmission<Output>(
      desk,
      await admit(
        desk,
        toFunctionCall(name, () => args, call),
      ),
    );
  const facts = {
    definition: { get: () => desk.tools.get(name).definition, enumerable: true },
    traits: { get: () => desk.tools.get(name).traits, enumerable: true },
  };
  const methods = Object.assign(secure, { invoke, admit: admitOne });
  return Object.defineProperties(methods, facts) as SecureTool<Options, Output, Named>;
}

/** A refusal is recorded at once, and an admitted call each time it runs; one that is released without running is not. */
async function toAdmission<Output>(desk: Desk, ticket: Ticket): Promise<Admission<Output>> {
  const { outcome } = ticket;
  if (!isReady(outcome)) throw (await answer(desk, ticket, null)).error ?? outcome;
  // The caller may ask a person before it runs, and may run it several times.
  ticket.time.pause();
  const runOnce = async (limit: Budget | null): Promise<Result> => {
    const result = await answer(desk, { ...ticket, notes: ticket.notes?.copy() }, limit);
    if (result.error !== null) throw result.error;
    return result;
  };
  return {
    needsApproval: outcome.needsApproval,
    summarize: () => requireSync("summarize", outcome.tool.spec.summarize(outcome.request)),
    // The data are those of the tool.
    run: async () => (await runOnce(null)).data as Output,
    answer: async (maxBytes) => toAnswer<Output>(await runOnce(Budget.of(maxBytes))),
    release: () => suspend(ticket),
  };
}

function toAnswer<Output>({ id: _id, error: _error, ...answered }: Result): Answer<Output | string> {
  return answered as Answer<Output | string>;
}
