// The picture of a terminal in docs/demo.svg shows what the commands print. Needs a fresh build.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { porthole } from "../support/cli.ts";
import { makeTree } from "../support/tree.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&amp;": "&" };
const picture = readFileSync(new URL("../../docs/demo.svg", import.meta.url), "utf8");
const lines = [...picture.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line = ""]) =>
  line.replaceAll(/<[^>]*>/g, "").replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity),
);
const sessions = lines
  .join("\n")
  .split(/^\$ porthole /m)
  .slice(1)
  .map((session) => session.trimEnd().split("\n"))
  .map(([command = "", ...shown]) => ({ command, shown }));

test.each(sessions)("porthole $command prints what is shown", ({ command, shown }) => {
  const folder = makeTree([
    ...["dir .git", "dir docs", "dir dist", "file README.md # App", "file .env KEY=1"],
    ...["file .gitignore node_modules/\ndist/\n", "file src/app.ts x", "file src/server.ts x"],
    "symlink src/link /etc/passwd",
  ]);
  const { stdout, stderr } = porthole("/", [...command.split(" "), "--workspace", folder]);
  const printed = (stdout || stderr).trimEnd().split("\n");
  // An explanation goes on with the other tools.
  expect(command.startsWith("explain") ? printed.slice(0, shown.length) : printed).toEqual(shown);
});

test("four commands are shown", () => {
  expect(sessions.length).toBe(4);
});
