import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { CallClock } from "../../src/disk/call_clock.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../support/unprivileged.ts";
import { at, codeOf, errorOf, listNames, STRATEGIES, withWorkspace } from "../support/workspaces.ts";

/** A workspace with a folder beside it that holds something to steal. */
function makeTempted(lines: readonly string[]): string {
  const root = makeTree(lines);
  mkdirSync(join(root, "../outside"));
  writeFileSync(join(root, "../outside/secret"), "stolen");
  mkdirSync(join(root, "../ws-evil"));
  writeFileSync(join(root, "../ws-evil/secret"), "stolen");
  return root;
}

const mayMakeDevices = spawnSync("mknod", [join(makeTempFolder(), "null"), "c", "1", "3"]).status === 0;
if (!mayMakeDevices) console.warn("the test with a device is skipped: this user may not make one");

describe.each(STRATEGIES)("EX-12 a workspace kept by %s does not let out", (strategy) => {
  const cases: Record<string, readonly [entries: readonly string[], path: string]> = {
    "a link to a file outside": [["symlink out ../outside/secret"], "out"],
    "a link to a directory outside": [["symlink out ../outside"], "out"],
    "a file below a link to a directory outside": [["symlink out ../outside"], "out/secret"],
    "a chain of links that ends outside": [
      ["symlink one two", "symlink two d/three", "symlink d/three ../../outside/secret"],
      "one",
    ],
    "a link to the folder above": [["symlink up .."], "up"],
    "a link that climbs from deep inside": [["symlink a/b/up ../../../outside"], "a/b/up/secret"],
    "an absolute link": [["symlink etc /etc"], "etc/passwd"],
    "a link to the root of the disk": [["symlink disk /"], "disk"],
    "/proc/self/root through a link": [["symlink p /proc/self/root"], "p/etc/passwd"],
    "/proc/self/environ through a link": [["symlink p /proc/self/environ"], "p"],
    "/proc/self/cwd through a link": [["symlink p /proc/self/cwd"], "p/package.json"],
    "an open descriptor of the process through a link": [["symlink p /proc/self/fd/0"], "p"],
    "a link to a device": [["symlink null /dev/null"], "null"],
    "a sibling whose name starts with the root's": [["symlink evil ../ws-evil"], "evil/secret"],
    "a link to something missing outside": [["symlink out ../outside/none"], "out"],
    "something missing below a link to a directory outside": [["symlink out ../outside"], "out/none"],
    "a link to something missing at the top of the disk": [["symlink out /no/such/thing"], "out/x"],
    "a chain that ends in something missing outside": [["symlink one two", "symlink two ../outside/none"], "one"],
    "a link below a file outside": [["symlink out ../outside/secret"], "out/x"],
  };

  for (const [name, [entries, path]] of Object.entries(cases)) {
    test(name, async () => {
      const root = makeTempted(entries);
      await withWorkspace(root, strategy, async (workspace) => {
        const error = await errorOf(() => workspace.resolve(at(path), new CallClock()));
        expect([error.kind, error.code]).toEqual(["SandboxViolation", "SANDBOX_VIOLATION"]);
        expect(error.message).not.toContain("outside/");
        expect(error.message).not.toContain(dirname(root));
      });
    });
  }

  test("an absolute link to a sibling whose name starts with the root's", async () => {
    // What the link would lead to if its text were cut where the root's name ends.
    const root = makeTempted(["file -evil/secret x"]);
    symlinkSync(`${root}-evil/secret`, join(root, "evil"));
    await withWorkspace(root, strategy, async (workspace) => {
      expect((await errorOf(() => workspace.resolve(at("evil"), new CallClock()))).code).toBe("SANDBOX_VIOLATION");
    });
  });

  test("the same words whether or not the outside target exists", async () => {
    const root = makeTempted(["symlink out ../outside"]);
    await withWorkspace(root, strategy, async (workspace) => {
      const there = await errorOf(() => workspace.resolve(at("out/secret"), new CallClock()));
      rmSync(join(root, "../outside"), { recursive: true });
      const gone = await errorOf(() => workspace.resolve(at("out/secret"), new CallClock()));
      expect(gone.message).toBe(there.message);
    });
  });

  test("an absolute link inside that was made through an alias of the root", async () => {
    const root = makeTempted(["file real/f x", "symlink alias real"]);
    symlinkSync(join(root, "alias/none"), join(root, "real/dangling"));
    await withWorkspace(join(root, "alias"), strategy, async (workspace) => {
      expect(await codeOf(() => workspace.resolve(at("dangling"), new CallClock()))).toBe("NOT_FOUND");
    });
  });

  test("links made to multiply do not hang it", async () => {
    const bounce = "a/../".repeat(800);
    const links = Array.from({ length: 39 }, (_, i) => `symlink l${i} ${bounce}l${i + 1}`);
    const root = makeTempted(["dir a", ...links, "symlink l39 missing"]);
    await withWorkspace(root, strategy, async (workspace) => {
      expect(["NOT_FOUND", "SANDBOX_VIOLATION"]).toContain(
        await codeOf(() => workspace.resolve(at("l0"), new CallClock())),
      );
    });
  });

  test("a FIFO is seen and never waited for", async () => {
    const root = makeTempted(["fifo pipe", "symlink to-pipe pipe"]);
    await withWorkspace(root, strategy, async (workspace) => {
      for (const path of ["pipe", "to-pipe"]) {
        const node = await workspace.resolve(at(path), new CallClock());
        expect([node.kind, node.metadata().kind]).toEqual(["other", "other"]);
        node.close();
      }
    });
  });

  test("a socket is seen and never connected to", async () => {
    const root = makeTempted([]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, "sock"), resolve));
    await withWorkspace(root, strategy, async (workspace) => {
      const node = await workspace.resolve(at("sock"), new CallClock());
      expect(node.kind).toBe("other");
      node.close();
    });
    await new Promise((resolve) => server.close(resolve));
  });

  test.skipIf(!mayMakeDevices)("a device inside is seen and never opened", async () => {
    const root = makeTempted([]);
    execFileSync("mknod", [join(root, "null"), "c", "1", "3"]);
    await withWorkspace(root, strategy, async (workspace) => {
      const node = await workspace.resolve(at("null"), new CallClock());
      expect(node.kind).toBe("other");
      node.close();
    });
  });

  test("hard links inside are inside", async () => {
    const root = makeTempted(["file f x", "hardlink g f"]);
    await withWorkspace(root, strategy, async (workspace) => {
      expect(await listNames(workspace, ".")).toEqual(["f", "g"]);
    });
  });

  test.skipIf(noUnprivilegedChild !== null)(
    "a directory and a file without permission are refused with the reason",
    () => {
      const root = makeTempted([
        "file locked/f x",
        "file mute x",
        "symlink to-locked locked/f",
        "symlink to-mute mute",
      ]);
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
