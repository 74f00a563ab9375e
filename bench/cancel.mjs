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
  let abortedAtMs = 0;
  // Well inside the directory: reading all of it takes some 200 ms.
  setTimeout(() => {
    abortedAtMs = performance.now();
    controller.abort();
  }, 30);
  const call = { id: "1", name: "tree", arguments: { path: "huge", entry_kind: "all" } };
  const { content } = await toolkit.execute(call, { signal: controller.signal });
  if (!content.includes("CANCELLED")) throw new Error(`not cancelled: ${content.slice(0, 80)}`);
  delays.push(performance.now() - abortedAtMs);
}
toolkit.close();
rmSync(root, { recursive: true });
delays.sort((a, b) => a - b);
const at = (/** @type {number} */ share) => (delays[Math.floor((delays.length - 1) * share)] ?? Number.NaN).toFixed(1);
console.log(`ended ${at(0.5)} ms after the abort (median of ${ROUNDS}; slowest ${at(1)} ms)`);
