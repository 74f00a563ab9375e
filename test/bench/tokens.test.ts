// The bounds on tokens: what the bench makes of its figures, that the figures in docs/benchmarks.md keep them, and bytes as a stand-in on every run.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { drawTokens } from "../../bench/plot/tokens.mjs";
import { BOUNDS, judge, renderTable } from "../../bench/tokens/table.mjs";
import { createAgentToolkit } from "../../src/toolkit.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const others = { peer: 1234567, another: null };

describe("the figures of bench:tokens", () => {
  test("TX-02 are judged against the JSON, or the file itself", () => {
    const row = { title: "x", json: 1000, text: 250, others };
    expect(judge({ ...row, kind: "tree" })).toEqual({ ratio: 0.25, atMost: 0.25, isMet: true });
    expect(judge({ ...row, kind: "list" })).toEqual({ ratio: 0.25, atMost: 0.2, isMet: false });
    expect(judge({ ...row, kind: "read", own: 240 })).toMatchObject({ atMost: 1.03, isMet: false });
    expect(judge({ ...row, kind: "tools" })).toBe(null);
  });

  test("are shown as a table", () => {
    expect(renderTable([{ title: "x", kind: "read", json: 1000, text: 250, own: 240, others }])).toBe(
      [
        "|  | porthole text | porthole json | text to json | the file itself | peer | another |",
        "| --- | --: | --: | --: | --: | --: | --: |",
        "| x | 250 | 1,000 | 0.25 | 240 | 1,234,567 | – |",
      ].join("\n"),
    );
  });

  test("are drawn as bars, in proportion, without those that were not measured", () => {
    const figures = { json: 1000, text: 250, others: { peer: 500, another: null } };
    const row = { title: "`tree` of <x>", kind: "tree", ...figures } as const;
    const svg = drawTokens({ rows: [row], date: "2026-01-02T03:04:05Z", about: "o200k" });
    const bars = [...svg.matchAll(/<rect [^>]* width="([\d.]+)" height="11" fill="(#\w+)"\/><text [^>]*>([\d,]+)</g)];
    expect(bars.map(([, width, , tokens]) => [Number(width), tokens])).toEqual([
      [167.5, "250"],
      [670, "1,000"],
      [335, "500"],
    ]);
    expect(new Set(bars.map(([, , colour]) => colour)).size).toBe(3);
    expect(svg).toContain("tree of &lt;x>");
    expect(svg).toContain("2026-01-02, o200k");
  });

  test("TX-02 keep the bounds in docs/benchmarks.md, for each kind of answer on three trees", () => {
    const [, table = ""] =
      /<!-- tokens -->([\s\S]*?)<!-- \/tokens -->/.exec(readFileSync(`${ROOT}docs/benchmarks.md`, "utf8")) ?? [];
    const rows = [...table.matchAll(/^\| `(tree|list_directory|read_file)` (.*) \|$/gm)].map(([, tool, cells = ""]) => {
      const [text = 0, json = 0, , own = 0] = cells
        .split(" | ")
        .slice(1)
        .map((cell) => Number(cell.replaceAll(",", "")));
      return { kind: tool === "tree" ? "tree" : tool === "read_file" ? "read" : "list", text, json, own } as const;
    });
    expect(rows.map(({ kind }) => kind).sort()).toEqual(["list", "read", "tree"].flatMap((kind) => [kind, kind, kind]));
    for (const row of rows) expect([row, judge({ ...row, title: "", others: {} })?.isMet]).toEqual([row, true]);
  });
});

describe("bytes, which are near enough to tokens to see a change for the worse", () => {
  const bytesOf = async (format: "json" | "text", name: string, args: object) => {
    using toolkit = createAgentToolkit({ workspaceRoot: ROOT, format });
    const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: { ...args } });
    return is_error ? Number.NaN : Buffer.byteLength(content);
  };
  const ratio = async (name: string, args: object) =>
    (await bytesOf("text", name, args)) / (await bytesOf("json", name, args));

  test("TX-02 of a tree and a list are a quarter and a fifth of the JSON", async () => {
    for (const path of ["src", "test"]) {
      expect(await ratio("tree", { path, entry_kind: "all" })).toBeLessThan(BOUNDS.tree);
      expect(await ratio("list_directory", { path, recursive: true })).toBeLessThan(BOUNDS.list);
    }
  });

  test("TX-02 of 200 lines are hardly more than the lines", async () => {
    const path = "src/view/discovery_service.ts";
    const lines = readFileSync(`${ROOT}${path}`, "utf8").split("\n").slice(0, 200).join("\n");
    expect(await bytesOf("text", "read_file", { path })).toBeLessThan(Buffer.byteLength(lines) * BOUNDS.read);
  });
});
