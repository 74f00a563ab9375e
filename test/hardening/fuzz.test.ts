// Random calls against every tool in a hostile workspace. The long form is `npm run fuzz`. Needs a build.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { paired, times } from "../support/scale.ts";
import { seed } from "../support/seed.ts";
import * as readers from "../support/text_readers.ts";
import { makeTempFolder } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { findFault } from "./support/answers.mjs";
import { countLeft } from "./support/descriptors.mjs";
import { libraryOf, type Surface, startJsonl } from "./support/fuzz_surfaces.mjs";
import { type Noted, takeTurn } from "./support/fuzz_turns.mjs";
import { makeHostileTree, openUp, type World } from "./support/hostile_tree.mjs";
import { Random } from "./support/random.mjs";
import { runScript } from "./support/run_script.ts";

const FORMATS = ["text", "json"] as const;
const DIALECTS = ["forge", "gemini"] as const;
const CALLS = times(20, 400);
const rejections: unknown[] = [];
const noteRejection = (reason: unknown) => void rejections.push(reason);

describe.skipIf(process.platform !== "linux")("random calls in a hostile workspace", () => {
  let world: World;
  beforeAll(() => {
    world = makeHostileTree(makeTempFolder());
    process.on("unhandledRejection", noteRejection);
  });
  afterAll(() => {
    openUp(world);
    process.off("unhandledRejection", noteRejection);
  });

  const legs = paired(DIALECTS, STRATEGIES).map(([dialect, strategy]) => ({ dialect, strategy }));
  test.each(legs)("EX-01 EX-06 one good answer to each, in process: $dialect, $strategy", async (leg) => {
    const toolkit = createAgentToolkit({ workspaceRoot: world.root, ...leg });
    const { statuses, faults } = await fuzz(libraryOf(toolkit, leg.dialect));
    await new Promise((resolve) => setImmediate(resolve));
    expect({ seed, faults, rejections }).toEqual({ seed, faults: [], rejections: [] });
    expect(statuses).toContain("success");
    expect(await countLeft(world.folder)).toBe(0);
  });

  const lines = paired(DIALECTS, FORMATS).map(([dialect, format]) => ({ dialect, format }));
  test.each(lines)("EX-01 EX-06 one good answer to each line: $dialect, $format", async (leg) => {
    const surface = startJsonl({ command: process.execPath, root: world.root, ...leg });
    const { statuses, faults } = await fuzz(surface);
    expect({ seed, faults }).toEqual({ seed, faults: [] });
    expect(statuses).toContain("success");
  });

  /** Random turns until there were enough calls; closes the surface. */
  async function fuzz(surface: Surface) {
    const random = new Random(seed);
    const [statuses, faults]: [string[], string[]] = [[], []];
    const note = ({ status, fault, asked, result }: Noted) => {
      statuses.push(status);
      if (fault !== null) faults.push(`${fault}: ${inspect(asked, { depth: 8 })} -> ${inspect(result)}`);
    };
    while (statuses.length < CALLS) await takeTurn({ surface, world, readers, random, note });
    const complaint = await surface.close();
    return { statuses, faults: complaint === null ? faults : [...faults, complaint] };
  }

  test("the long form goes on where it was interrupted, and finds no leak in its shortest run", () => {
    const state = join(makeTempFolder(), "state.json");
    const words = ["--calls", String(times(20, 60)), "--seed", String(seed), "--state", state];
    const { status, stdout, stderr } = runScript("test/hardening/fuzz.mjs", words);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n")[0]).toBe(`seed ${seed}`);
    expect(stdout).toMatch(/^total: \d+ calls in 4 slices, 0 faults$/m);
    const { reports, ...run } = JSON.parse(readFileSync(state, "utf8"));
    // As several jobs leave it. This slice needs one process only.
    const others = reports.filter(({ slice }: { slice: number }) => slice !== 2);
    writeFileSync(state, JSON.stringify({ ...run, reports: others }));
    const again = runScript("test/hardening/fuzz.mjs", words).stdout.split("\n");
    expect(again.filter((line) => line.startsWith("slice ")).map((line) => line.slice(0, 7))).toEqual(["slice 2"]);
    // The same calls: only what the clock decides may differ.
    expect(again.find((line) => line.startsWith("total: "))).toMatch(/ calls in 4 slices, 0 faults$/);
  });
});

