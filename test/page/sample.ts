// A made-up workspace with something of every mark, and an agent that has looked at some of it. For the screenshot and for tests.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { addEntries, makeTempFolder } from "../support/tree.ts";
import { connectAgent, type Served } from "./served.ts";

const TIDES = `import { moonPhase } from "./moon";

/** Height of the water above the chart datum, in metres. */
export function heightAt(harbour: Harbour, when: Date): number {
  const { mean, constituents } = harbour;
  return constituents.reduce((sum, { amplitude, period, phase }) => {
    const turns = hoursSince(harbour.epoch, when) / period;
    return sum + amplitude * Math.cos(2 * Math.PI * turns - phase);
  }, mean);
}

/** The next time at which a ship with this draught can leave. */
export function nextDeparture(harbour: Harbour, draught: number, from: Date): Date | null {
  const needed = draught + harbour.clearance;
  for (let hour = 0; hour < 48; hour++) {
    const when = addHours(from, hour);
    if (heightAt(harbour, when) >= needed && moonPhase(when) !== "eclipse") return when;
  }
  return null;
}
`;

const ENTRIES = [
  "file .gitignore node_modules/\ndist/\n*.log\n",
  "file .portholeignore /customers/\n",
  "file .env HARBOUR_API_KEY=do-not-read-me\n",
  "file README.md # Tide tables\n\nWhen can a ship leave the harbour?\n",
  'file package.json {\n  "name": "tide-tables",\n  "type": "module"\n}\n',
  "file src/api/server.ts export const port = 8080;\n",
  "file src/api/routes.ts export const routes = [];\n",
  `file src/tides.ts ${TIDES}`,
  "file src/moon.ts export function moonPhase(when: Date) {\n  return when.getDate() > 14 ? 'waning' : 'waxing'; // TODO: eclipse\n}\n",
  "file src/index.ts export { heightAt, nextDeparture } from './tides';\n",
  "file docs/harbours.md # Harbours\n",
  "file dist/index.js export {};\n",
  "file node_modules/left-pad/index.js module.exports = pad;\n",
  "file customers/2026.csv name,ship\n",
  "file debug.log 12:00 started\n",
  "symlink charts ../shared/charts",
  "symlink latest.md docs/2027.md",
];

export function makeSample(): string {
  const parent = makeTempFolder();
  const root = join(parent, "tide-tables");
  mkdirSync(join(root, ".git"), { recursive: true });
  mkdirSync(join(parent, "shared/charts"), { recursive: true });
  addEntries(root, ENTRIES);
  return root;
}

export async function lookAround(served: Served): Promise<void> {
  await using agent = await connectAgent(served, "harbour-agent");
  await agent.call("tree", { path: ".", entry_kind: "all" });
  await agent.call("search_text", { pattern: "TODO|FIXME", path: "src" });
  for (const path of ["src/tides.ts", ".env", "src/harbours.ts", "../shared/charts/north.txt"])
    await agent.call("read_file", { path });
  await agent.call("read_files", { paths: ["src/moon.ts", "src/index.ts"] });
}
