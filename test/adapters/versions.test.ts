// Which versions of the SDKs are said to work: package.json, the page about adapters and the examples agree with what is installed here.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const readText = (path: string) => readFileSync(new URL(path, root), "utf8");
const manifest: Record<string, Record<string, string>> = JSON.parse(readText("package.json"));
const peers = manifest.peerDependencies ?? {};
const majorOf = (folder: string) => JSON.parse(readText(`node_modules/${folder}/package.json`)).version.split(".")[0];

/** The majors of an SDK that the suite runs with, also those installed under another name ("npm:ai@^6"). */
function testedMajors(sdk: string): string[] {
  const entries = Object.entries(manifest.devDependencies ?? {});
  const folders = entries.filter(([name, range]) => name === sdk || range.startsWith(`npm:${sdk}@`));
  return folders.map(([name]) => majorOf(name)).toSorted();
}

test("the table of versions has the ranges of package.json and the majors that the suite runs with", () => {
  const [, section = ""] = readText("docs/adapters.md").split("## Which versions\n");
  const rows = [...section.matchAll(/^\| `([^`]+)` \| `([^`]+)` \| ([\d and]+) \|/gm)].map(
    ([, sdk = "", range = "", majors = ""]) => [sdk, range.replaceAll("\\|", "|"), majors.split(" and ")],
  );
  const expected = Object.entries(peers).map(([sdk, range]) => [sdk, range, testedMajors(sdk)]);
  expect(rows.toSorted()).toEqual(expected.toSorted());
});

test("each example names the major version of its SDK that it is run with", () => {
  const names = readdirSync(new URL("examples/", root));
  const examples = names.map((name) => readText(`examples/${name}`));
  const sdks = examples.map((code) => Object.keys(peers).find((sdk) => code.includes(` from "${sdk}";`)));
  expect(sdks.filter((sdk) => sdk !== undefined).length).toBe(5);
  for (const [index, sdk] of sdks.entries())
    if (sdk !== undefined) expect(examples[index]?.split("\n")[0]).toContain(`Run with ${sdk} ${majorOf(sdk)}.`);
});
