import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openWorkspace } from "../../src/workspace/open.ts";
import { Pace } from "../../src/workspace/pace.ts";
import { makeTree } from "../support/tree.ts";
import { byName, codeOf, countDescriptors, openDirectory, STRATEGIES } from "../support/workspaces.ts";

const COUNT = 40_000;
let root = "";

beforeAll(() => {
  root = makeTree([]);
  mkdirSync(join(root, "huge"));
  for (let i = 0; i < COUNT; i++) writeFileSync(join(root, "huge", `f${i}`), "");
});

/** Slow on purpose, so that a listing takes many slices on any machine. */
function dawdle(): boolean {
  const end = performance.now() + 0.01;
  while (performance.now() < end);
  return true;
}

describe.each(STRATEGIES)("one huge directory, kept by %s", (strategy) => {
  test("is listed in slices between which the event loop turns", async () => {
    using workspace = openWorkspace(root, { strategy });
    using directory = openDirectory(workspace, "huge");
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const { entries, more } = await directory.list({ limit: 3, order: byName, accept: dawdle }, new Pace());
    clearInterval(timer);
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
    setTimeout(() => controller.abort(), 20);
    const aborted = { limit: 3, order: byName, accept: () => dawdle() && ++seen.aborted > 0 };
    expect(await codeOf(() => directory.list(aborted, new Pace({ signal: controller.signal })))).toBe("CANCELLED");
    const late = { limit: 3, order: byName, accept: () => dawdle() && ++seen.late > 0 };
    const deadlineMs = performance.now() + 20;
    expect(await codeOf(() => directory.list(late, new Pace({ deadlineMs })))).toBe("TIMEOUT");
    for (const count of Object.values(seen)) {
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThan(COUNT);
    }
    expect(countDescriptors()).toBe(before);
  });
});
