// Short races on all surfaces, with both seals, against every attacker. They end after a number of events, not by the clock. The long form is
// `npm run campaign`. Needs a build.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Strategy } from "../../src/disk/types.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { IN_NAMESPACE } from "../support/namespaces.mjs";
import { isExhaustive, isThorough, paired } from "../support/scale.ts";
import { makeTempFolder } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { type Arena, type Attacker, makeArena } from "./support/arena.mjs";
import { hasRipgrep, NAIVE_KINDS, naiveCall, ripgrepped } from "./support/naive.mjs";
import { judge } from "./support/oracle.mjs";
import { openSurface, toId } from "./support/surfaces.mjs";
import { chooseSwapper, SCRIPT_SWAPPER, startSwapper } from "./support/swapper_process.mjs";
import { type Call, contest, type Tally } from "./support/tally.mjs";
import { isServed, type Surface, targetsIn } from "./support/targets.mjs";
import { dataCall, executeCall } from "./support/toolkit_calls.mjs";

const SURFACES = ["data", "execute", "jsonl", "stdio", "http", "page"] as const;
const FORMATS = ["json", "text"] as const;
const ALL_ATTACKERS: readonly Attacker[] = ["directory", "file", "moved", "filled", "namespace"];
const ATTACKERS = ALL_ATTACKERS.filter((attacker) => attacker !== "namespace" || IN_NAMESPACE !== null);
const ALL_LEGS = SURFACES.flatMap((surface) =>
  STRATEGIES.flatMap((seal) =>
    ATTACKERS.flatMap((attacker) => FORMATS.map((format) => ({ surface, seal, attacker, format }))),
  ),
);
// In a short run: `execute` with each attacker, and each of the others with one, each with one seal, in turn.
// With the large counts: each surface with each seal and each attacker, in one format or the other.
const LEGS = ALL_LEGS.filter(({ surface, seal, attacker, format }) => {
  const [at, s, a] = [SURFACES.indexOf(surface), STRATEGIES.indexOf(seal), ATTACKERS.indexOf(attacker)];
  const isTurn = (at + a + 1) % STRATEGIES.length === s && (surface === "execute" || (at + 1) % ATTACKERS.length === a);
  return isExhaustive || ((isThorough || isTurn) && format === FORMATS[(at + s + a) % 2]);
});
type Leg = (typeof LEGS)[number];
interface Opened {
  readonly call: Call;
  close(): unknown;
}

// The strategy `verify` needs 20 ms without changes and retries a few times, so its pauses are long, even on a slow machine.
const REST_MS: Readonly<Record<Strategy, number>> = { handles: 1, verify: 60 };
const LONGEST_MS = 600_000;
const swapper = chooseSwapper(makeTempFolder());

// Every refusal met an exchanged entry, or one being exchanged: with a broken seal, about half of these would be escapes.
const ENOUGH_REFUSED: Readonly<Record<Strategy, number>> = isThorough
  ? { handles: 20, verify: 5 }
  : { handles: 10, verify: 3 };

const isEnough = ({ inside, refused }: Tally, seal: Strategy) => inside > 0 && refused >= ENOUGH_REFUSED[seal];

function openLibrary(surface: Surface, workspaceRoot: string, strategy: Strategy, format: Leg["format"]): Opened {
  const options = { workspaceRoot, strategy, format };
  const toolkits = {
    forge: createAgentToolkit(options),
    gemini: createAgentToolkit({ ...options, dialect: "gemini" }),
  };
  const ask = surface === "data" ? dataCall : executeCall;
  const close = () => Object.values(toolkits).map((toolkit) => toolkit.close());
  return { call: (target) => ask(toolkits[target.dialect], target), close };
}

async function open({ surface, seal, format }: Leg, root: string): Promise<Opened> {
  if (surface === "data" || surface === "execute") return openLibrary(surface, root, seal, format);
  const served = { surface, seal, format, root };
  const forge = await openSurface(process.execPath, { ...served, dialect: "forge" });
  if (!hasGemini(surface)) return forge;
  const gemini = await openSurface(process.execPath, { ...served, dialect: "gemini" });
  const close = () => Promise.all([forge.close(), gemini.close()]);
  return { call: (target) => (target.dialect === "forge" ? forge : gemini).call(target), close };
}

