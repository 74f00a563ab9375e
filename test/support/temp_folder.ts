// One folder for all temporary ones of a run on Node, removed at its end. Set up before the workers start, which inherit the variable.

import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { chooseTempFolder } from "./fast_folder.ts";

export function setup(): () => void {
  const folder = mkdtempSync(join(chooseTempFolder(), "porthole-"));
  process.env.TMPDIR = folder;
  // In a detached process, because it takes longer than a hook may.
  return () => spawn("rm", ["-rf", "--", folder], { detached: true, stdio: "ignore" }).unref();
}
