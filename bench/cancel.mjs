// Measures how soon an aborted listing of a directory of 200,000 entries ends, and how long a running one blocks the event loop, with both
// strategies. Run: npm run bench:cancel, or on Bun, after a build: npx bun bench/cancel.mjs
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgentToolkit } from "../dist/lib.js";

const ENTRIES = 200_000;
const ROUNDS = 15;

const root = mkdtempSync(join(tmpdir(), "porthole-bench-"));
mkdirSync(join(root, "huge"));
for (let i = 0; i < ENTRIES; i++) writeFileSync(join(root, "huge", `file${i}`), "");

/** The processor time between two turns, at most, in milliseconds: other processes disturb it less than the clock. */
async function findLongestHold(/** @type {() => Promise<unknown>} */ act) {
  const read = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  let [last, longest, turns, isOver] = [read(), 0, 0, false];
  const turn = () => {
    const now = read();
    [longest, last, turns] = [Math.max(longest, now - last), now, turns + 1];
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await act();
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  return { longest, turns };
}

for (const strategy of /** @type {const} */ (["handles", "verify"])) {
  const toolkit = createAgentToolkit({ workspaceRoot: root, strategy });
  /** @type {{ longest: number, turns: number }[]} */
  const holds = [];
  for (let round = 0; round < ROUNDS; round++) {
    holds.push(await findLongestHold(() => toolkit.tree("huge", { entry_kind: "all" })));
  }
  toolkit.close();
  holds.sort((a, b) => a.longest - b.longest);
  const { longest = Number.NaN, turns = 0 } = holds[Math.floor(ROUNDS / 2)] ?? {};
  console.log(`by ${strategy}, the event loop turned ${turns} times and was held for ${longest.toFixed(1)} ms at most`);
}

const toolkit = createAgentToolkit({ workspaceRoot: root });
const delays = [];
for (let round = 0; round < ROUNDS; round++) {
  const controller = new AbortController();
  // Well inside the directory: reading it takes some 200 ms. Measured from the time when the abort was due, not from when the event loop
  // handled it, until the walk itself has ended, not until the executor has answered.
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
