import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { READ_FLAGS } from "../../src/disk/file_content.ts";
import { offersHandles } from "../../src/disk/proc/root.ts";
import { HANG_MS } from "../support/hang.ts";
import { HANDLES, testWhere } from "../support/only_where.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";
import { errorOf, openFile, STRATEGIES, withWorkspace } from "../support/workspaces.ts";

/** Takes the descriptors of this process on `path` away, as nothing but a fault would. */
function loseDescriptors(path: string): void {
  const real = realpathSync(path);
  for (const fd of readdirSync("/proc/self/fd")) {
    try {
      if (readlinkSync(`/proc/self/fd/${fd}`) === real) closeSync(Number(fd));
    } catch {
      // It was the one that read the directory.
    }
  }
}

describe.each(STRATEGIES)("a fault of the system, kept by %s,", (strategy) => {
  test.skipIf(process.platform !== "linux")("is told in our words also by metadata and closing", async () => {
    const root = makeTree(["file f x"]);
    await withWorkspace(root, strategy, async (workspace) => {
      const file = openFile(workspace, "f");
      loseDescriptors(join(root, "f"));
      const told = { message: '"f": the system refused (EBADF)', code: "INTERNAL" };
      expect(await errorOf(() => file.metadata())).toMatchObject(told);
      expect(await errorOf(() => file.close())).toMatchObject(told);
      file.close();
    });
  });
});

describe("the choice of the strategy", () => {
  const NO_CHOICE = "elsewhere there is nothing to choose";

  testWhere(HANDLES, NO_CHOICE, "is the weaker one only where there is no /proc/self/fd", () => {
    const root = makeTree([]);
    mkdirSync(join(root, "fd"));
    const offered = ["/proc/self/fd", join(root, "none"), join(root, "fd")].map((path) => offersHandles(path));
    expect(offered).toEqual([true, false, false]);
  });

  testWhere(
    HANDLES,
    NO_CHOICE,
    "is not the weaker one if the probe fails for another reason [promise no-fallback]",
    () => {
      const loop = join(makeTree(["symlink loop loop"]), "loop");
      expect(() => offersHandles(loop)).toThrow("ELOOP");
    },
  );

  testWhere(HANDLES, NO_CHOICE, "never falls back for want of descriptors [promise no-fallback]", () => {
    const program = `
      const { openWorkspace } = await import(${JSON.stringify(new URL("../../build/disk/open.js", import.meta.url).href)});
      const { openSync, closeSync } = await import("node:fs");
      const held = [];
      try { for (;;) held.push(openSync("/dev/null")); } catch {}
      let answer;
      try { answer = openWorkspace(${JSON.stringify(makeTempFolder())}).strategy; } catch (error) { answer = error.message; }
      for (const fd of held) closeSync(fd);
      process.stdout.write(answer);`;
    const command = ["-c", 'ulimit -n 256; exec "$0" "$@"', process.execPath, "--input-type=module", "-e", program];
    const { stdout } = spawnSync("sh", command, { encoding: "utf8", cwd: "/" });
    // The second is what Bun says, which needs a descriptor already to find out the real path.
    expect(stdout).toMatch(/^the workspace root (cannot be opened \(EMFILE\)|does not exist or cannot be reached)/);
  });
});

// In a child, since a program that waits for the other end of a FIFO cannot be ended from inside.
test.skipIf(process.platform === "win32")(
  "opening for reading never waits, should a FIFO stand there [promise fifo]",
  () => {
    const pipe = join(makeTree(["fifo pipe"]), "pipe");
    const program = `require("node:fs").openSync(${JSON.stringify(pipe)}, ${READ_FLAGS}); process.stdout.write("opened")`;
    const child = spawnSync(process.execPath, ["-e", program], {
      encoding: "utf8",
      timeout: HANG_MS,
      killSignal: "SIGKILL",
    });
    expect(child.stdout).toBe("opened");
  },
);
