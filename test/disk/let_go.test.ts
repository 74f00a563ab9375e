// A directory that is let go while it is being opened for a listing, as happens to the call that is cancelled: the number of its
// descriptor goes to whatever is opened next. In a process of its own, since only the first listing of a process may have to wait.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";

const program = (root: string, outside: string, strategy: string) => `
  const build = ${JSON.stringify(new URL("../../build/disk/", import.meta.url).href)};
  const { openWorkspace } = await import(build + "open.js");
  const { CallClock } = await import(build + "call_clock.js");
  const { SandboxPath } = await import(build + "sandbox_path.js");
  const { openSync } = await import("node:fs");
  const workspace = openWorkspace(${JSON.stringify(root)}, { strategy: "${strategy}" });
  const directory = await workspace.resolve(SandboxPath.ofLocation("d"), new CallClock());
  const listing = directory.list({ limit: 9, order: () => 0 }, new CallClock());
  directory.close();
  openSync(${JSON.stringify(outside)}, "r");
  console.log(await listing.then(({ entries }) => entries.map(({ name }) => name).join(), () => "refused"));`;

test.each(STRATEGIES)("EX-12 a listing whose directory is let go shows nothing else in its place: %s", (strategy) => {
  const root = makeTree(["file d/mine x"]);
  const outside = join(root, "../outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "theirs"), "x");
  const args = ["--input-type=module", "-e", program(root, outside, strategy)];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([["mine", "refused"].includes(stdout.trim()), stdout.includes("theirs"), stderr]).toEqual([true, false, ""]);
});
