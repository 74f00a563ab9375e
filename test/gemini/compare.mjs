// Compares list_directory of the Gemini dialect with the published original: on generated workspaces, call by call, and on every
// difference that docs/gemini.md names. Exit 1 if they disagree elsewhere, or agree there. Needs `npm ci` here and a build.

import { ok } from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import fc from "fast-check";
import { DIFFERENCES, expectationOf, show } from "./differences.mjs";
import { call, callThroughHost, home, loadTools, makeConfig } from "./tools.mjs";
import { anyAgreedWorld, anyWorld, settle } from "./worlds.mjs";

const { values } = parseArgs({
  options: {
    dist: { type: "string", default: fileURLToPath(new URL("../../dist", import.meta.url)) },
    worlds: { type: "string", default: "300" },
    seed: { type: "string" },
  },
});
const { original, OurTool, OurService } = await loadTools(values.dist);
const counts = { same: 0, "other frame": 0, "nothing there": 0, "through the host": 0 };

/** How two answers to the same call relate; throws if they may not differ so. */
function relate(theirs, ours, params) {
  if (isDeepStrictEqual(theirs, ours)) return "same";
  const isSameFault = isDeepStrictEqual(theirs.error, ours.error) && theirs.returnDisplay === ours.returnDisplay;
  if (isSameFault && ours.error?.type === "invalid_tool_params") return "other frame";
  const isMissing =
    ours.error?.message.endsWith(" does not exist") &&
    theirs.error?.type === ours.error.type &&
    / ENOENT| ENOTDIR| ELOOP/.test(theirs.error?.message ?? "");
  const start = "Error listing directory: ";
  const isSameStart = theirs.llmContent.startsWith(start) && ours.llmContent.startsWith(start);
  if (isMissing && isSameStart && theirs.returnDisplay === ours.returnDisplay) return "nothing there";
  throw new Error(`they differ on ${JSON.stringify(params)}:\n${JSON.stringify({ theirs, ours }, null, 2)}`);
}

async function compareIn(world, ownService) {
  const { base, first, second, paths } = settle(world);
  try {
    const options = { targetDir: first, includeDirectories: [second], fileFiltering: world.host };
    const theirConfig = makeConfig(original, options);
    const ourConfig = makeConfig(original, { ...options, ...(ownService && { fileService: new OurService(first) }) });
    const [theirTool, ourTool] = [new original.LSTool(theirConfig), new OurTool(ourConfig)];
    for (const path of paths) {
      const params = { path, ...world.call };
      counts[relate(await call(theirTool, params), await call(ourTool, params), params)]++;
    }
    const [theirService, ourService] = [theirConfig.getFileService(), ourConfig.getFileService()];
    ok(isDeepStrictEqual(theirService.getGeminiIgnorePatterns(), ourService.getGeminiIgnorePatterns()));
    const params = { path: first, ...world.call };
    const theirs = await callThroughHost(original, theirConfig, theirTool, params);
    ok(isDeepStrictEqual(theirs, await callThroughHost(original, ourConfig, ourTool, params)));
    counts["through the host"]++;
  } finally {
    rmSync(base, { recursive: true });
  }
}

async function compareWorlds(title, worlds, ownService) {
  const before = { ...counts };
  const numRuns = Number(values.worlds);
  const seed = values.seed === undefined ? {} : { seed: Number(values.seed) };
  await fc.assert(
    fc.asyncProperty(worlds, (world) => compareIn(world, ownService)),
    { numRuns, ...seed },
  );
  const made = Object.entries(counts).map(([kind, count]) => `${count - before[kind]} ${kind}`);
  console.log(`${title}: ${numRuns} workspaces, ${made.join(", ")}`);
}

function compareDeclarations() {
  const config = makeConfig(original, { targetDir: home });
  const view = (Tool) => {
    const tool = new Tool(config);
    const { name, displayName, description, kind, isOutputMarkdown, canUpdateOutput, schema } = tool;
    const invocation = tool.build({ path: home });
    return [
      JSON.stringify({ name, displayName, description, kind, isOutputMarkdown, canUpdateOutput, schema }),
      [Tool.Name, invocation.params, invocation.getDescription(), invocation.toolLocations()],
    ];
  };
  const [theirs, ours] = [view(original.LSTool), view(OurTool)];
  ok(isDeepStrictEqual(theirs, ours), `the declarations differ: ${JSON.stringify({ theirs, ours }, null, 2)}`);
  console.log("declarations: the same, to the byte");
}

async function compareDifferences() {
  const page = readFileSync(new URL("../../docs/gemini.md", import.meta.url), "utf8");
  for (const [index, difference] of DIFFERENCES.entries()) {
    const [root, second] = ["first", "second"].map((name) => join(home, String(index), name));
    for (const folder of [root, second]) mkdirSync(folder, { recursive: true });
    difference.make(root, second, home);
    const config = (fileService) =>
      makeConfig(original, { targetDir: root, includeDirectories: [second], ...(fileService && { fileService }) });
    const ourConfig = config(difference.ownService ? new OurService(root) : undefined);
    const tools = { original: new original.LSTool(config()), ours: new OurTool(ourConfig) };
    const shown = await show(difference, { root, tools });
    const expected = expectationOf(difference, root);
    ok(isDeepStrictEqual(shown, expected), `${difference.what}: ${JSON.stringify({ shown, expected }, null, 2)}`);
    ok(page.includes(`\n| ${difference.what} |`), `docs/gemini.md has no row for: ${difference.what}`);
  }
  console.log(`differences: ${DIFFERENCES.length}, each as written down`);
}

try {
  const { locale } = new Intl.Collator().resolvedOptions();
  ok(/^en\b/.test(locale), `the original sorts as the machine does; run this with LC_ALL=en_US.UTF-8, not ${locale}`);
  compareDeclarations();
  await compareWorlds("one file service", anyWorld, false);
  await compareWorlds("each its own file service", anyAgreedWorld, true);
  await compareDifferences();
  const { "through the host": hosted, ...calls } = counts;
  console.log(
    `${Object.values(calls).reduce((sum, count) => sum + count, 0)} calls compared, and ${hosted} through the host`,
  );
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true });
}
