// docs/configuration.md and the declared keys say the same, in both directions, and what the page shows is true.
// Leaves to settings.test.ts that the defaults are what is used.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { expectationOf } from "../../src/config/validate.ts";
import type { Row } from "../../src/registory/config_keys.ts";
import { ConfigFile, makeFolder } from "./files.ts";
import { ROWS } from "./rows.ts";

const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");
const file = new ConfigFile(makeFolder());

/** Key, type, default and effect of every row, as the page has them; a default that is not a value is in words. */
function readRows(): string[][] {
  let table = "";
  const rows: string[][] = [];
  for (const line of page.split("\n")) {
    table = /^### `\[(.*)\]`$/.exec(line)?.[1] ?? table;
    const cells = line.startsWith("| `") ? line.slice(2, -2).split(" | ") : null;
    if (cells !== null) rows.push([`${table}.${cells[0]?.slice(1, -1)}`, ...cells.slice(1)]);
  }
  return rows;
}

function showDefault(row: Row): unknown {
  if (row.default === null) return expect.stringMatching(/^[a-z]/);
  const plain = `\`${JSON.stringify(row.default)}\``;
  return row.agentDefault === undefined ? plain : `${plain}, for agents \`${JSON.stringify(row.agentDefault)}\``;
}

const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, text = ""]) => ({
  language,
  text,
}));

describe("docs/configuration.md", () => {
  test("EX-23, CFG-LD-01: has every key with its type, its default and its effect, and no other", () => {
    const sentence = expect.stringMatching(/^[`A-Z].*\.$/);
    const expected = ROWS.map(([key, row]) => [key, expectationOf(row), showDefault(row), sentence]);
    expect(readRows()).toEqual(expected);
  });

  test("EX-23 has an example that can be loaded", () => {
    const [example] = blocks.filter(({ language }) => language === "toml");
    expect(file.load(example?.text ?? "")).toEqual({
      tools: {
        approval: { mode: "prompt", denylist: ["read_file", "read_files"] },
        sandbox: { allowed_roots: ["src", "docs"], denied_patterns: ["customers", "**/*.sqlite"] },
        timeouts: { default_seconds: 10, file_operations_seconds: 2.5 },
        output: { max_bytes: 32768 },
        list_directory: { max_entries: 100, include_hidden_default: true },
        tree: { max_depth: 6 },
      },
    });
  });

  test("shows messages as they are", () => {
    const shown = blocks.filter(({ language }) => language === "").map(({ text }) => text.trimEnd());
    const faulty = "[tools.tree]\nmax_depth = 40\n\n[tools.approval]\nmod = 'deny'";
    const broken = '[tools.approval]\n\nmode = "deny\n';
    const messages = [faulty, broken].map((text) => file.refusal(text).message.replaceAll("FILE", "my.toml"));
    expect(shown).toEqual(messages);
  });
});
