// Links, FIFOs, sockets and devices inside a workspace. Ways out of it are in test/escapes/table.ts.

import { execFileSync, spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CallClock } from "../../src/disk/call_clock.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../support/unprivileged.ts";
import { at, codeOf, listNames, STRATEGIES, withWorkspace } from "../support/workspaces.ts";

const mayMakeDevices = spawnSync("mknod", [join(makeTempFolder(), "null"), "c", "1", "3"]).status === 0;
if (!mayMakeDevices) console.warn("the test with a device is skipped: this user may not make one");

describe.each(STRATEGIES)("EX-12 a workspace kept by %s does not let out", (strategy) => {
  test("an absolute link inside that was made through an alias of the root", async () => {
    const root = makeTree(["file real/f x", "symlink alias real"]);
    symlinkSync(join(root, "alias/none"), join(root, "real/dangling"));
    await withWorkspace(join(root, "alias"), strategy, async (workspace) => {
      expect(await codeOf(() => workspace.resolve(at("dangling"), new CallClock()))).toBe("NOT_FOUND");
    });
  });

  test("links made to multiply do not hang it", async () => {
    const bounce = "a/../".repeat(800);
    const links = Array.from({ length: 39 }, (_, i) => `symlink l${i} ${bounce}l${i + 1}`);
    const root = makeTree(["dir a", ...links, "symlink l39 missing"]);
    await withWorkspace(root, strategy, async (workspace) => {
      expect(["NOT_FOUND", "SANDBOX_VIOLATION"]).toContain(
        await codeOf(() => workspace.resolve(at("l0"), new CallClock())),
      );
    });
  });

  test("a FIFO is seen and never waited for [promise fifo]", async () => {
    const root = makeTree(["fifo pipe", "symlink to-pipe pipe"]);
    await withWorkspace(root, strategy, async (workspace) => {
      for (const path of ["pipe", "to-pipe"]) {
        const node = await workspace.resolve(at(path), new CallClock());
        expect([node.kind, node.metadata().kind]).toEqual(["other", "other"]);
        node.close();
      }
    });
  });

  test("a socket is seen and never connected to", async () => {
    const root = makeTree([]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, "sock"), resolve));
    await withWorkspace(root, strategy, async (workspace) => {
      const node = await workspace.resolve(at("sock"), new CallClock());
      expect(node.kind).toBe("other");
      node.close();
    });
    await new Promise((resolve) => server.close(resolve));
  });

  test.skipIf(!mayMakeDevices)("a device inside is seen and never opened [promise fifo]", async () => {
    const root = makeTree([]);
    execFileSync("mknod", [join(root, "null"), "c", "1", "3"]);
    await withWorkspace(root, strategy, async (workspace) => {
      const node = await workspace.resolve(at("null"), new CallClock());
      expect(node.kind).toBe("other");
      node.close();
    });
  });

  test("hard links inside are inside", async () => {
    const root = makeTree(["file f x", "hardlink g f"]);
    await withWorkspace(root, strategy, async (workspace) => {
      expect(await listNames(workspace, ".")).toEqual(["f", "g"]);
    });
  });

  test.skipIf(noUnprivilegedChild !== null)(
    "a directory and a file without permission are refused with the reason",
    () => {
      const root = makeTree(["file locked/f x", "file mute x", "symlink to-locked locked/f", "symlink to-mute mute"]);
      execFileSync("chmod", ["000", join(root, "locked"), join(root, "mute")]);
      const answers = runUnprivileged(
        `const { openWorkspace } = await import(new URL("disk/open.js", build));
       const { CallClock } = await import(new URL("disk/call_clock.js", build));
       const { SandboxPath } = await import(new URL("disk/sandbox_path.js", build));
       const at = (path) => SandboxPath.ofLocation(path);
       const workspace = openWorkspace(args[0], { strategy: args[1] });
       const attempt = async (act) => { try { return await act(); } catch (error) { return [error.code, error.message]; } };
       const list = (path) => attempt(async () => {
         const node = await workspace.resolve(at(path), new CallClock());
         return (await node.list({ limit: 9, order: (a, b) => (a.name < b.name ? -1 : 1) }, new CallClock())).entries.length;
       });
       const read = (path) => attempt(async () => (await workspace.resolve(at(path), new CallClock())).read(9, new CallClock()).bytes.length);
       return [await list("."), await list("locked"), await read("locked/f"), await read("to-locked"), await read("to-mute")];`,
        [root, strategy],
      );
      execFileSync("chmod", ["700", join(root, "locked"), join(root, "mute")]);
      expect(answers).toEqual([
        4,
        ["INTERNAL", '"locked": permission denied'],
        ["INTERNAL", '"locked/f": permission denied'],
        ["INTERNAL", '"to-locked": permission denied'],
        ["INTERNAL", '"to-mute": permission denied'],
      ]);
    },
  );
});
