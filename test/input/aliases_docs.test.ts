// docs/arguments.md names every argument of other tools that a tool knows, and every client that adds names.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TOOL_ALIASES } from "../../src/call/catalog.ts";
import { CLIENT_HABITS } from "../../src/input/client_habits.ts";
import { DEFAULTS } from "../../src/registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

const page = readFileSync(new URL("../../docs/arguments.md", import.meta.url), "utf8");
const tools = Object.keys(TOOL_ALIASES) as (keyof typeof TOOL_ALIASES)[];

/** The rows of the only table below the heading. */
function rowsBelow(heading: string): string[][] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  const lines = own.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map((cell) => cell.trim()),
  );
}

describe("LK-11 the page shows", () => {
  test.each(tools)("every argument of other tools that %s knows", (tool) => {
    const { table } = TOOL_ALIASES[tool](DEFAULTS);
    const rows = rowsBelow(`\`${tool}\``);
    expect(rows.map(([name]) => name)).toEqual(Object.keys(table).map((name) => `\`${name}\``));
    const own = Object.keys(TOOL_DEFINITIONS[tool].parameters.properties);
    for (const [name, means = "", usedBy] of rows) {
      const meant = /^(?:`(\w+)`|refused$|removed if )/.exec(means);
      expect([name, meant !== null && (meant[1] === undefined || own.includes(meant[1]))]).toEqual([name, true]);
      expect(usedBy).toMatch(/^(?:[\w -]+ \d[\w.-]*(?:, )?)+$/);
    }
  });

  test("what clients add, and from where they count lines", () => {
    const rows = [...CLIENT_HABITS].map(([client, { adds, firstLine }]) => [
      `\`${client}\``,
      expect.stringMatching(/^[\w ]+ \d[\d.]+$/),
      adds.map((name) => `\`${name}\``).join(", ") || "nothing",
      String(firstLine),
    ]);
    expect(rowsBelow("What clients add")).toEqual(rows);
  });
});

test("LK-11 the page shows what a call answers", async () => {
  const [, name = "", args = "", answer] = /<!-- agent call: (\w+) (.*) -->\n```\n([\s\S]*?)\n```\n/.exec(page) ?? [];
  using toolkit = createAgentToolkit({
    workspaceRoot: makeTree(["file a.ts first\nsecond\nthird\n"]),
    defaults: "agent",
    format: "text",
  });
  expect((await toolkit.execute({ id: "1", name, arguments: JSON.parse(args) })).content).toBe(answer);
});

describe("LK-11 a table", () => {
  test.each(tools)("of %s has a name of the tool's own only for values of another type", (tool) => {
    const own = Object.keys(TOOL_DEFINITIONS[tool].parameters.properties);
    for (const [name, { only }] of Object.entries(TOOL_ALIASES[tool](DEFAULTS).table))
      expect([name, own.includes(name)]).toEqual([name, only !== undefined]);
  });
});
