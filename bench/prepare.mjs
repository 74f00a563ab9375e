// @ts-check
// Prepares a case in this process: its candidates, and a folder for what it makes, which is removed at the end.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CASES } from "./cases/index.mjs";
import { provideTree } from "./trees.mjs";

/** What the peers print stays in here. @param {string} id @param {string} folder */
export async function prepareCase(id, folder) {
  const found = CASES.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  const scratch = mkdtempSync(join(tmpdir(), "porthole-bench-scratch-"));
  // Nobody shall read what the person who runs this keeps at home.
  Object.assign(process.env, { HOME: scratch, XDG_CONFIG_HOME: scratch });
  console.error = console.warn = console.log = console.debug = () => {};
  const prepared = await found.prepare({ tree: (name) => provideTree(folder, name), scratch });
  const finish = () => {
    prepared.close?.();
    rmSync(scratch, { recursive: true, force: true });
  };
  return { found, prepared, finish };
}
