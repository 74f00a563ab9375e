// The process of a server: its heap.

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const program = `
  const { prepareLongRun } = await import(${JSON.stringify(new URL("../../build/cli/long_run.js", import.meta.url).href)});
  prepareLongRun();
  let kept = [];
  for (let i = 0; i < 500_000; i++) {
    kept.push({ i, text: String(i) });
    if (kept.length > 20_000) kept = [];
  }
  const { getHeapSpaceStatistics } = await import("node:v8");
  const isNode = process.versions.bun === undefined;
  console.log(isNode ? getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size : 0);`;

test("the part of the heap for new objects does not grow with what is created and dropped", () => {
  const args = ["--input-type=module", "-e", program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([stderr, stdout.trim() !== "", Number(stdout) <= 4 * 1024 * 1024]).toEqual(["", true, true]);
});
