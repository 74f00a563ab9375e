// Finds out why an agent can or cannot see a path: the facts about the path, and what each tool does with it.

import { CallNotes } from "../call/call_notes.ts";
import type { ToolContext } from "../call/context.ts";
import { toErrorAnswer, writeAnswer } from "../call/fit.ts";
import { CallTime } from "../call/hold.ts";
import { readCallOptions } from "../call/options.ts";
import { type Audit, CallRecord, writeData } from "../call/record.ts";
import type { CallOptions } from "../call/types.ts";
import { isInFolders } from "../disk/allowed_roots.ts";
import { CallClock } from "../disk/call_clock.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import { inSlices } from "../disk/steps.ts";
import { invalidArgument } from "../errors/arguments.ts";
import { asToolError } from "../errors/calls.ts";
import { quoteShort } from "../errors/quote.ts";
import type { Opening } from "../view/guard.ts";
import { attempt, findFacts, NOTHING } from "./facts.ts";
import { judge, refuse } from "./judge.ts";
import { type Trace, traceWalk } from "./trace.ts";
import type { Explanation, ToolAnswer } from "./types.ts";
import type { MakeView, ToolView } from "./views.ts";

/** The caller, for the record, and a signal that ends the work. */
export type ExplainOptions = Pick<CallOptions, "callId" | "client" | "signal">;

/** Recorded as one call of the owner, although it calls each tool several times: everything they open is listed under it. */
export async function explainRecorded(
  context: ToolContext,
  makeViews: readonly MakeView[],
  unsafePath: unknown,
  given: ExplainOptions = {},
): Promise<Explanation> {
  const { callId = null, client, signal } = readCallOptions(given).options;
  if (context.audit === undefined) return explainPath(context, makeViews, unsafePath, signal);
  const notes = new CallNotes();
  const subject = { callId, tool: "explain", client, by: "owner" } as const;
  const record = new CallRecord({ audit: context.audit, timeoutMs: context.timeoutMs }, subject, notes, new CallTime());
  notes.readArguments(() => ({ path: unsafePath }), context.maxArgumentBytes);
  const audit: Audit = ({ opened }) => {
    for (const location of opened) notes.noteOpened(location);
  };
  try {
    const explanation = await explainPath({ ...context, audit }, makeViews, unsafePath, signal);
    await record.keep(writeData(explanation));
    return explanation;
  } catch (thrown) {
    const error = asToolError(thrown);
    throw await record.keepError(error, writeAnswer(toErrorAnswer(error, Number.POSITIVE_INFINITY)));
  }
}

async function explainPath(
  { loadDenied, ...others }: ToolContext,
  makeViews: readonly MakeView[],
  unsafePath: unknown,
  signal: AbortSignal | undefined,
): Promise<Explanation> {
  if (typeof unsafePath !== "string") throw invalidArgument(`path must be a string, not ${quoteShort(unsafePath)}`);
  const clock = new CallClock({ signal });
  // For all tools, so that their answers agree.
  const denied = await loadDenied(clock);
  const context = { ...others, loadDenied: () => denied };
  const tools: Record<string, ToolAnswer> = {};
  const { rootNames } = context.workspace;
  // Absolute paths and URIs are accepted here, because the owner asks. The tools' own answers say whether an agent may use them.
  const toRelative = async () => SandboxPath.resolveInWorkspace(unsafePath, rootNames, { readsUris: true }).relative;
  const read = await attempt(toRelative);
  if ("failure" in read) {
    for (const makeView of makeViews) {
      const view = paced(makeView(context), clock);
      tools[view.name] = await refuse(view, unsafePath, read.failure.message);
    }
    return { ...NOTHING, place: read.failure.kind === "BadArgs" ? "invalid" : "outside", tools };
  }
  const starts = context.allowedRoots ?? ["."];
  const views = makeViews.map((makeView) => makeView(context));
  const seen = await findFacts(context, read.value, denied, clock);
  const asked = {
    unsafePath,
    seen,
    starts,
    denied,
    traces: await traceFrom(context, read.value, views, { denied, clock }),
  };
  // One after the other: in parallel they would use more descriptors and gain nothing.
  for (const view of views) tools[view.name] = await judge(paced(view, clock), asked);
  return { ...seen.facts, tools };
}

/** By the folders that walks start from, if the path is below them. */
async function traceFrom(
  context: ToolContext,
  path: string,
  views: readonly ToolView[],
  { denied, clock }: Opening,
): Promise<ReadonlyMap<string, Trace>> {
  const traces = new Map<string, Trace>();
  const request = { walkers: views.flatMap(({ walker }) => walker ?? []), options: {}, denied };
  for (const start of context.allowedRoots ?? ["."]) {
    if (path === start || !isInFolders(path, [start])) continue;
    const names = (start === "." ? path : path.slice(start.length + 1)).split("/");
    traces.set(start, await inSlices(traceWalk(context, start, names, request), clock));
  }
  return traces;
}

/** Before each of its steps, the event loop has a turn if one is due. */
function paced(view: ToolView, clock: CallClock): ToolView {
  const ask: ToolView["ask"] = async (unsafePath) => {
    await clock.pause();
    return await view.ask(unsafePath);
  };
  return { ...view, ask };
}
