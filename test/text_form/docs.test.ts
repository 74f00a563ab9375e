// The examples of docs/text.md are what the tools answer, and everything that the page shows is read by the parser.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

const page = readFileSync(new URL("../../docs/text.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/<!-- (agent )?call: (\w+) (.*) -->\n```\n([\s\S]*?)\n```\n/g)].map(
  ([, agent, name = "", args = "", answer = ""]) => ({ agent, name, args, answer }),
);

const root = makeTree([
  ...[
    "file README.md hello\n",
    "dir docs",
    "file .hidden x",
    "file node_modules/x/y x",
    "file src/lib.ts export open\n",
  ],
  ...["symlink src/link lib.ts", "file src/tools/edit/a.ts first\nsecond\nthird\n", "file src/tools/list.ts =2= a\n"],
  "dir secrets.pem",
]);
writeFileSync(join(root, "src/new\nline.ts"), "one\n");

test("the page has an example of every tool", () => {
  const names = ["list_directory", "list_files", "read_file", "read_files", "search_text", "tree"];
  expect([...new Set(examples.map(({ name }) => name))].sort()).toEqual(names);
});

test.each(examples)("TX-01 $name $args answers what the page shows", async ({ agent, name, args, answer }) => {
  const defaults = agent === undefined ? "specified" : "agent";
  using toolkit = createAgentToolkit({ workspaceRoot: root, format: "text", defaults });
  const { content } = await toolkit.execute({ id: "1", name, arguments: JSON.parse(args) });
  expect(content).toBe(answer);
});
