// Finds out why an agent can or cannot see a path: the facts about the path, and what each tool does with it. show.ts writes it as text.

import { invalidArgument, quoteShort } from "../errors.ts";
import type { ToolContext } from "../gate/context.ts";
import type { Audit } from "../gate/record.ts";
import { runRecorded } from "../gate/recorded.ts";
import type { CallOptions } from "../gate/spec.ts";
import { SandboxPath } from "../workspace/sandbox_path.ts";
import { attempt, findFacts, NOTHING } from "./facts.ts";
import { judge, refuse } from "./judge.ts";
import type { Explanation, ToolAnswer } from "./types.ts";
import type { ToolView } from "./views.ts";

/** Who asks, for the record. */
export type ExplainOptions = Pick<CallOptions, "callId" | "client">;

/** One call to the record, though it asks each tool several times: what those open is noted as its own. Always the owner's. */
export function explainRecorded(
  context: ToolContext,
  makeViews: (context: ToolContext) => readonly ToolView[],
  unsafePath: unknown,
  { callId, client }: ExplainOptions = {},
): Promise<Explanation> {
  if (context.audit === undefined) return explainPath(context, makeViews(context), unsafePath);
  const call = {
    tool: "explain",
    makeArgs: () => ({ path: unsafePath }),
    call: { callId, client, by: "owner" },
  } as const;
  return runRecorded<Explanation>(context, call, async (use) => {
    use?.notes.readArguments(call.makeArgs, context.maxArgumentBytes);
    const audit: Audit = ({ opened }) => {
      for (const location of opened) use?.notes.noteOpened(location);
    };
    const quiet = { ...context, audit };
    const explanation = await explainPath(quiet, makeViews(quiet), unsafePath);
    await use?.keep(explanation);
    return explanation;
  });
}

async function explainPath(
  context: ToolContext,
  views: readonly ToolView[],
  unsafePath: unknown,
): Promise<Explanation> {
  if (typeof unsafePath !== "string") throw invalidArgument(`path must be a string, not ${quoteShort(unsafePath)}`);
  const tools: Record<string, ToolAnswer> = {};
  const { rootNames } = context.workspace;
  // Absolute or not: the owner asks. Whether an agent may say it so, the tools tell.
  const read = await attempt(async () => SandboxPath.resolveInWorkspace(unsafePath, rootNames).relative);
  if ("failure" in read) {
    for (const view of views) tools[view.name] = await refuse(view, unsafePath, read.failure);
    return { ...NOTHING, place: read.failure.kind === "BadArgs" ? "invalid" : "outside", tools };
  }
  const seen = await findFacts(context, read.value);
  // One after the other: together they would hold more descriptors, and find a busy folder no quieter.
  for (const view of views) tools[view.name] = await judge(view, seen, context.allowedRoots ?? ["."], unsafePath);
  return { ...seen.facts, tools };
}
