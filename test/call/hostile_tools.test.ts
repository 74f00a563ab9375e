// Many calls at once, tools and signals of any kind: each call has its one answer, and nothing stays behind.

import { describe, expect, test } from "vitest";
import type { ToolEvent } from "../../src/call/types.ts";
import { times } from "../support/scale.ts";
import { countDescriptors } from "../support/workspaces.ts";
import { call, codeIn, codeOrText, open, register, trap } from "./hostile.ts";

/** Several times as many as run at once. */
const MANY = times(100, 400);

describe("many calls at once", () => {
  test("hold few descriptors, and each is answered", async () => {
    using toolkit = open();
    const before = countDescriptors();
    let most = 0;
    const run = async () => {
      most = Math.max(most, countDescriptors() - before);
      await new Promise((resolve) => setImmediate(resolve));
      return "ran";
    };
    register(toolkit, "look", { run });
    const results = await Promise.all(Array.from({ length: MANY }, (_, i) => toolkit.execute(call(`${i}`, "look"))));
    expect(new Set(results.map(({ content }) => content))).toEqual(new Set(["ran"]));
    expect([most <= 32, countDescriptors() - before]).toEqual([true, 0]);
  });

  test("EX-17 those that wait for a place can be cancelled, and the others run when it is their turn", async () => {
    using toolkit = open();
    const go: (() => void)[] = [];
    register(toolkit, "wait", { run: () => new Promise((resolve) => go.push(() => resolve("ran"))) });
    register(toolkit, "quick", {});
    const held = Array.from({ length: 32 }, (_, i) => toolkit.execute(call(`${i}`, "wait")));
    while (go.length < held.length) await new Promise((resolve) => setImmediate(resolve));
    const controller = new AbortController();
    const quits = toolkit.execute(call("q", "quick"), { signal: controller.signal });
    const stays = toolkit.execute(call("s", "quick"));
    controller.abort();
    expect(codeIn(await quits)).toBe("CANCELLED");
    for (const resolve of go) resolve();
    expect((await stays).content).toBe("ran");
    expect((await Promise.all(held)).map(({ is_error }) => is_error)).toEqual(Array(32).fill(false));
  });
});

describe("what the owner sees", () => {
  test("EX-22 the completed event has what was thrown, and the answer has not", async () => {
    using toolkit = open();
    const thrown = new Error("/secret/place");
    register(toolkit, "fails", { run: () => Promise.reject(thrown) });
    const events: ToolEvent[] = [];
    const on_event = (event: ToolEvent) => events.push(event);
    const result = await toolkit.execute(call("1", "fails"), { on_event });
    await toolkit.execute(call("2"), { on_event });
    const [, failed, , fine] = events;
    expect(failed?.type === "completed" && [failed.error?.code, failed.error?.cause]).toEqual(["INTERNAL", thrown]);
    expect(fine !== undefined && "error" in fine).toBe(false);
    expect([result.content, JSON.stringify(failed)].join()).not.toContain("secret");
  });

  test("EX-03 a summary is made only when somebody is asked, and one that fails is the tool's failure", async () => {
    let made = 0;
    const summarize = () => `${++made}`;
    const traits = { isSideEffecting: true, requiresApproval: true, riskLevel: "low" } as const;
    using silent = open();
    register(silent, "edit", { summarize, traits });
    register(silent, "look", { summarize });
    await silent.execute(call("1", "edit"));
    await silent.invoke("edit", { path: "f" });
    await silent.execute(call("1", "look"));
    expect(made).toBe(0);
    const asked: string[] = [];
    using asking = open({
      approve: (requests) => {
        asked.push(...requests.map(({ summary }) => summary));
        return "all";
      },
    });
    register(asking, "edit", { summarize, traits });
    register(asking, "broken", { summarize: trap, traits });
    const results = await asking.executeBatch([call("1", "broken"), call("2", "edit")]);
    expect([asked, results.map(codeOrText)]).toEqual([["1"], ["INTERNAL", "ran"]]);
  });
});

describe("a tool of any kind", () => {
  test("EX-18 may throw what only looks like an error of ours", async () => {
    using toolkit = open();
    const brand = Symbol.for("porthole.ToolError");
    const fakes = [
      { [brand]: true, message: "m", kind: 1n },
      Object.defineProperty({ [brand]: true, message: "m" }, "kind", { get: trap }),
      { [brand]: true, message: "m", kind: "Timeout", code: "TIMEOUT", retriable: "no" },
    ];
    for (const [at, fake] of fakes.entries()) {
      register(toolkit, `fake${at}`, {
        run: () => {
          throw fake;
        },
      });
      expect(codeIn(await toolkit.execute(call("1", `fake${at}`)))).toBe("INTERNAL");
    }
  });

  test("EX-18 must write its answer at once", async () => {
    using toolkit = open();
    register(toolkit, "slow", { toText: () => new Promise(() => {}) as never });
    expect(codeIn(await toolkit.execute(call("1", "slow")))).toBe("INTERNAL");
  });

  test("may have any schema that is one", async () => {
    using toolkit = open();
    for (const [name, parameters] of Object.entries({ bare: { type: "object" }, loose: { properties: {} } })) {
      const definition = { name, description: "", parameters: parameters as never };
      register(toolkit, name, { definition });
      expect((await toolkit.execute(call("1", name))).content).toBe("ran");
    }
  });
});

describe("a signal", () => {
  test("that cannot be let go of is refused, and holds nothing", async () => {
    using toolkit = open();
    const before = countDescriptors();
    const signal = { aborted: false, addEventListener: () => {} } as never;
    for (let i = 0; i < 40; i++) expect(codeIn(await toolkit.execute(call("1"), { signal }))).toBe("INVALID_ARGUMENT");
    expect(codeIn(await toolkit.execute(call("1")))).toBeNull();
    expect(countDescriptors()).toBe(before);
  });

  test("that many calls share has one listener", async () => {
    using toolkit = open();
    const { signal } = new AbortController();
    const counts = { added: 0, removed: 0 };
    const counting = {
      aborted: false,
      addEventListener: (...args: Parameters<AbortSignal["addEventListener"]>) => {
        counts.added++;
        signal.addEventListener(...args);
      },
      removeEventListener: (...args: Parameters<AbortSignal["removeEventListener"]>) => {
        counts.removed++;
        signal.removeEventListener(...args);
      },
    } as never;
    await Promise.all(Array.from({ length: 50 }, (_, i) => toolkit.execute(call(String(i)), { signal: counting })));
    expect(counts.added).toBeLessThan(10);
    expect(counts.removed).toBe(counts.added);
  });
});

test("EX-16 a call that waits for its turn waits no longer than it may take", async () => {
  using toolkit = open();
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  register(toolkit, "busy", { run: () => finished.then(() => "ran") });
  const busy = Array.from({ length: 32 }, (_, i) => toolkit.execute(call(String(i), "busy")));
  expect(codeIn(await toolkit.execute(call("late"), { timeout_ms: 20 }))).toBe("TIMEOUT");
  finish();
  expect((await Promise.all(busy)).map(({ content }) => content)).toEqual(Array(32).fill("ran"));
  expect(codeIn(await toolkit.execute(call("next")))).toBeNull();
});