describe("what is taken for a bad answer", () => {
  const world: World = { root: "/tmp/box/ws", folder: "box", secrets: ["SECRET"], paths: [], directories: [] };
  const call = { id: "1", name: "tree", arguments: { path: "." } };
  const absolute = { ...call, arguments: { path: "/tmp/box/ws" } };
  const good = { tool_call_id: "1", content: "{}", is_error: false };
  const error = (message: string) => JSON.stringify({ error: { kind: "BadArgs", code: "INVALID_ARGUMENT", message } });
  const faultOf = (result: unknown, context = {}, asked: object = call, form: object = { format: "json" }) =>
    findFault(world, { call: asked, context, format: "json", ...form }, result, readers);
  const GEMINI = { format: "text", dialect: "gemini" };
  const list = { ...call, name: "list_directory" };
  const files = { id: "1", name: "read_files", arguments: { paths: ["/tmp/box/ws/a", "b"] } };

  test.each([
    ["nothing", undefined],
    ["another field", { ...good, more: 1 }],
    ["no text", { ...good, content: null }],
    ["another id", { ...good, tool_call_id: "2" }],
    ["no JSON", { ...good, content: "{" }],
    ["a secret", { ...good, content: '"SECRET"' }],
    ["an absolute path", { ...good, content: '"/tmp/box/ws/x"' }],
    ["an error of no kind", { ...good, is_error: true }],
    ["an error that says nothing", { ...good, content: "", is_error: true }],
    ["an error with an escape", { ...good, content: error("\u001b"), is_error: true }],
  ])("%s", (_what, result) => {
    expect(faultOf(result)).not.toBeNull();
  });

  test("more than the budget, success on none, the caller's own path twice, a forged line", () => {
    expect(faultOf(good, { max_output_bytes: 1 })).toBe("longer than 1 bytes");
    expect(faultOf(good, { max_output_bytes: -1 })).toBe("a success on a budget that is none");
    expect(faultOf({ ...good, content: '["/tmp/box/ws","/tmp/box/ws"]' }, {}, absolute)).toBe("tells an absolute path");
    expect(faultOf({ ...good, content: "a\rb" }, {}, list, GEMINI)).toBe("a name that a terminal would act on");
    const own = error("the tool failed").replace("INVALID_ARGUMENT", "INTERNAL");
    expect(faultOf({ ...good, content: own, is_error: true })).toBe("an error of its own: the tool failed");
  });

  test("a text with a line too many, with an error of another form, with the place of a file", () => {
    const text = { format: "text" };
    const whole = "./ 1 file below\n  a";
    expect(faultOf({ ...good, content: whole }, {}, call, text)).toBeNull();
    expect(faultOf({ ...good, content: `${whole}\n  b` }, {}, call, text)).toMatch(/^cannot be read as text/);
    expect(faultOf({ ...good, content: "/tmp/box/ws/ 0 entries below" }, {}, call, text)).toBe(
      "tells an absolute path",
    );
    expect(faultOf({ ...good, content: "error NOT_FOUND: no", is_error: true }, {}, call, text)).toBeNull();
    expect(faultOf({ ...good, content: error("no"), is_error: true }, {}, call, text)).toMatch(
      /^cannot be read as text/,
    );
    const head = "2 files, each after a === line; read_file with start_line goes on";
    const say = (first: string) => `${head}\n${first}\n=== b lines 1-1 of 1, 1 byte\nx`;
    const refused = '=== /tmp/box/ws/a error NOT_FOUND: "/tmp/box/ws/a" does not exist';
    expect(faultOf({ ...good, content: say(refused) }, {}, files, text)).toBeNull();
    const told = `${refused}; see "/tmp/box/ws"`;
    expect(faultOf({ ...good, content: say(told) }, {}, files, text)).toBe("in a file: tells an absolute path");
    const shown = "=== /tmp/box/ws/a lines 1-1 of 1, 1 byte\nx";
    expect(faultOf({ ...good, content: say(shown) }, {}, files, text)).toBe("tells an absolute path");
  });

  test("not a good one", () => {
    expect(faultOf(good)).toBeNull();
    expect(faultOf({ ...good, content: '"/tmp/box/ws"' }, {}, absolute)).toBeNull();
    expect(faultOf({ ...good, content: error("no"), is_error: true })).toBeNull();
    expect(faultOf({ ...good, content: "", is_error: true }, { max_output_bytes: 20 })).toBeNull();
  });
});
