// Random calls against every tool in a hostile workspace. The long form is `npm run fuzz`. Needs a build.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { paired, times } from "../support/scale.ts";
import { seed } from "../support/seed.ts";
import { makeTempFolder } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { findFault } from "./support/answers.mjs";
import { countLeft } from "./support/descriptors.mjs";
import { fuzzJsonl } from "./support/fuzz_jsonl.mjs";
import { fuzzLibrary } from "./support/fuzz_library.mjs";
import { makeHostileTree, openUp, type World } from "./support/hostile_tree.mjs";
import { Random } from "./support/random.mjs";
import { runScript } from "./support/run_script.ts";

const DIALECTS = ["forge", "gemini"] as const;
const CALLS = times(40, 1000);
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
    const random = new Random(seed);
    const toolkit = createAgentToolkit({ workspaceRoot: world.root, ...leg });
    const report = await fuzzLibrary({ toolkit, dialect: leg.dialect, world, random, calls: CALLS });
    toolkit.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect({ seed, faults: report.faults, rejections }).toEqual({ seed, faults: [], rejections: [] });
    expect(report.successes).toBeGreaterThan(0);
    expect(await countLeft(world.folder)).toBe(0);
  });

  test.each(DIALECTS)("EX-01 EX-06 one good answer to each line: %s", async (dialect) => {
    const random = new Random(seed);
    const report = await fuzzJsonl({ command: process.execPath, dialect, world, random, calls: CALLS });
    expect({ seed, faults: report.faults }).toEqual({ seed, faults: [] });
    expect(report.successes).toBeGreaterThan(0);
  });

  test("the long form finds no leak in its shortest run", () => {
    const words = ["--calls", String(times(40, 100)), "--seed", String(seed)];
    const { status, stdout, stderr } = runScript("test/hardening/fuzz.mjs", words);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n")[0]).toBe(`seed ${seed}`);
  });
});

describe("what is taken for a bad answer", () => {
  const world: World = { root: "/tmp/box/ws", folder: "box", secrets: ["SECRET"], paths: [], directories: [] };
  const call = { id: "1", name: "tree", arguments: { path: "." } };
  const own = { ...call, arguments: { path: "/tmp/box/ws" } };
  const good = { tool_call_id: "1", content: "{}", is_error: false };
  const error = (message: string) => JSON.stringify({ error: { kind: "BadArgs", code: "INVALID_ARGUMENT", message } });
  const faultOf = (result: unknown, context = {}, asked: object = call, isText = false) =>
    findFault(world, { call: asked, context, isText }, result);

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
    expect(faultOf({ ...good, content: '["/tmp/box/ws","/tmp/box/ws"]' }, {}, own)).toBe("tells an absolute path");
    expect(faultOf({ ...good, content: "a\rb" }, {}, call, true)).toBe("a name that a terminal would act on");
  });

  test("not a good one", () => {
    expect(faultOf(good)).toBeNull();
    expect(faultOf({ ...good, content: '"/tmp/box/ws"' }, {}, own)).toBeNull();
    expect(faultOf({ ...good, content: error("no"), is_error: true })).toBeNull();
    expect(faultOf({ ...good, content: "", is_error: true }, { max_output_bytes: 20 })).toBeNull();
  });
});
