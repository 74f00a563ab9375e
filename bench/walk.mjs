// Walks a tree of 22,220 files in 1,111 directories by sealed handles and by plain path strings, in turn, and prints the
// ratio of the processor time they take, which other processes disturb less than the clock. The walk is the same code over two kinds of directories. Run: npm run bench:walk
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CallClock } from "../build/disk/call_clock.js";
import { listBounded } from "../build/disk/list_bounded.js";
import { openListing } from "../build/disk/list_open.js";
import { openWorkspace } from "../build/disk/open.js";
import { SandboxPath } from "../build/disk/sandbox_path.js";
import { inOneStep, inSlices } from "../build/disk/steps.js";

const ROUNDS = 41;
const EVERYTHING = {
  limit: Number.POSITIVE_INFINITY,
  /** @type {import("../build/disk/types.d.ts").EntryOrder} */
  order: (a, b) => (a.name < b.name ? -1 : 1),
};

/** The same interface over plain path strings: nothing is kept open or checked. */
class PlainDirectory {
  asked = ".";

  /** @param {string} path */
  constructor(path) {
    this.path = path;
  }

  /** @param {import("../build/disk/types.d.ts").ListRequest} request @param {CallClock} clock */
  async list(request, clock) {
    const stream = await inSlices(openListing(this.path), clock);
    return await inSlices(listBounded(stream, request, this), clock);
  }

  /** @param {string} raw @param {CallClock} clock */
  async openChild(raw, clock) {
    clock.check();
    return new PlainDirectory(join(this.path, raw));
  }

  close() {}

  rawNames() {
    return inOneStep(() => []);
  }

  openAgain() {
    return openListing(this.path);
  }

  childMetadata() {
    return inOneStep(() => []);
  }
}

function makeTree() {
  const root = mkdtempSync(join(tmpdir(), "porthole-bench-"));
  for (let a = 0; a < 10; a++) {
    for (let b = 0; b < 10; b++) {
      for (let c = 0; c < 10; c++) mkdirSync(join(root, `a${a}`, `b${b}`, `c${c}`), { recursive: true });
    }
  }
  const directories = [root];
  for (let a = 0; a < 10; a++) {
    directories.push(join(root, `a${a}`));
    for (let b = 0; b < 10; b++) {
      directories.push(join(root, `a${a}`, `b${b}`));
      for (let c = 0; c < 10; c++) directories.push(join(root, `a${a}`, `b${b}`, `c${c}`));
    }
  }
  for (const directory of directories) {
    for (let i = 0; i < 20; i++) writeFileSync(join(directory, `file${i}.txt`), "");
  }
  return root;
}

/**
 * @param {PlainDirectory | import("../build/disk/types.d.ts").SealedDirectory} directory
 * @param {CallClock} clock
 * @returns {Promise<number>}
 */
async function walk(directory, clock) {
  const { entries } = await directory.list(EVERYTHING, clock);
  let count = 0;
  for (const entry of entries) {
    if (entry.kind !== "directory") {
      count++;
      continue;
    }
    const child = await directory.openChild(entry.raw, clock);
    count += await walk(child, clock);
    child.close();
  }
  return count;
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** @param {() => Promise<number>} act */
async function time(act) {
  const start = process.cpuUsage();
  const count = await act();
  if (count !== 22_220) throw new Error(`counted ${count} files`);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const root = makeTree();
const workspace = openWorkspace(root);
const byPath = [];
const byHandle = [];
for (let round = 0; round < ROUNDS; round++) {
  byPath.push(await time(() => walk(new PlainDirectory(root), new CallClock())));
  byHandle.push(
    await time(async () => {
      const top = await workspace.resolve(SandboxPath.ofLocation("."), new CallClock());
      if (top.kind !== "directory") throw new Error("the root is no directory");
      const count = await walk(top, new CallClock());
      top.close();
      return count;
    }),
  );
}
workspace.close();
rmSync(root, { recursive: true });
const [path, handle] = [median(byPath), median(byHandle)];
console.log(
  `by path ${path.toFixed(1)} ms, by ${workspace.strategy} ${handle.toFixed(1)} ms: ${(handle / path).toFixed(2)}x`,
);