/** Beside the library it needs a second process. */
function hasGemini(surface: Surface): boolean {
  return isThorough || ["data", "execute"].includes(surface);
}

async function raceLeg(leg: Leg): Promise<Tally> {
  const arena = await makeArena(makeTempFolder(), leg.attacker);
  const targets = targetsIn(arena).filter(
    (target) => isServed(leg.surface, target) && (target.dialect === "forge" || hasGemini(leg.surface)),
  );
  const { call, close } = await open(leg, arena.root);
  const times = { milliseconds: LONGEST_MS, restMs: REST_MS[leg.seal] };
  // In a short run the one that starts faster.
  const swapping = await startSwapper(isThorough ? SCRIPT_SWAPPER : swapper, times, arena.pairs, arena.moves);
  try {
    const isOver = (tally: Tally) => tally.escaped > 0 || isEnough(tally, leg.seal) || !swapping.isRunning();
    return await contest({ arena, targets, call, width: 2, isOver });
  } finally {
    await swapping.stop();
    await close();
    await arena.close();
  }
}

describe("while another process changes the folder", () => {
  test.each(LEGS)("EX-12 nothing comes from outside: $attacker, $surface, $seal, $format", async (leg) => {
    const tally = await raceLeg(leg);
    // With the strong seal, a call continues in a directory that is moved.
    const followed = leg.seal === "handles" && leg.attacker === "filled" ? 0 : tally.followed;
    expect([tally.escaped, followed, tally.evidence]).toEqual([0, 0, followed === 0 ? tally.evidence : []]);
    expect([tally, isEnough(tally, leg.seal)]).toEqual([tally, true]);
  });
});

const MOST_RUNS = 1_000_000;

/** Races a reader that checks a path and then uses it, until it is caught. */
async function raceNaive(attacker: Attacker, kind: string, search?: typeof ripgrepped): Promise<{ isCaught: boolean }> {
  const arena = await makeArena(makeTempFolder(), attacker);
  const call = naiveCall(arena.root, search);
  const targets = targetsIn(arena).filter((target) => target.kind === kind && !target.isAbsent);
  const still = await Promise.all(targets.map(async (target) => judge(arena, target, await call(target))));
  // A link into another namespace passes the check even without a race.
  if (attacker !== "namespace") expect(still).toEqual(targets.map(() => "inside"));
  const times = { milliseconds: LONGEST_MS, restMs: 1 };
  const swapping = await startSwapper(swapper, times, arena.pairs, arena.moves);
  const isCaught = ({ escaped, followed }: Tally) => escaped + followed > 0;
  const isOver = (tally: Tally) => isCaught(tally) || tally.calls > MOST_RUNS || !swapping.isRunning();
  const tally = await contest({ arena, targets, call, width: 1, isOver });
  await swapping.stop();
  await arena.close();
  return { isCaught: isCaught(tally) };
}

describe("a reader that checks a path and then uses it is caught", () => {
  const READERS = paired(ATTACKERS, NAIVE_KINDS).map(([attacker, kind]) => ({ attacker, kind }));

  test.each(READERS)("$attacker, $kind", async ({ attacker, kind }) => {
    expect(await raceNaive(attacker, kind)).toEqual({ isCaught: true });
  });
});

const noRipgrep = hasRipgrep ? null : "ripgrep (rg) is not installed";
if (noRipgrep !== null) console.warn(`the race that ripgrep loses is skipped: ${noRipgrep}`);

test.skipIf(noRipgrep !== null)("ripgrep, started on a path that was checked, shows lines from outside", async () => {
  expect(await raceNaive("directory", "search_text", ripgrepped)).toEqual({ isCaught: true });
});

const arena: Arena = await makeArena(makeTempFolder(), "directory");

