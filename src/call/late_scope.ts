// The scope of one use of a tool: the environment of its call, with one of its paths.

import type { CallClock } from "../disk/call_clock.ts";
import type { NameTool } from "../errors.ts";
import type { AnswerLimit, CallScope } from "../tools/tool.ts";
import type { ViewSources } from "../view/view.ts";

/** What the scopes of one use of a tool have in common. */
type SharedScope = Omit<CallScope, "signal" | "path" | "ignored"> & { readonly ending: () => AbortSignal };

/**
 * The signal is made when a tool looks at it: most never do. A class that names its fields, since a getter in an object literal takes two
 * microseconds, and spreading the fields as many.
 */
export class LateScope implements CallScope {
  readonly #ending: () => AbortSignal;
  readonly path: string;
  readonly ignored: ViewSources["ignored"];
  readonly callId: string;
  readonly clock: CallClock;
  readonly denied: ViewSources["denied"];
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly availableCapacityBytes: number;
  readonly answer: AnswerLimit | undefined;
  readonly nameTool: NameTool;
  readonly allowTruncation: boolean;
  readonly open: CallScope["open"];

  constructor(shared: SharedScope, path: string, ignored: ViewSources["ignored"]) {
    this.#ending = shared.ending;
    this.path = path;
    this.ignored = ignored;
    this.callId = shared.callId;
    this.clock = shared.clock;
    this.denied = shared.denied;
    this.timeoutMs = shared.timeoutMs;
    this.maxOutputBytes = shared.maxOutputBytes;
    this.availableCapacityBytes = shared.availableCapacityBytes;
    this.answer = shared.answer;
    this.nameTool = shared.nameTool;
    this.allowTruncation = shared.allowTruncation;
    this.open = shared.open;
  }

  get signal(): AbortSignal {
    return this.#ending();
  }
}
