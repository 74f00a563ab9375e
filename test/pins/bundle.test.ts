// A program that a bundler has made into one file works as it does in parts: nothing is loaded by a name that a bundler cannot see.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeTempFolder, makeTree } from "../support/tree.ts";

const BUN = fileURLToPath(new URL("../../node_modules/.bin/bun", import.meta.url));
const LIBRARY = fileURLToPath(new URL("../../dist/lib.js", import.meta.url));

const PROGRAM = `
import { createAgentToolkit, createSecureTool, createToolContext } from ${JSON.stringify(LIBRARY)};
const workspaceRoot = process.argv[2];
const toolkit = createAgentToolkit({ workspaceRoot });
for (const args of [{ path: "." }, { path: 5 }, { path: ".", extra: 1 }]) {
  const { status, error } = await toolkit.invoke("tree", args);
  console.log(status, error?.message ?? "");
}
const parameters = { type: "object", properties: { path: { type: "string", pattern: "^x" } }, required: ["path"] };
const traits = { isSideEffecting: false, requiresApproval: false, riskLevel: "low" };
const rest = { parse: (args) => args, summarize: () => "", run: () => "ran" };
const own = createSecureTool(createToolContext({ workspaceRoot }), { definition: { name: "own", description: "", parameters }, traits, ...rest });
console.log((await own("y")).error.code);
`;

test("a bundled program checks arguments as any other", () => {
  const folder = makeTempFolder();
  const [source, bundle] = [join(folder, "app.mjs"), join(folder, "bundle.mjs")];
  writeFileSync(source, PROGRAM);
  const built = spawnSync(BUN, ["build", source, "--target=node", `--outfile=${bundle}`], { encoding: "utf8" });
  expect([built.status, built.stderr]).toEqual([0, ""]);
  const { stdout, stderr } = spawnSync(process.execPath, [bundle, makeTree(["file f x"])], {
    cwd: folder,
    encoding: "utf8",
  });
  expect([stdout, stderr]).toEqual([
    "success \nfailure path must be a string, not 5\nsuccess \nINVALID_ARGUMENT\n",
    "",
  ]);
});
