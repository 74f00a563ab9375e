// What a model gets from a fixed folder, byte for byte, through the executor. The same on every runtime, file system and
// strategy. Leaves to the other tests why it is right.

import { lutimesSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAgentToolkit } from "../src/toolkit.ts";
import { makeTree } from "./support/tree.ts";
import { STRATEGIES } from "./support/workspaces.ts";

const golden = readFileSync(new URL("./fixtures/golden.jsonl", import.meta.url), "utf8");

const ENTRIES = [
  "file README.md # title\r\nsecond line\r\n\r\nlast line without an end",
  "file src/index.ts export {};\n",
  "file src/Zebra.ts x",
  "file src/deep/deeper/f x",
  "symlink src/link.ts index.ts",
  "symlink src/out ../..",
  "file .hidden/f x",
  "file a-b/x x",
  "file a/x x",
  "file names/𝒳 x",
  "file names/\ue000 x",
  "file names/日本語 x",
  "dir empty",
];

const CALLS = [
  { name: "tree", arguments: { path: ".", entry_kind: "all", max_depth: 2 } },
  { name: "tree", arguments: { path: "src", entry_kind: "all", exclude: ["src/*.ts"] } },
  { name: "read_file", arguments: { path: "README.md" } },
  { name: "read_file", arguments: { path: "./README.md", start_line: 2, max_lines: 2 } },
  { name: "read_file", arguments: { path: "bytes" } },
  { name: "read_file", arguments: { path: "src" } },
  { name: "list_directory", arguments: { path: " ./ ", recursive: true, include_hidden: true } },
  { name: "list_directory", arguments: { path: "names" } },
  { name: "list_directory", arguments: { path: ".", max_entries: 2 } },
  { name: "tree", arguments: { path: "../elsewhere" } },
  { name: "tree", arguments: { path: "src/out" } },
  { name: "tree", arguments: { path: ".", max_depth: 13 } },
  { name: "read_files", arguments: { paths: ["src/link.ts", "bytes", "src/out", "src", "./README.md"], max_lines: 3 } },
];

function setTimes(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) setTimes(path);
    lutimesSync(path, 1_700_000_000, 1_700_000_000);
  }
}

test.each(STRATEGIES)("RF-07 FR-LD-OUT-02 the same folder gives the same bytes (%s)", async (strategy) => {
  const workspaceRoot = makeTree(ENTRIES);
  writeFileSync(join(workspaceRoot, "bytes"), Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0xfe, 0x0d, 0x0a, 0xc3]));
  setTimes(workspaceRoot);
  using toolkit = createAgentToolkit({ workspaceRoot, strategy });
  const lines: string[] = [];
  for (const call of [...CALLS, ...CALLS]) {
    const { content, is_error } = await toolkit.execute({ id: "1", ...call }, { max_output_bytes: 2000 });
    lines.push(JSON.stringify({ ...call, is_error, content }));
  }
  expect(lines.slice(CALLS.length)).toEqual(lines.slice(0, CALLS.length));
  const text = `${lines.slice(0, CALLS.length).join("\n")}\n`;
  if (process.env.UPDATE_GOLDEN) writeFileSync(new URL("./fixtures/golden.jsonl", import.meta.url), text);
  else expect(text).toBe(golden);
});
