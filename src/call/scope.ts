// What a tool gets besides its request and its object: the environment of its call, with one of its paths.

import type { CallClock } from "../disk/call_clock.ts";
import { inSlices } from "../disk/steps.ts";
import type { SealedNode } from "../disk/types.ts";
import type { CallScope, OpenedPath } from "../tools/tool.ts";
import type { Denied } from "../view/verdict.ts";
import { openIgnored } from "../view/view.ts";
import type { CallNotes } from "./call_notes.ts";
import type { ToolContext } from "./context.ts";
import { openPlace, resolvePlace } from "./place.ts";
import type { Registered } from "./registry.ts";

/** The parts of a scope that do not depend on the path. */
type Facts = Omit<CallScope, "signal" | "path" | "ignored" | "clock" | "denied" | "open">;

/** One run of a tool. */
export interface Run {
  readonly context: ToolContext;
  readonly tool: Registered;
  readonly facts: Facts;
  readonly clock: CallClock;
  readonly denied: Denied;
  readonly ending: () => AbortSignal;
  readonly notes: CallNotes | undefined;
}

/** The object and the scope that the tool gets for it. */
export async function enter(run: Run, node: SealedNode, path: string): Promise<OpenedPath> {
  const { context, tool, clock, notes } = run;
  watch(node, notes);
  const obeys = tool.traits.respectsGitignore && node.kind === "directory";
  const ignored = obeys
    ? await inSlices(openIgnored(context.discovery, context.workspace.inner, node.names), clock)
    : null;
  return { node, scope: new Scope(run, path, ignored) };
}

/** The disk tells which files the tool reads and which folders it lists. */
function watch(node: SealedNode, notes: CallNotes | undefined): void {
  if (notes === undefined || node.kind === "other") return;
  node.inner.watch((kind, location) => {
    if (kind === "file") notes.noteFile(location);
    else notes.noteDirectory(location);
  });
}

/** A class that names its fields: a getter in an object literal takes two microseconds, and spreading the fields as many. */
class Scope implements CallScope {
  readonly #run: Run;
  readonly path: string;
  readonly ignored: CallScope["ignored"];
  readonly clock: CallClock;
  readonly denied: Denied;
  readonly callId: CallScope["callId"];
  readonly timeoutMs: CallScope["timeoutMs"];
  readonly maxOutputBytes: CallScope["maxOutputBytes"];
  readonly availableCapacityBytes: CallScope["availableCapacityBytes"];
  readonly answer: CallScope["answer"];
  readonly nameTool: CallScope["nameTool"];
  readonly allowTruncation: CallScope["allowTruncation"];
  readonly open: CallScope["open"];

  constructor(run: Run, path: string, ignored: CallScope["ignored"]) {
    const { facts } = run;
    this.#run = run;
    this.path = path;
    this.ignored = ignored;
    this.clock = run.clock;
    this.denied = run.denied;
    this.callId = facts.callId;
    this.timeoutMs = facts.timeoutMs;
    this.maxOutputBytes = facts.maxOutputBytes;
    this.availableCapacityBytes = facts.availableCapacityBytes;
    this.answer = facts.answer;
    this.nameTool = facts.nameTool;
    this.allowTruncation = facts.allowTruncation;
    this.open = (unsafePath) => openFurther(run, unsafePath);
  }

  /** Made when a tool looks at it: most never do. */
  get signal(): AbortSignal {
    return this.#run.ending();
  }
}

async function openFurther(run: Run, unsafePath: string): Promise<OpenedPath> {
  const { context, tool, clock, denied, notes } = run;
  try {
    const place = resolvePlace(context, tool.spec, unsafePath);
    const node = await openPlace(context, tool.spec, place, { denied, clock, notes });
    watch(node, notes);
    return { node, scope: new Scope(run, place.relative, null) };
  } catch (error) {
    notes?.noteRefusal(unsafePath, error);
    throw error;
  }
}
