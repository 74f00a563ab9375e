// When a build is skipped, in a small repository with a builder of its own; and how npm's scripts are started without npm.

import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildIfChanged } from "../../scripts/bundle/last_build.mjs";
import { findCommand } from "../../scripts/run/command.mjs";
import { addEntries, makeTree } from "../support/tree.ts";

const BUNDLED = JSON.stringify({ chunks: [{ modules: ["src/a.ts", "\0helper", "node_modules/p/p.js"] }] });

const REPOSITORY = [
  ...["file src/a.ts 1", "file src/page/b.css 2", "file scripts/build.mjs 3", "file scripts/bundle/chunks.mjs 4"],
  ...["file package.json {}", "file package-lock.json {}", "file tsconfig.json {}", "file tsconfig.build.json {}"],
  ...["file node_modules/.package-lock.json {}", "file node_modules/p/p.js 5", "file node_modules/q/q.js 6"],
  "file test/a.test.ts 7",
];
const WRITTEN = [
  "file build/a.js 1",
  `file build/bundle.json ${BUNDLED}`,
  "file dist/lib.js 1",
  "file dist/cli/main.js 1",
  "file THIRD_PARTY_LICENSES MIT",
];

/** A repository that has been built once, and how it is built again. */
async function makeBuilt(lines: readonly string[] = REPOSITORY) {
  const root = makeTree(lines);
  const build = () => {
    for (const folder of ["build", "dist"]) rmSync(join(root, folder), { recursive: true, force: true });
    addEntries(root, WRITTEN);
  };
  const again = (options?: { isForced: boolean }) => buildIfChanged(root, build, options);
  expect(await again()).toBe("built");
  return { root, again };
}

const write = (path: string, text: string) => (root: string) => writeFileSync(join(root, path), text);
const remove = (path: string) => (root: string) => rmSync(join(root, path), { recursive: true });

const CHANGES: [what: string, change: (root: string) => void][] = [
  ["a source was edited", write("src/a.ts", "9")],
  ["a source was added", write("src/c.ts", "")],
  ["a source was removed", remove("src/page/b.css")],
  ["a source was renamed", (root) => [remove("src/a.ts"), write("src/z.ts", "1")].map((step) => step(root))],
  ["the script was edited", write("scripts/build.mjs", "9")],
  ["the bundler's settings were edited", write("scripts/bundle/chunks.mjs", "9")],
  ["package.json was edited", write("package.json", '{ "version": "2" }')],
  ["the lock file was edited", write("package-lock.json", '{ "version": "2" }')],
  ["a compiler's configuration was edited", write("tsconfig.json", "{ }")],
  ["a compiler's configuration was added", write("tsconfig.page.json", "{}")],
  ["other packages are installed", write("node_modules/.package-lock.json", '{ "version": "2" }')],
  ["a bundled module of a package was edited", write("node_modules/p/p.js", "9")],
  ["a bundled module of a package was removed", remove("node_modules/p/p.js")],
  ["a file of dist was edited", write("dist/lib.js", "9")],
  ["a file of dist was removed", remove("dist/lib.js")],
  ["a file was put into dist", write("dist/cli/old.js", "")],
  ["dist was removed", remove("dist")],
  ["a file of build was edited", write("build/a.js", "9")],
  ["build was removed", remove("build")],
  ["the list of bundled modules was removed", remove("build/bundle.json")],
  ["the list of bundled modules is broken", write("build/bundle.json", "{")],
  ["there is a link to a folder in dist", (root) => symlinkSync("../src", join(root, "dist/link"))],
  ["the licences were edited", write("THIRD_PARTY_LICENSES", "9")],
  ["the licences were removed", remove("THIRD_PARTY_LICENSES")],
  ["the stamp is broken", write("build/stamp.json", "{")],
];

describe("a build", () => {
  test.each(CHANGES)("runs again if %s, and only once", async (_, change) => {
    const { root, again } = await makeBuilt();
    change(root);
    expect([await again(), await again()]).toEqual(["built", "unchanged"]);
    expect(readFileSync(join(root, "dist/lib.js"), "utf8")).toBe("1");
  });

  test.skipIf(process.platform === "win32")("runs again if the command became executable", async () => {
    const { root, again } = await makeBuilt();
    chmodSync(join(root, "dist/cli/main.js"), 0o755);
    expect(await again()).toBe("built");
  });

  test("is skipped if only other files changed, or were written again as they were", async () => {
    const { root, again } = await makeBuilt();
    addEntries(root, ["file test/a.test.ts 9", "file node_modules/q/q.js 9", "file src/a.ts 1", "file dist/lib.js 1"]);
    expect(await again()).toBe("unchanged");
    expect(await again({ isForced: true })).toBe("built");
  });

  test("runs each time if it is not known what is installed", async () => {
    const { root, again } = await makeBuilt(REPOSITORY.filter((line) => !line.includes("/.package-lock.json")));
    expect([await again(), existsSync(join(root, "build/stamp.json"))]).toEqual(["built", false]);
  });

  test("runs again after one that failed, and after one during which a source changed", async () => {
    const { root, again } = await makeBuilt();
    const failing = () => {
      throw new Error("the compiler complains");
    };
    await expect(buildIfChanged(root, failing, { isForced: true })).rejects.toThrow("the compiler complains");
    expect([await again(), await again()]).toEqual(["built", "unchanged"]);
    await buildIfChanged(root, () => write("src/a.ts", "meanwhile")(root), { isForced: true });
    expect([await again(), await again()]).toEqual(["built", "unchanged"]);
  });
});

test("the runners are started as npm's scripts start them", () => {
  const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const node = findCommand("test:node");
  const bun = findCommand("test:bun");
  expect([node.command, `vitest ${node.args.slice(1).join(" ")}`]).toEqual([process.execPath, scripts["test:node"]]);
  expect(`bun ${bun.args.join(" ")}`).toBe(scripts["test:bun"]);
  for (const file of [node.args[0], bun.command]) expect([file, existsSync(String(file))]).toEqual([file, true]);
});
