// How long after an abort a listing inside one directory of 200,000 entries has ended. Run: npm run bench:cancel
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgentToolkit } from "../dist/lib.js";

const ENTRIES = 200_000;
const ROUNDS = 15;

const root = mkdtempSync(join(tmpdir(), "porthole-bench-"));
mkdirSync(join(root, "huge"));
for (let i = 0; i < ENTRIES; i++) writeFileSync(join(root, "huge", `file${i}`), "");

const toolkit = createAgentToolkit({ workspaceRoot: root });
const delays = [];
for (let round = 0; round < ROUNDS; round++) {
  const controller = new AbortController();
  // Well inside the directory: reading all of it takes some 200 ms. Counted from when it was due, not from when the event
  // loop got round to it, and until the walk itself has ended, not until the executor has answered.
  const dueMs = performance.now() + 30;
  setTimeout(() => controller.abort(), 30);
  const outcome = await toolkit.tree("huge", { entry_kind: "all" }, { signal: controller.signal });
  if (outcome.status === "success") throw new Error("it was not cancelled");
  delays.push(performance.now() - dueMs);
}
toolkit.close();
rmSync(root, { recursive: true });
delays.sort((a, b) => a - b);
const at = (/** @type {number} */ share) => (delays[Math.floor((delays.length - 1) * share)] ?? Number.NaN).toFixed(1);
console.log(`ended ${at(0.5)} ms after the abort (median of ${ROUNDS}; slowest ${at(1)} ms)`);
