import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CallClock, clockMs } from "../../src/disk/call_clock.ts";
import { openWorkspace } from "../../src/disk/open.ts";
import { makeTree } from "../support/tree.ts";
import { byName, codeOf, countDescriptors, openDirectory, STRATEGIES } from "../support/workspaces.ts";

const COUNT = 16_000;
let root = "";

beforeAll(() => {
  root = makeTree([]);
  mkdirSync(join(root, "huge"));
  writeFileSync(join(root, "huge/f0"), "");
  // Links to a file are made faster than files.
  for (let i = 1; i < COUNT; i++) linkSync(`${root}/huge/f0`, `${root}/huge/f${i}`);
});

/** Slow on purpose, so that a listing takes many slices on any machine. */
function dawdle(): boolean {
  const end = clockMs() + 0.01;
  while (clockMs() < end);
  return true;
}

/** Wants a rest whenever it is asked, so that how often it is asked can be counted on any machine. */
class RestlessPace extends CallClock {
  rests = 0;
  onRest = () => {};

  override isDue(): boolean {
    return true;
  }

  override async rest(): Promise<void> {
    this.rests++;
    this.onRest();
    await super.rest();
  }
}

describe.each(STRATEGIES)("one huge directory, kept by %s", (strategy) => {
  test("is listed in slices between which the event loop turns", async () => {
    using workspace = openWorkspace(root, { strategy });
    using directory = openDirectory(workspace, "huge");
    let isDone = false;
    let turns = 0;
    const countTurns = () => {
      turns++;
      if (!isDone) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const { entries, more } = await directory.list({ limit: 3, order: byName }, new RestlessPace());
    isDone = true;
    expect(entries.map((entry) => entry.name)).toEqual(["f0", "f1", "f10"]);
    expect(more).toBe(true);
    expect(turns).toBeGreaterThan(10);
  });

  test("can be left in the middle by an abort and by a deadline, and nothing stays open", async () => {
    using workspace = openWorkspace(root, { strategy });
    using directory = openDirectory(workspace, "huge");
    const before = countDescriptors();
    const seen = { aborted: 0, late: 0 };
    const controller = new AbortController();
    const abortSoon = () => {
      if (++seen.aborted === 100) controller.abort();
      return dawdle();
    };
    const aborted = { limit: 3, order: byName, accept: abortSoon };
    expect(await codeOf(() => directory.list(aborted, new CallClock({ signal: controller.signal })))).toBe("CANCELLED");
    expect(seen.aborted).toBeGreaterThanOrEqual(100);
    const late = { limit: 3, order: byName, accept: () => dawdle() && ++seen.late > 0 };
    const deadlineMs = clockMs() + 20;
    expect(await codeOf(() => directory.list(late, new CallClock({ deadlineMs })))).toBe("TIMEOUT");
    for (const count of Object.values(seen)) expect(count).toBeLessThan(COUNT);
    expect(countDescriptors()).toBe(before);
  });

  test("is read and passed on in small parts: the clock is asked every 4 names, and it stays open until the last", async () => {
    using workspace = openWorkspace(root, { strategy });
    using directory = openDirectory(workspace, "huge");
    const before = countDescriptors();
    const clock = new RestlessPace();
    const seen = { names: 0, mostAtOnce: 0, atOnce: 0, open: new Set<number>() };
    clock.onRest = () => {
      seen.atOnce = 0;
    };
    const accept = () => {
      seen.mostAtOnce = Math.max(seen.mostAtOnce, ++seen.atOnce);
      if (++seen.names % 1000 === 1) seen.open.add(countDescriptors() - before);
      return true;
    };
    const listing = await directory.list({ limit: 1, order: (a, b) => -byName(a, b), accept }, clock);
    expect(listing).toEqual({ entries: [{ raw: "f9999", name: "f9999", kind: "file" }], more: true });
    expect([seen.names, seen.mostAtOnce, clock.rests]).toEqual([COUNT, 4, COUNT / 4]);
    expect([...seen.open]).toEqual([1]);
    expect(countDescriptors()).toBe(before);
  });

  test("is sorted in slices where all of it is asked for", async () => {
    using workspace = openWorkspace(root, { strategy });
    using directory = openDirectory(workspace, "huge");
    const clock = new RestlessPace();
    let [names, restsBefore] = [0, 0];
    const accept = () => {
      if (++names === COUNT) restsBefore = clock.rests;
      return true;
    };
    const { entries, more } = await directory.list({ limit: COUNT, order: byName, accept }, clock);
    const expected = Array.from({ length: COUNT }, (_, i) => `f${i}`).sort();
    expect([entries.map(({ name }) => name).join(), more]).toEqual([expected.join(), false]);
    // At least once for each thousand of them, and again for each time that they are merged.
    expect(clock.rests - restsBefore).toBeGreaterThan((COUNT / 1024) * 4);
  });

  test("is cut in slices where more is asked for than can be sorted at once", async () => {
    using workspace = openWorkspace(root, { strategy });
    using directory = openDirectory(workspace, "huge");
    const { entries, more } = await directory.list({ limit: 5000, order: byName }, new RestlessPace());
    const expected = Array.from({ length: COUNT }, (_, i) => `f${i}`).sort();
    expect([entries.map(({ name }) => name).join(), more]).toEqual([expected.slice(0, 5000).join(), true]);
  });

  test("can be left before the first name", async () => {
    using workspace = openWorkspace(root, { strategy });
    using directory = openDirectory(workspace, "huge");
    const before = countDescriptors();
    const controller = new AbortController();
    const listing = directory.list(
      { limit: 1, order: byName, accept: dawdle },
      new CallClock({ signal: controller.signal }),
    );
    controller.abort();
    expect(await codeOf(() => listing)).toBe("CANCELLED");
    expect(countDescriptors()).toBe(before);
  });
});
