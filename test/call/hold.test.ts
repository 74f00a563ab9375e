// What one call holds, and how long it may: one deadline from its start to its end, queues included, and a bounded number of objects
// held by all calls together.

import { afterEach, describe, expect, test, vi } from "vitest";
import { createToolContext, type ToolContext } from "../../src/call/context.ts";
import { createSecureTool } from "../../src/call/secure_tool.ts";
import type { CallOptions } from "../../src/call/types.ts";
import type { CallClock } from "../../src/disk/call_clock.ts";
import type { SealedNode, Workspace } from "../../src/disk/types.ts";
import type { CallScope } from "../../src/tools/tool.ts";
import { makePeek, type PeekRequest } from "../support/peek_tool.ts";
import { makeTree } from "../support/tree.ts";
import { codeOf, withChanges } from "../support/workspaces.ts";

const LIMIT_MS = 60_000;
const LIMITS = { timeoutMs: LIMIT_MS, signal: undefined };
// As README and the code say.
const MAX_HELD = 32;

const never = () => new Promise<never>(() => {});
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

type Act = (node: SealedNode, clock: CallClock) => unknown;

/** A call that has its place, before its tool runs. */
async function startVisit(context: ToolContext, limits: CallOptions) {
  let act: Act = () => null;
  const spec = { ...makePeek([]), run: (_request: object, node: SealedNode, { clock }: CallScope) => act(node, clock) };
  const admission = await createSecureTool<object, PeekRequest, unknown>(context, spec).admit({ path: "f" }, limits);
  const use = (given: Act) => {
    act = given;
    return admission.run();
  };
  return { use, release: () => admission.release() };
}

/** A context whose looks go through `resolve`. */
function openContext(wrap: (workspace: Workspace) => Workspace["resolve"]): ToolContext {
  const context = createToolContext({ workspaceRoot: makeTree(["file f x"]) });
  return { ...context, workspace: withChanges(context.workspace, { resolve: wrap(context.workspace) }) };
}

describe("EX-16 the time of a call", () => {
  let passedMs = 0;
  const pass = (milliseconds: number) => {
    passedMs += milliseconds;
  };

  /** Every look takes `lookMs`, by a clock of whole seconds that stands still otherwise. Timers keep to their own time. */
  function openSlow(lookMs: number): ToolContext {
    passedMs = 0;
    const start = Math.floor(performance.now() / 1000) * 1000;
    vi.spyOn(performance, "now").mockImplementation(() => start + passedMs);
    return openContext((workspace) => (...asked) => {
      pass(lookMs);
      return workspace.resolve(...asked);
    });
  }

  afterEach(() => void vi.restoreAllMocks());

  /** Whether `waiting` ended before a timer that is later than one whose time is up, and far earlier than one of the whole limit. */
  function raceTimer(waiting: Promise<unknown>): Promise<string> {
    const later = new Promise<string>((resolve) => setTimeout(() => resolve("still waiting"), LIMIT_MS / 2).unref());
    return Promise.race([codeOf(() => waiting), later]);
  }

  /** As many calls as may hold something, until they are let go. */
  async function holdAll(context: ToolContext) {
    const visits = await Promise.all(Array.from({ length: MAX_HELD }, () => startVisit(context, LIMITS)));
    const letGo = () => {
      for (const visit of visits) visit.release();
    };
    return { letGo };
  }

  test("is one for the look and the tool", async () => {
    const useFor = async (toolMs: number) => {
      const visit = await startVisit(openSlow(LIMIT_MS - 2000), LIMITS);
      return visit.use(async (_node, clock) => {
        pass(toolMs);
        clock.check();
        return "ran";
      });
    };
    expect(await useFor(2000)).toBe("ran");
    expect(await codeOf(() => useFor(3000))).toBe("TIMEOUT");
  });

  test("is that of each run, without the time in which a program waits before it", async () => {
    const visit = await startVisit(openSlow(1000), LIMITS);
    const run = () =>
      visit.use((_node, clock) => {
        pass(LIMIT_MS - 2000);
        clock.check();
        return "ran";
      });
    pass(2 * LIMIT_MS);
    expect([await run(), await run(), await run()]).toEqual(["ran", "ran", "ran"]);
  });

  test("is over for a tool that never looks at it, if the look took all of it", async () => {
    const visit = await startVisit(openSlow(LIMIT_MS), LIMITS);
    expect(await raceTimer(visit.use(never))).toBe("TIMEOUT");
  });

  test("goes on while a call waits for a place, which then is not looked for", async () => {
    let looks = 0;
    const context = openContext((workspace) => (...asked) => {
      looks += 1;
      return workspace.resolve(...asked);
    });
    const { letGo } = await holdAll(context);
    expect(await raceTimer(startVisit(context, { ...LIMITS, timeoutMs: 1 }))).toBe("TIMEOUT");
    expect(looks).toBe(MAX_HELD);
    letGo();
  });

  test.each([
    ["in time", 0, "ran"],
    ["a second late", 1000, "TIMEOUT"],
  ])("is one for the queue, the look and the tool: %s", async (_when, extraMs, expected) => {
    const context = openSlow(1000);
    const { letGo } = await holdAll(context);
    const start = startVisit(context, LIMITS);
    pass(LIMIT_MS - 1000 + extraMs);
    letGo();
    const run = async () =>
      (await start).use(async (_node, clock) => {
        clock.check();
        return "ran";
      });
    expect(await run().catch((error: unknown) => Object(error).code)).toBe(expected);
  });
});

