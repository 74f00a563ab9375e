// Files that are larger than what may be held in memory: which limits the owner can raise, and what is kept of them.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type AgentToolkit, createAgentToolkit } from "../../../../src/toolkit.ts";
import type { ReadFileInput } from "../../../../src/tools/edit/read_file/types.ts";
import { countAllocated } from "../../../support/allocations.ts";
import { isThorough } from "../../../support/scale.ts";
import { makeTempFolder } from "../../../support/tree.ts";
import { STRATEGIES } from "../../../support/workspaces.ts";

const MEBIBYTE = 1_048_576;
const config = { tools: { read_file: { max_file_bytes: 1024 * MEBIBYTE } } };
const root = makeTempFolder();
/** Many times what may be held. */
const SIZE = isThorough ? 48 : 8;
const LINES = SIZE * 16_384;

async function executeRead(toolkit: AgentToolkit, args: ReadFileInput, max_output_bytes: number, name = "read_file") {
  const read = { id: "1", name, arguments: args };
  return JSON.parse((await toolkit.execute(read, { max_output_bytes })).content);
}

beforeAll(writeFiles);

describe.each(STRATEGIES)(`a file of ${SIZE} MiB in a workspace kept by %s`, (strategy) => {
  test("LK-10 is read in less than 2 MiB of memory, wherever the window lies", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: root, strategy, config });
    for (const start_line of [1, LINES / 2, LINES]) {
      const read = () => toolkit.readFile("lines", { start_line, max_lines: 3 });
      const { result, bytes } = await countAllocated(read);
      if (result.status !== "success") throw result.error;
      const numbers = [start_line, start_line + 1, start_line + 2].filter((line) => line <= LINES);
      expect(result.data.content.trimEnd().split("\n")).toEqual(numbers.map(lineOf));
      expect(result.data.meta).toMatchObject({ byte_length: SIZE * MEBIBYTE, line_count: LINES });
      expect(bytes).toBeLessThan(2 * MEBIBYTE);
    }
  });

  test("LK-10 of one line is refused with its size, in less than 2 MiB of memory", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: root, strategy, config });
    const { result, bytes } = await countAllocated(() => executeRead(toolkit, { path: "one" }, 65_536));
    expect(result.error).toMatchObject({
      code: "OUTPUT_BUDGET_TOO_SMALL",
      message: expect.stringContaining(`; line 1 alone has ${SIZE * MEBIBYTE} bytes, and lines are not split`),
    });
    expect(bytes).toBeLessThan(2 * MEBIBYTE);
    const several = { paths: ["lines", "one"] } as never;
    const { error } = await executeRead(toolkit, several, 65_536, "read_files");
    expect(error).toMatchObject({
      code: "OUTPUT_BUDGET_TOO_SMALL",
      message: expect.stringContaining('the first line of "one" has'),
    });
  });
});

/** Lines of 64 bytes with their number, and one line without end. */
function writeFiles(): void {
  const lines = Array.from({ length: 16_384 }, (_, index) => index);
  const blocks = Array.from({ length: SIZE }, (_, block) =>
    lines.map((line) => `${lineOf(block * 16_384 + line + 1)}\n`).join(""),
  );
  writeFileSync(join(root, "lines"), blocks.join(""));
  writeFileSync(join(root, "one"), Buffer.alloc(SIZE * MEBIBYTE, "x"));
}

function lineOf(line: number): string {
  return `line ${line} `.padEnd(63, ".");
}
