// @ts-check
// Measures one case in a process of its own, so that no case affects another, and sends the figures to its parent. Hides the output of the
// peers.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CASES } from "./cases/index.mjs";
import { measure } from "./measure.mjs";
import { provideTree } from "./trees.mjs";

const [id, folder = "", rounds] = process.argv.slice(2);
const found = CASES.find((one) => one.id === id);
if (found === undefined) throw new Error(`no case ${id}`);
const scratch = mkdtempSync(join(tmpdir(), "porthole-bench-scratch-"));
// The peers must not read the configuration in the home folder of the person who runs this.
Object.assign(process.env, { HOME: scratch, XDG_CONFIG_HOME: scratch });
console.error = console.warn = console.log = console.debug = () => {};
try {
  const { contestants, close } = await found.prepare({ tree: (name) => provideTree(folder, name), scratch });
  const figures = await measure(contestants, Number(rounds));
  const { title, meter, goals } = found;
  process.send?.({ id, title, meter, goals, figures });
  close?.();
} finally {
  rmSync(scratch, { recursive: true });
}
process.disconnect?.();
