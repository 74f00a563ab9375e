// Where paths are all there is, the folders above the root belong to every proof: a rename there exchanges the root without a sign of it
// below. Shared folders for temporary files do not, since others write to them all the time.

import { chmodSync, constants, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import { describe, expect, test } from "vitest";
import { CallClock } from "../../src/disk/call_clock.ts";
import { openWorkspace } from "../../src/disk/open.ts";
import { PortableRoot } from "../../src/disk/verify/root.ts";
import { makeTempFolder } from "../support/tree.ts";
import { at } from "../support/workspaces.ts";

/** The root lies in a folder in a shared one, with the sticky bit, in a folder. */
function layOut() {
  const base = realpathSync(makeTempFolder());
  const [shared, own, root] = [join(base, "shared"), join(base, "shared/own"), join(base, "shared/own/ws")];
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "f"), "x");
  chmodSync(shared, 0o1777);
  return { base, shared, own, root };
}

describe("the proof of a root", () => {
  const provedFor = (root: string, role: "workspace" | "above") => {
    const held = new PortableRoot(root, constants.O_RDONLY, role);
    held.close();
    return held.proved;
  };

  test("has the folders above it, from the top down, and no shared one [promise replaced]", () => {
    const { base, own, shared, root } = layOut();
    const proved = provedFor(root, "workspace");
    expect([proved[0], proved.slice(-3)]).toEqual([parse(root).root, [base, own, root]]);
    expect(proved).not.toContain(shared);
    chmodSync(shared, 0o777);
    expect(provedFor(root, "workspace").slice(-4)).toEqual([base, shared, own, root]);
  });

  test("has nothing where only ignore rules are looked for", () => {
    expect(provedFor(layOut().root, "above")).toEqual([]);
  });
});

describe("a walk by paths", () => {
  /** How often a path is walked if something is written to `disturbed` during the first walk. */
  async function countWalks(root: string, disturbed: string): Promise<number> {
    using workspace = openWorkspace(root, { strategy: "verify" });
    // What was just made is waited for.
    (await workspace.resolve(at("f"), new CallClock())).close();
    let walks = 0;
    const guard = () => {
      if (++walks === 1) writeFileSync(join(disturbed, "new"), "");
    };
    const node = await workspace.resolve(at("f"), new CallClock(), { guard });
    node.close();
    return walks;
  }

  test.each(["root", "own", "base"] as const)(
    "is made again if a name changed meanwhile: in %s [promise replaced]",
    async (which) => {
      const places = layOut();
      expect(await countWalks(places.root, places[which])).toBe(2);
    },
  );

  test("is believed though others write to the shared folder above", async () => {
    const { root, shared } = layOut();
    expect(await countWalks(root, shared)).toBe(1);
  });
});
