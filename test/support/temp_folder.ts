// One folder for all temporary ones of a run on Node, removed at its end. Set up before the workers start, which inherit the variable.

import { chmodSync, mkdtempSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { chooseTempFolder } from "./fast_folder.ts";
import { removeLater } from "./remove_later.ts";

export function setup(): () => void {
  const folder = mkdtempSync(join(realpathSync(chooseTempFolder()), "porthole-"));
  // Sticky, as /tmp is: a folder that one worker makes there does not disturb the proofs of another (src/disk/verify/root.ts).
  chmodSync(folder, 0o1700);
  // The first is for POSIX, the others for Windows.
  for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = folder;
  return () => removeLater([folder]);
}
