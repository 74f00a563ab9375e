// Short races on the surfaces that the other races leave out: the library through `execute`, JSON lines, MCP over stdio and HTTP, with both
// strategies. They end after a number of events, not by the clock. The long form is `npm run campaign`. Needs a build.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createAgentToolkit } from "../../src/toolkit.ts";
import type { Strategy } from "../../src/workspace/types.ts";
import { isThorough } from "../support/scale.ts";
import { makeTempFolder } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { type Arena, judge, makeArena, SOUGHT, targetsIn } from "./support/arena.mjs";
import { hasRipgrep, naiveCall } from "./support/naive.mjs";
import { openSurface, toId } from "./support/surfaces.mjs";
import { chooseSwapper, SCRIPT_SWAPPER, startSwapper } from "./support/swapper_process.mjs";
import { type Call, contest, type Tally } from "./support/tally.mjs";

const SURFACES = ["library", "jsonl", "stdio", "http"] as const;
const DIALECTS = ["forge", "gemini"] as const;
/** Each surface once in a short run, the library with both; each seal and dialect with several of them. */
const SHORT = [
  "library handles forge",
  "library verify gemini",
  "jsonl handles gemini",
  "stdio verify forge",
  "http handles forge",
];
const LEGS = SURFACES.flatMap((surface) =>
  STRATEGIES.flatMap((seal) => DIALECTS.map((dialect) => ({ surface, seal, dialect }))),
).filter(({ surface, seal, dialect }) =>
  isThorough
    ? surface === "library" || dialect === "forge" || (surface === "jsonl" && seal === "handles")
    : SHORT.includes(`${surface} ${seal} ${dialect}`),
);
type Leg = (typeof LEGS)[number];

// The strategy `verify` needs 20 ms without changes and retries a few times, so its pauses are long, even on a slow machine.
const REST_MS: Readonly<Record<Strategy, number>> = { handles: 1, verify: 60 };
const LONGEST_MS = 600_000;

// Every refusal met a swapped entry, or one being swapped: with a broken seal, about half of these would be escapes.
const ENOUGH_REFUSED: Readonly<Record<Strategy, number>> = { handles: 20, verify: 5 };

const isEnough = ({ inside, refused }: Tally, seal: Strategy) => inside > 0 && refused >= ENOUGH_REFUSED[seal];

function openLibrary(root: string, strategy: Strategy, dialect: Leg["dialect"]): { call: Call; close(): void } {
  const toolkit = createAgentToolkit({ workspaceRoot: root, strategy, dialect });
  const call: Call = async (name, args) => {
    const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: args });
    return { wire: content, content, isError: is_error };
  };
  return { call, close: () => toolkit.close() };
}

const open = ({ surface, seal, dialect }: Leg, root: string) =>
  surface === "library"
    ? openLibrary(root, seal, dialect)
    : openSurface(process.execPath, { surface, seal, dialect, root });

async function raceLeg(leg: Leg): Promise<Tally> {
  const arena = makeArena(makeTempFolder());
  const targets = targetsIn(arena.root).filter(({ dialect }) => dialect === leg.dialect);
  const { call, close } = await open(leg, arena.root);
  const times = { milliseconds: LONGEST_MS, restMs: REST_MS[leg.seal] };
  const swapping = await startSwapper(SCRIPT_SWAPPER, times, arena.pairs);
  try {
    const isOver = (tally: Tally) => tally.escaped > 0 || isEnough(tally, leg.seal) || !swapping.isRunning();
    return await contest({ arena, targets, call, width: 2, isOver });
  } finally {
    await swapping.stop();
    await close();
  }
}

describe("while another process swaps a directory and a file with links that lead out", () => {
  test.each(LEGS)("EX-12 nothing comes from outside: $surface, $seal, $dialect", async (leg) => {
    const tally = await raceLeg(leg);
    expect(tally.escaped).toBe(0);
    expect([tally, isEnough(tally, leg.seal)]).toEqual([tally, true]);
  });
});

const noRipgrep = hasRipgrep ? null : "ripgrep (rg) is not installed";
if (noRipgrep !== null) console.warn(`the race that ripgrep loses is skipped: ${noRipgrep}`);