describe("many calls at once", () => {
  /** Counts what is being looked for or held, now and at most. */
  function openCounted() {
    const counts = { open: 0, most: 0 };
    const countClosing = (node: SealedNode): SealedNode => {
      const close = node.close.bind(node);
      return Object.assign(node, {
        close: () => {
          counts.open -= 1;
          close();
        },
      });
    };
    const context = openContext((workspace) => async (...asked) => {
      counts.open += 1;
      counts.most = Math.max(counts.most, counts.open);
      // So that others could begin meanwhile.
      await turn();
      return countClosing(await workspace.resolve(...asked));
    });
    return { context, counts };
  }

  const CALLS = 200;

  test("hold 32 objects between them, and each of them runs", async () => {
    const { context, counts } = openCounted();
    const call = async () => {
      const visit = await startVisit(context, LIMITS);
      await turn();
      return visit.use(async () => {
        await turn();
        return "ran";
      });
    };
    const results = await Promise.all(Array.from({ length: CALLS }, call));
    expect(results).toEqual(new Array(CALLS).fill("ran"));
    expect([counts.most, counts.open]).toEqual([MAX_HELD, 0]);
  });

  test("give their places back, even if nothing can be closed", async () => {
    const context = openContext((workspace) => async (...asked) => {
      const node = await workspace.resolve(...asked);
      const close = () => {
        node.close();
        throw new Error("the disk is gone");
      };
      return new Proxy(node, { get: (target, name) => (name === "close" ? close : Reflect.get(target, name, target)) });
    });
    const visits = Array.from({ length: 2 * MAX_HELD }, async () =>
      (await startVisit(context, LIMITS)).use(() => "ran"),
    );
    const ends = await Promise.allSettled(visits);
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  });

  test("of one visit have a hold each, from the same 32", async () => {
    const { context, counts } = openCounted();
    const visit = await startVisit(context, LIMITS);
    const nodes = new Set<SealedNode>();
    const uses = Array.from({ length: CALLS }, () =>
      visit.use(async (node) => {
        nodes.add(node);
        await turn();
      }),
    );
    await Promise.all(uses);
    expect([nodes.size, counts.most, counts.open]).toEqual([CALLS, MAX_HELD, 0]);
  });

  test("EX-09 EX-11 of calls that a person is asked about, none holds anything while the person decides", async () => {
    const { context, counts } = openCounted();
    const answers: ((answer: "all") => void)[] = [];
    const approve = () => new Promise<"all">((resolve) => answers.push(resolve));
    const spec = makePeek([], { requiresApproval: true });
    const peek = createSecureTool({ ...context, approve }, spec);
    const outcomes = Array.from({ length: 2 * MAX_HELD }, () => peek("f"));
    while (answers.length < outcomes.length) await turn();
    expect([counts.most, counts.open]).toEqual([MAX_HELD, 0]);
    for (const answer of answers) answer("all");
    expect(new Set((await Promise.all(outcomes)).map(({ status }) => status))).toEqual(new Set(["success"]));
  });
});
