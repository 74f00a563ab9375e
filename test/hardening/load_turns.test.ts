import { describe, expect, test } from "vitest";
import { Turns } from "../../src/mcp/turns.ts";

const NEVER = new AbortController().signal;

/** Calls that begin when they may and end when they are told. */
function prepare(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, signal = NEVER) =>
    turns.run(signal, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { begun, start, end: (name: string) => ends.get(name)?.() };
}

describe("calls that take turns", () => {
  test("begin in the order of asking, so many at once, each when another has ended", async () => {
    const { begun, start, end } = prepare(new Turns({ maxAtOnce: 2 }));
    const results = ["a", "b", "c", "d"].map((name) => start(name));
    expect(begun).toEqual(["a", "b"]);
    end("b");
    expect(await results[1]).toBe("b");
    await Promise.resolve();
    expect(begun).toEqual(["a", "b", "c"]);
    end("a");
    end("c");
    await results[2];
    await Promise.resolve();
    end("d");
    expect(await Promise.all(results)).toEqual(["a", "b", "c", "d"]);
  });

  test("do not begin while nothing can be written, and do when it can", async () => {
    let isBlocked = true;
    const turns = new Turns({ maxAtOnce: 2, isBlocked: () => isBlocked });
    const { begun, start, end } = prepare(turns);
    const result = start("a");
    turns.admit();
    expect(begun).toEqual([]);
    isBlocked = false;
    turns.admit();
    await Promise.resolve();
    expect(begun).toEqual(["a"]);
    end("a");
    expect(await result).toBe("a");
  });

  test("do not overtake those who wait, also when nothing stands in their way any more", async () => {
    let isBlocked = true;
    const turns = new Turns({ isBlocked: () => isBlocked });
    const { begun, start, end } = prepare(turns);
    const waiting = start("a");
    isBlocked = false;
    const results = [waiting, start("b")];
    expect(begun).toEqual([]);
    turns.admit();
    await Promise.resolve();
    expect(begun).toEqual(["a", "b"]);
    for (const name of begun) end(name);
    expect(await Promise.all(results)).toEqual(["a", "b"]);
  });

  test("that are cancelled do not wait, and those behind them lose nothing", async () => {
    const turns = new Turns({ maxAtOnce: 1 });
    const { begun, start, end } = prepare(turns);
    const controller = new AbortController();
    const results = [start("a"), start("b", controller.signal), start("c"), start("d", AbortSignal.abort())];
    controller.abort();
    await Promise.resolve();
    expect(begun).toEqual(["a", "d", "b"]);
    for (const name of ["a", "b", "d"]) end(name);
    await results[0];
    await results[1];
    await results[3];
    await Promise.resolve();
    end("c");
    expect(await Promise.all(results)).toEqual(["a", "b", "c", "d"]);
    expect(begun).toEqual(["a", "d", "b", "c"]);
  });

  test("are refused at once when too many wait already, and those who wait lose nothing", async () => {
    const { begun, start, end } = prepare(new Turns({ maxAtOnce: 1, maxWaiting: 1 }));
    const results = [start("a"), start("b")];
    await expect(start("c")).rejects.toThrow("at most 1 calls can wait; make this one again later");
    end("a");
    await results[0];
    await Promise.resolve();
    const late = start("d");
    end("b");
    await results[1];
    await Promise.resolve();
    end("d");
    expect(await Promise.all([...results, late])).toEqual(["a", "b", "d"]);
    expect(begun).toEqual(["a", "b", "d"]);
  });

  test("that fail give their turn on", async () => {
    const turns = new Turns({ maxAtOnce: 1 });
    const failed = turns.run(NEVER, () => Promise.reject(new Error("it failed")));
    const next = turns.run(NEVER, async () => "next");
    await expect(failed).rejects.toThrow("it failed");
    expect(await next).toBe("next");
  });
});