describe.skipIf(noRipgrep !== null)("the same race, run by ripgrep on a path that was checked", () => {
  const MOST_RUNS = 5000;

  test("shows lines from outside: what is swapped in is searched", async () => {
    const arena = makeArena(makeTempFolder());
    const call = naiveCall(arena.root);
    const targets = targetsIn(arena.root).filter(({ label }) => label === "search_text");
    const still = await Promise.all(
      targets.map(async (target) => judge(arena, target, await call(target.name, target.args))),
    );
    expect(still).toEqual(targets.map(() => "inside"));
    const swapper = chooseSwapper(makeTempFolder());
    const swapping = await startSwapper(swapper, { milliseconds: LONGEST_MS, restMs: 1 }, arena.pairs);
    let runs = 0;
    let isCaught = false;
    while (!isCaught && runs < MOST_RUNS && swapping.isRunning()) {
      const { content } = await call("search_text", { pattern: SOUGHT });
      isCaught = content.includes("from outside");
      runs += 1;
      // The end of the swapper arrives as an event.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await swapping.stop();
    expect({ runs, isCaught }).toEqual({ runs, isCaught: true });
  });
});

describe("what a race takes for an escape", () => {
  const arena: Arena = makeArena(makeTempFolder());
  const targets = targetsIn(arena.root);
  const [read, , treeOfD, , listD, , gemini] = targets;
  const find = targets.find(({ name }) => name === "list_files");
  const search = targets.find(({ name }) => name === "search_text");
  const matches = (path: string, text: string, searched_bytes: number) => {
    return { files: [{ path, lines: [{ text }] }], searched_files: 1, searched_bytes };
  };
  const several = targets.find(({ name }) => name === "read_files");
  const secret = readFileSync(join(arena.outside, "f"), "utf8");
  const listing = (name: string) => `Directory listing for ${arena.root}/d:\n${name}`;

  test.each([
    ["a word from outside", read, { content: secret.slice(0, 20) }, "escaped"],
    ["only the size", read, { content: "inside", meta: { byte_length: secret.length } }, "escaped"],
    ["only the place", read, { error: { message: arena.outside } }, "escaped"],
    ["another text", read, { content: "insid" }, "escaped"],
    ["the text inside", read, { content: "inside" }, "inside"],
    ["a name from outside", treeOfD, { root: { name: "d", children: [{ name: "theirs" }] } }, "escaped"],
    ["a name from nowhere", treeOfD, { root: { name: "d", children: [{ name: "x" }] } }, "escaped"],
    ["the names inside", treeOfD, { root: { name: "d", children: [{ name: "f" }, { name: "mine" }] } }, "inside"],
    ["an unknown entry", listD, { entries: [{ path: "d/x" }] }, "escaped"],
    ["a known entry", listD, { entries: [{ path: "d/f" }] }, "inside"],
    ["an unknown path", find, { paths: ["d/x"] }, "escaped"],
    ["known paths", find, { paths: ["d/", "d/f"] }, "inside"],
    ["another line", search, matches("d/f", "insid", 6), "escaped"],
    ["a match at an unknown path", search, matches("d/x", "inside", 6), "escaped"],
    ["another number of bytes searched", search, { files: [], searched_files: 1, searched_bytes: 7 }, "escaped"],
    ["the lines inside", search, matches("d/f", "inside", 6), "inside"],
    ["an unknown line", gemini, listing("x"), "escaped"],
    ["another text among several", several, { files: [{ content: "inside" }, { content: "insid" }] }, "escaped"],
    ["the texts inside", several, { files: [{ content: "inside" }, { content: "inside" }] }, "inside"],
    ["a refusal among several", several, { files: [{ content: "inside" }, { error: {} }] }, "refused"],
    ["known lines", gemini, listing("f\nmine"), "inside"],
  ])("%s", (_what, target, said, outcome) => {
    if (target === undefined) throw new Error("no target");
    const content = typeof said === "string" ? said : JSON.stringify(said);
    expect(judge(arena, target, { wire: content, content, isError: "error" in Object(said) })).toBe(outcome);
  });

  test("not a call that was counted up to the secret size", () => {
    if (read === undefined) throw new Error("no target");
    const content = JSON.stringify({ content: "inside" });
    const wire = JSON.stringify({ tool_call_id: toId(secret.length), is_error: false, content });
    expect(judge(arena, read, { wire, content, isError: false })).toBe("inside");
  });

  test("not a refusal", () => {
    if (read === undefined) throw new Error("no target");
    expect(judge(arena, read, { wire: "{}", content: "{}", isError: true })).toBe("refused");
  });
});