describe("what a race takes for an escape", () => {
  const filled: Arena = { ...arena, attacker: "filled" };
  const targets = targetsIn(arena);
  const of = (kind: string) => targets.find((target) => target.kind === kind && !target.isAbsent);
  const absent = (kind: string) => targets.find((target) => target.kind === kind && target.isAbsent);
  const read = of("read_file");
  const treeOfD = of("tree");
  const listD = of("list_directory");
  const gemini = of("list (gemini)");
  const find = of("list_files");
  const search = of("search_text");
  const matches = (path: string, text: string, searched_bytes: number) => {
    return { files: [{ path, lines: [{ text }] }], searched_files: 1, searched_bytes };
  };
  const several = of("read_files");
  const resources = of("resources/list");
  const resource = of("resources/read");
  const completion = of("completion/complete");
  const marks = of("marks");
  const explain = of("explain");
  const secret = readFileSync(join(arena.outside, "f"), "utf8");
  const toAnswer = (said: string | object) => {
    const content = typeof said === "string" ? said : JSON.stringify(said);
    return { wire: content, content, isError: "error" in Object(said) };
  };
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
    ["an unknown resource", resources, { resources: [{ uri: "porthole:///d/x" }] }, "escaped"],
    ["known resources", resources, { resources: [{ uri: "porthole:///d/f" }] }, "inside"],
    ["another text as a resource", resource, { text: "insid" }, "escaped"],
    ["the text as a resource", resource, { text: "inside" }, "inside"],
    ["an unknown completion", completion, { values: ["d/x"] }, "escaped"],
    ["known completions", completion, { values: ["d/f", "d/"] }, "inside"],
    ["a mark of an unknown entry", marks, { entries: [{ path: "d/x", size_bytes: 6 }] }, "escaped"],
    ["another size", marks, { entries: [{ path: "d/f", size_bytes: 7 }] }, "escaped"],
    ["marks of known entries", marks, { entries: [{ path: "d/f", size_bytes: 6 }] }, "inside"],
    ["an explanation of another place", explain, { path: "d/f", place: "inside", location: "x" }, "escaped"],
    ["an explanation", explain, { path: "d/f", place: "inside", location: "d/f" }, "inside"],
    ["an explanation that leads out", explain, { path: "d/f", place: "outside", location: null }, "refused"],
    ["text with a word from outside", read, `d/f lines 1-1 of 1\n${secret.slice(0, 20)}`, "escaped"],
    ["text from inside", read, "d/f lines 1-1 of 1, 6 bytes\ninside", "inside"],
    ["text with a refusal", several, "=== d/f error SANDBOX_VIOLATION: outside", "refused"],
    ["where the workspace lies", read, { content: "inside", meta: arena.root }, "escaped"],
    ["that something outside exists", absent("read_file"), { error: { code: "NOT_FILE" } }, "escaped"],
    ["nothing of what exists outside", absent("read_file"), { error: { code: "SANDBOX_VIOLATION" } }, "refused"],
    ["the kind of something outside", absent("explain"), { place: "missing", kind: "directory" }, "escaped"],
    ["nothing of its kind", absent("explain"), { place: "missing", kind: null }, "refused"],
    ["a listing of what exists outside only", absent("list_directory"), { entries: [] }, "escaped"],
  ])("%s", (_what, target, said, outcome) => {
    if (target === undefined) throw new Error("no target");
    expect(judge(arena, target, toAnswer(said))).toBe(outcome);
  });

  test.each([
    ["a name that was put in", treeOfD, { root: { name: "d", children: [{ name: "guest" }] } }, "followed"],
    ["the text of a file that was put in", read, { content: "put in beside" }, "followed"],
    ["only its size", listD, { entries: [{ path: "d/f", size_bytes: 8888 }] }, "followed"],
    ["a folder that was put in", absent("read_file"), { error: { code: "NOT_FILE" } }, "followed"],
    ["a word from outside beside it", read, { content: `put in beside ${secret.slice(0, 20)}` }, "escaped"],
    ["the text inside", read, { content: "inside" }, "inside"],
  ])("of a directory that is filled after it was moved out: %s", (_what, target, said, outcome) => {
    if (target === undefined) throw new Error("no target");
    expect(judge(filled, target, toAnswer(said))).toBe(outcome);
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
