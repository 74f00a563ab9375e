// `.portholeignore` is read once in each call, before anything else is looked for: nothing that is known of the file from an earlier call counts.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { cannotRecordFs, recordFsCalls } from "../support/fs_calls.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function open(root: string, strategy: (typeof STRATEGIES)[number]) {
  return createAgentToolkit({ workspaceRoot: root, obeyPortholeignore: true, strategy });
}

type Toolkit = ReturnType<typeof open>;

const CALLS: Readonly<Record<string, (toolkit: Toolkit) => Promise<unknown>>> = {
  tree: (toolkit) => toolkit.tree("d"),
  list_directory: (toolkit) => toolkit.listDirectory("d"),
  list_files: (toolkit) => toolkit.listFiles("d", { pattern: "*" }),
  search_text: (toolkit) => toolkit.searchText("d", { pattern: "x" }),
  read_file: (toolkit) => toolkit.readFile("d/f"),
  read_files: (toolkit) => toolkit.readFiles(["d/f", "d/f"]),
  "resources/list": (toolkit) => toolkit.resources.list({ id: "1" }),
  "resources/read": (toolkit) => toolkit.resources.read({ id: "1", uri: "porthole:///d/f" }),
  "completion/complete": (toolkit) => toolkit.resources.complete({ id: "1", path: "d/" }),
  "marks/list": (toolkit) => toolkit.marks.list({ id: "1", path: "d" }),
  "marks/of": (toolkit) => toolkit.marks.of({ id: "1", path: "d", entries: [{ path: "d/f", kind: "file" }] }),
  explain: (toolkit) => toolkit.explain("d/f"),
  "a missing file": (toolkit) => toolkit.readFile("d/none"),
};

const [LATER_MS, FILE] = [10_000, ".portholeignore"];

/** So that files made just now count as old. */
const letTimePass = () => vi.spyOn(Date, "now").mockReturnValue(Date.now() + LATER_MS);

test.skipIf(cannotRecordFs).each(STRATEGIES)(
  "R3 each call reads it once, and first: %s [promise portholeignore-denies]",
  async (strategy) => {
    const root = makeTree(["file .portholeignore denied\n", "file d/f x", "file denied x"]);
    using toolkit = open(root, strategy);
    await new Promise((resolve) => setTimeout(resolve, 50));
    letTimePass();
    for (const [name, call] of Object.entries(CALLS)) {
      await call(toolkit);
      const calls = await recordFsCalls(root, () => call(toolkit));
      const paths = calls.map(({ name, args: [path] }) => `${name} ${String(path)}`);
      const reads = calls.filter(({ name, args }) => name === "openSync" && String(args[0]).endsWith(`/${FILE}`));
      expect([name, reads.length]).toEqual([name, 1]);
      const isNamed = (path: string, below: string) => path.endsWith(`/${below}`);
      const [first, target] = [FILE, "d"].map((below) => paths.findIndex((path) => isNamed(path, below)));
      expect([name, first !== -1 && (target === -1 || (first ?? 0) < (target ?? 0))]).toEqual([name, true]);
    }
  },
);

test.skipIf(cannotRecordFs).each(STRATEGIES)("R3 each call looks whether it is there: %s", async (strategy) => {
  const root = makeTree(["file d/f x"]);
  using toolkit = open(root, strategy);
  await new Promise((resolve) => setTimeout(resolve, 50));
  letTimePass();
  for (const [name, call] of Object.entries(CALLS)) {
    await call(toolkit);
    const calls = await recordFsCalls(root, () => call(toolkit));
    const looks = calls.filter(({ name, args }) => name === "lstatSync" && String(args[0]).endsWith(`/${FILE}`));
    expect([name, looks.length]).toEqual([name, 1]);
  }
});

const program = join(makeTempFolder(), "mapped_writer");
const source = fileURLToPath(new URL("../support/mapped_writer.c", import.meta.url));
const cannotMap = process.platform !== "linux" || spawnSync("cc", ["-O2", "-o", program, source]).status !== 0;
if (cannotMap) console.warn("the test of .portholeignore in a memory map is skipped: there is no C compiler");

test.skipIf(cannotMap).each(STRATEGIES)(
  "R3 what is written through a memory map is denied at once, though size and times stay the same: %s",
  async (strategy) => {
    const root = makeTree(["file a x", "file b x"]);
    const file = join(root, FILE);
    writeFileSync(file, "a\n#####\n");
    const writer = spawn(program, [file], { stdio: ["pipe", "pipe", "inherit"] });
    await once(writer.stdout, "data");
    const look = () => {
      const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
      return [ino, size, mtimeNs, ctimeNs];
    };
    using toolkit = open(root, strategy);
    letTimePass();
    const shown = async () => {
      const { status, data } = (await toolkit.readFiles(["a", "b"])) as { status: string; data: { files: object[] } };
      return status === "success" && data.files.map((read) => !("error" in read));
    };
    expect([await shown(), await shown()]).toEqual(Array(2).fill([false, true]));
    const before = look();
    writer.stdin.write("b\n");
    await once(writer.stdout, "data");
    expect(look()).toEqual(before);
    expect(await shown()).toEqual([true, false]);
    writer.stdin.end();
    await once(writer, "close");
  },
);
