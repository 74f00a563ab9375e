// A disk is taken out and another one is put in: its device, inodes and times have the same numbers, but it says something else. Nothing that
// was known of the first is told of the second. dist/ must be built.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answerOf } from "../support/child_program.ts";
import { addEntries, makeTempFolder, makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";

const BEFORE = ["unshare", "-m"];
const cannotMount =
  spawnSync("unshare", ["-m", "losetup", "-f"]).status !== 0 || spawnSync("mkfs.ext4", ["-V"]).status !== 0;
if (cannotMount)
  console.warn("tests with disk images are skipped: this user cannot mount any, or there is no mkfs.ext4");

/** Two images of a disk with these entries. In the second, each key of `changes` is the value, which is as long, wherever it stands. */
function makeImages(entries: readonly string[], changes: Readonly<Record<string, string>>): [string, string] {
  const [folder, content] = [makeTempFolder(), makeTree(entries)];
  const images: [string, string] = [join(folder, "first"), join(folder, "second")];
  writeFileSync(images[0], Buffer.alloc(2 * 1024 * 1024));
  const options = ["-q", "-F", "-O", "^metadata_csum,^has_journal", "-d", content];
  const made = spawnSync("mkfs.ext4", [...options, images[0]]);
  expect(made.status).toBe(0);
  let bytes = readFileSync(images[0], "latin1");
  for (const [from, to] of Object.entries(changes)) {
    expect(bytes.includes(from)).toBe(true);
    bytes = bytes.replaceAll(from, to);
  }
  writeFileSync(images[1], bytes, "latin1");
  return images;
}

/** Calls `look` with each image in the same loop device, mounted at the same place, and returns both answers. */
const PROGRAM = `
  const { execFileSync } = await import("node:child_process");
  const { statSync } = await import("node:fs");
  const [{ images, mount, root, strategy, staysOpen, touched }] = args;
  const realNow = Date.now;
  Date.now = () => realNow() + 10_000;
  const run = (command, ...words) => execFileSync(command, words, { encoding: "utf8" }).trim();
  const device = run("losetup", "-f", "--show", images[0]);
  const open = () => library.createAgentToolkit({ workspaceRoot: root, defaults: "agent", strategy });
  const found = [];
  let toolkit;
  for (const [index, image] of images.entries()) {
    if (index > 0) run("losetup", device, image);
    // Times of access are no part of a state.
    run("mount", "-o", "noatime", device, mount);
    if (toolkit === undefined || !staysOpen) toolkit = open();
    const look = async () => [(await toolkit.listFiles(".", { pattern: "*" })).data?.paths, (await toolkit.readFile(touched.read)).status];
    await look();
    const { dev, ino, ctimeMs } = statSync(mount + "/" + touched.same);
    found.push({ numbers: [dev, ino, ctimeMs], answer: await look() });
    if (!staysOpen) toolkit.close();
    run("umount", mount);
    run("losetup", "-d", device);
  }
  toolkit.close();
  return found;`;

describe.skipIf(cannotMount).each(STRATEGIES)("with the seal %s", (strategy) => {
  const ask = async (question: object) => {
    const found = (await answerOf(BEFORE, PROGRAM, [{ strategy, ...question }])) as {
      numbers: number[];
      answer: unknown;
    }[];
    const [first, second] = found;
    // Otherwise it is no such disk.
    expect(second?.numbers).toEqual(first?.numbers);
    return [first?.answer, second?.answer];
  };

  test("R4 what is denied on the second disk is denied, though nothing was on the first", async () => {
    const images = makeImages(["file .portholeignorX hidden\n", "file hidden x"], {
      ".portholeignorX": ".portholeignore",
    });
    const mount = makeTempFolder();
    const answers = await ask({ images, mount, root: mount, touched: { read: "hidden", same: "." } });
    expect(answers).toEqual([
      [["hidden"], "success"],
      [["hidden"], "denied"],
    ]);
  });

  test("R4 what git ignores on the second disk is ignored: the toolkit stays open, and the disk is below its root", async () => {
    const images = makeImages(["file .gitignore aaaa1\n", "file aaaa1 x", "file bbbb2 x", "dir d", "file d/x x"], {
      "aaaa1\n": "bbbb2\n",
    });
    const root = makeTree([]);
    addEntries(root, ["file .git/HEAD ref: refs/heads/main\n", "dir .git/objects", "dir .git/refs", "dir disk"]);
    const touched = { read: "disk/aaaa1", same: ".gitignore" };
    const answers = await ask({ images, mount: join(root, "disk"), root, staysOpen: true, touched });
    expect(answers).toEqual([
      [["disk/bbbb2", "disk/d/x"], "success"],
      [["disk/aaaa1", "disk/d/x"], "success"],
    ]);
  });
});
