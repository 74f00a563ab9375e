// Failures that may be over a moment later. No rule may be left out because of one, and nothing may pass for missing: whoever asks is
// told to try again.

import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { TransientChange } from "../../src/disk/faults.ts";
import { openWorkspace } from "../../src/disk/open.ts";
import { promiseFolder } from "../../src/disk/promised.ts";
import { toEnd } from "../../src/disk/steps.ts";
import type { Directory, Folder, Node } from "../../src/disk/types.ts";
import { busyFailure } from "../../src/errors/calls.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { FileDiscoveryService } from "../../src/view/discovery_service.ts";
import { Kinds } from "../../src/view/look_up.ts";
import { makeTree } from "../support/tree.ts";
import { changed, changeFolder, countDescriptors, errorOf, letSettle, STRATEGIES } from "../support/workspaces.ts";

/** A folder where one path cannot be looked at for the moment, and nobody knows for how long: as where clocks show whole seconds. */
function withBusy(folder: Folder, path: string): Folder {
  const refuse = (asked: string) => {
    if (asked === path) throw busyFailure(path, "busy", new TransientChange(null));
  };
  const watch = (node: Directory): Directory => {
    const at = (raw: string) => (node.location === "." ? raw : `${node.location}/${raw}`);
    const changes: Partial<Directory> = {
      readChild: (raw, ...rest) => {
        refuse(at(raw));
        return node.readChild(raw, ...rest);
      },
      *openChild(raw) {
        return watch(yield* node.openChild(raw));
      },
    };
    return changed(node, changes);
  };
  return changeFolder(folder, {
    *resolve(asked, watcher) {
      refuse(asked.relative);
      const node: Node = yield* folder.resolve(asked, watcher);
      return node.kind === "directory" ? watch(node) : node;
    },
  });
}

describe.skipIf(process.platform !== "linux")("what cannot be looked at for the moment", () => {
  test.each([".gitignore", "d/.gitignore", ".git/HEAD"])("is no reason to leave out the rules: %s", async (path) => {
    const root = makeTree(["file .git/HEAD ref: refs/heads/a", "file .gitignore x", "file d/.gitignore y"]);
    await letSettle();
    using workspace = openWorkspace(root);
    const service = new FileDiscoveryService(root);
    const error = await errorOf(() => service.openWalk(promiseFolder(withBusy(workspace.inner, path)), ["d"]));
    expect([error.path, error.retriable]).toEqual([path, true]);
  });

  test("is not taken for something that is not there", async () => {
    const root = makeTree(["file d/f x"]);
    await letSettle();
    using workspace = openWorkspace(root);
    using kinds = new Kinds(withBusy(workspace.inner, "d"));
    expect((await errorOf(() => toEnd(kinds.get(["d", "f"])))).retriable).toBe(true);
  });

  test.each(STRATEGIES)("is told by an explanation, which leaves nothing open: %s", async (strategy) => {
    class Busy extends FileDiscoveryService {
      override async explainPath(): Promise<never> {
        throw busyFailure("f", "busy");
      }
    }
    const root = makeTree(["file f x"]);
    const toolkit = createAgentToolkit({ workspaceRoot: root, strategy, discovery: new Busy(root) });
    // The ignore rules that list_files respects open the folder above, which is kept as long as the workspace.
    await toolkit.listFiles(".");
    const before = countDescriptors();
    const { problems, tools } = await toolkit.explain("f");
    expect(problems).toEqual(['ignore rules cannot be read: "f": busy']);
    expect(tools.read_file?.word).toBe("readable");
    expect(countDescriptors()).toBe(before);
    toolkit.close();
  });

  /** One process for both strategies, which prints a line for each. */
  function askWithoutDescriptors() {
    const root = makeTree(["dir .git", "file .gitignore f\n", "file f x"]);
    const program = `
      const build = ${JSON.stringify(new URL("../../build/", import.meta.url).href)};
      const { FileDiscoveryService } = await import(build + "view/discovery_service.js");
      const { canonicalNameOf } = await import(build + "tools/ls/find_workspace.js");
      const { closeSync, openSync } = await import("node:fs");
      const root = ${JSON.stringify(root)};
      const tell = (ask) => { try { return ask(); } catch (error) { return "retriable " + error.retriable; } };
      for (const strategy of ${JSON.stringify(STRATEGIES)}) {
        const service = new FileDiscoveryService(root, { strategy });
        const askAll = () => [tell(() => service.shouldIgnoreFile("f")), tell(() => canonicalNameOf(root) !== null)];
        const held = [];
        try { for (;;) held.push(openSync("/dev/null")); } catch {}
        const without = askAll();
        for (const fd of held) closeSync(fd);
        console.log(JSON.stringify([...without, ...askAll()]));
      }`;
    const limited = 'ulimit -n 256 && exec "$0" "$@"';
    const args = ["-c", limited, process.execPath, "--input-type=module", "-e", program];
    return spawnSync("sh", args, { encoding: "utf8" });
  }
  let asked: ReturnType<typeof askWithoutDescriptors> | undefined;

  test.each(STRATEGIES)("for want of descriptors, is not taken for what no rule hides: %s", (strategy) => {
    asked ??= askWithoutDescriptors();
    const lines = asked.stdout.split("\n");
    expect([lines[STRATEGIES.indexOf(strategy)], asked.stderr]).toEqual([
      '["retriable true","retriable true",true,true]',
      "",
    ]);
  });
});
