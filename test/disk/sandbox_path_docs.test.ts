// Runs every row of the tables in docs/paths.md.
// Leaves the wording of refusals to path.test.ts.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type ResolveOptions, SandboxPath } from "../../src/disk/sandbox_path.ts";
import { ToolError } from "../../src/errors.ts";

const ROOT_NAMES = { posix: ["/ws", "/alias/"], win32: ["C:\\ws", "\\\\srv\\share\\ws\\"] };

interface Row {
  readonly input: string;
  readonly platform: string;
  readonly result: string;
  readonly allowAbsolute: boolean;
}

const WORDS = new Map<string, unknown>([
  ["(empty)", ""],
  ["(not a string)", 5],
]);

function readRows(page: string): Row[] {
  const rows: Row[] = [];
  let allowAbsolute = true;
  for (const line of page.split("\n")) {
    if (line.startsWith("## ")) allowAbsolute = line !== "## Where absolute paths are switched off";
    if (!line.startsWith("|") || line === "| input | platform | result |" || line === "| --- | --- | --- |") continue;
    const cells = line.slice(2, -2).split(" | ");
    const [input, platform, result] = cells;
    if (input === undefined || platform === undefined || result === undefined || cells.length !== 3) {
      throw new Error(`not a row of three cells: ${line}`);
    }
    rows.push({ input, platform, result, allowAbsolute });
  }
  return rows;
}

/** The text of a cell in code type, or `undefined` if it is not in code type. */
function readCode(cell: string): string | undefined {
  return /^`(.*)`$/
    .exec(cell)?.[1]
    ?.replaceAll("\\|", "|")
    .replace(/\{U\+([0-9A-F]{4})\}/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\{(.|%\d\d)\*(\d+)\}/g, (_, letter: string, count: string) => letter.repeat(Number(count)));
}

function readInput(cell: string): unknown {
  const code = readCode(cell);
  if (code !== undefined) return code;
  if (!WORDS.has(cell)) throw new Error(`unknown input: ${cell}`);
  return WORDS.get(cell);
}

function platformsOf(row: Row): ("posix" | "win32")[] {
  if (row.platform === "both") return ["posix", "win32"];
  if (row.platform === "posix" || row.platform === "win32") return [row.platform];
  throw new Error(`unknown platform: ${row.platform}`);
}

function expectedOf(cell: string): unknown {
  if (cell === "outside") return "SANDBOX_VIOLATION";
  if (cell === "invalid") return "INVALID_ARGUMENT";
  return { relative: readCode(cell) };
}

function outcomeOf(input: unknown, rootNames: readonly string[], options: ResolveOptions): unknown {
  try {
    return { relative: SandboxPath.resolveInWorkspace(input, rootNames, options).relative };
  } catch (error) {
    return ToolError.isInstance(error) ? error.code : error;
  }
}

const rows = readRows(readFileSync(new URL("../../docs/paths.md", import.meta.url), "utf8"));

describe("docs/paths.md", () => {
  test("has rows, and none twice", () => {
    const keys = rows.flatMap((row) => platformsOf(row).map((p) => `${row.allowAbsolute} ${p} ${row.input}`));
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
  });

  for (const row of rows) {
    for (const platform of platformsOf(row)) {
      const how = row.allowAbsolute ? "" : ", absolute paths switched off";
      test(`${row.input} on ${platform}${how} gives ${row.result}`, () => {
        const { allowAbsolute } = row;
        const outcome = outcomeOf(readInput(row.input), ROOT_NAMES[platform], {
          platform,
          allowAbsolute,
          readsUris: true,
        });
        expect(outcome).toEqual(expectedOf(row.result));
      });
    }
  }
});
