import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lookAt, traceLinks } from "../../src/workspace/links.ts";
import { clockMs, Pace } from "../../src/workspace/pace.ts";
import { addEntries, makeTree } from "../support/tree.ts";
import { codeOf, errorOf, readText, STRATEGIES, withWorkspace } from "../support/workspaces.ts";

const ROOT = { base: "/ws", names: ["/ws", "/alias"], separator: "/" };

/** A disk that exists in the test only: links by their paths, everything else is a directory. Counts the looks. */
function makeLook(links: Readonly<Record<string, string>>) {
  const seen: string[] = [];
  const look: typeof lookAt = (rawPath) => {
    seen.push(rawPath);
    const target = links[rawPath];
    return target === undefined ? "no link" : { target };
  };
  return { look, seen };
}

test("a link that something else replaces before it is read is no link", () => {
  const root = makeTree(["file f x", "symlink l f"]);
  const asLink = () => ({ isSymbolicLink: () => true });
  expect([lookAt(join(root, "f"), asLink), lookAt(join(root, "l"), asLink)]).toEqual(["no link", { target: "f" }]);
  expect(lookAt(join(root, "none"), asLink)).toMatchObject({ fault: { code: "ENOENT" } });
});

describe("the work of following links", () => {
  test("is bounded for links that multiply, and for links that go deep", () => {
    const chain = (name: string, fill: string) =>
      Object.fromEntries(Array.from({ length: 39 }, (_, i) => [`/ws/${name}${i}`, `${fill}${name}${i + 1}`]));
    const wide = makeLook(chain("w", "a/../".repeat(800)));
    const deep = makeLook(chain("d", `${"a/".repeat(1000)}${"../".repeat(1000)}`));
    const ends = [traceLinks(ROOT, "w0", new Pace(), wide.look), traceLinks(ROOT, "d0", new Pace(), deep.look)];
    expect(ends.map(({ end }) => end)).toEqual(["missing", "missing"]);
    expect(wide.seen.length).toBeLessThan(5000);
    expect(deep.seen.reduce((names, path) => names + path.split("/").length, 0)).toBeLessThan(120_000);
  });

  test("never refuses names for being many where there are no links", () => {
    const { look, seen } = makeLook({});
    expect(traceLinks(ROOT, "a/".repeat(2047), new Pace(), look)).toEqual({ links: [], end: "inside" });
    expect(seen.length).toBe(2047);
  });

  test("leaves room for forty links into usual depths", () => {
    const links = Array.from({ length: 39 }, (_, i) => [`/ws/l${i}`, `${"a/".repeat(30)}${"../".repeat(30)}l${i + 1}`]);
    const { look } = makeLook(Object.fromEntries(links));
    expect(traceLinks(ROOT, "l0", new Pace(), look).end).toBe("inside");
  });

  test("stops at a deadline and for a signal", async () => {
    const { look, seen } = makeLook({});
    const late = new Pace({ deadlineMs: clockMs() - 1 });
    expect(await codeOf(() => traceLinks(ROOT, "a/".repeat(2047), late, look))).toBe("TIMEOUT");
    const aborted = new Pace({ signal: AbortSignal.abort() });
    expect(await codeOf(() => traceLinks(ROOT, "a/".repeat(2047), aborted, look))).toBe("CANCELLED");
    expect(seen.length).toBeLessThan(200);
  });
});

test("an absolute link starts at the root again, by each of the root's names", () => {
  const { look, seen } = makeLook({ "/ws/d/one": "/ws/e/two", "/ws/e/two": "/alias/f" });
  expect(traceLinks(ROOT, "d/one", new Pace(), look)).toEqual({ links: ["d/one", "e/two"], end: "inside" });
  expect(seen).toEqual(["/ws/d", "/ws/d/one", "/ws/e", "/ws/e/two", "/ws/f"]);
});

test("only a link itself may come back above the root: what is asked for is no guess at the folders' names", () => {
  const { look } = makeLook({ "/ws/up": "..", "/ws/home": "../ws" });
  const ends = ["up/ws", "up/ws/f", "home", "home/f", "home/home/f"].map(
    (path) => traceLinks(ROOT, path, new Pace(), look).end,
  );
  expect(ends).toEqual(["outside", "outside", "inside", "inside", "inside"]);
});

test("nothing lies above the top of the disk", () => {
  const { look } = makeLook({ "/a/over": "../../../b" });
  const top = { base: "", names: ["/"], separator: "/" };
  expect(traceLinks(top, "a/over", new Pace(), look)).toEqual({ links: ["a/over"], end: "inside" });
});

describe.each(STRATEGIES)("EX-12 links that leave and come back, kept by %s,", (strategy) => {
  test("are refused in the same words whether or not what they pass through exists", async () => {
    const root = makeTree(["file README.md hello", "symlink there ../exists/../ws/README.md"]);
    addEntries(root, ["symlink gone ../missing/../ws/README.md", "symlink up ../.."]);
    symlinkSync("/proc/self/root/proc/self/cwd", join(root, "magic"));
    mkdirSync(join(root, "../exists"));
    await withWorkspace(root, strategy, async (workspace) => {
      for (const path of ["there", "gone", "up", "magic/ws"]) {
        const error = await errorOf(() => workspace.resolve(path, new Pace()));
        expect([path, error.code]).toEqual([path, "SANDBOX_VIOLATION"]);
      }
      const words = async (path: string) =>
        (await errorOf(() => workspace.resolve(path, new Pace()))).message.replace(path, "");
      expect(await words("there")).toBe(await words("gone"));
    });
  });

  test("are fine if they come straight back by the root's own folders", async () => {
    const root = makeTree(["file README.md hello", "symlink home ../ws/README.md", "symlink root ../ws", "dir d"]);
    const folder = root.split("/").at(-2) ?? "";
    symlinkSync(`../.././../${folder}/./ws/d/../README.md`, join(root, "d/far"));
    await withWorkspace(root, strategy, async (workspace) => {
      for (const path of ["home", "root/README.md", "root/d/far"]) expect(readText(workspace, path)).toBe("hello");
      symlinkSync(`../../${folder}/other`, join(root, "beside"));
      symlinkSync(`${"../".repeat(60)}README.md`, join(root, "above"));
      for (const path of ["beside", "above"])
        expect([path, await codeOf(() => workspace.resolve(path, new Pace()))]).toEqual([path, "SANDBOX_VIOLATION"]);
    });
  });

  test("are fine if they only name the root, by its real name or the one it was opened by", async () => {
    const root = makeTree(["file real/f x", "symlink alias real"]);
    symlinkSync(join(root, "real/f"), join(root, "real/canonical"));
    symlinkSync(join(root, "alias/f"), join(root, "real/aliased"));
    symlinkSync(join(root, "alias"), join(root, "real/self"));
    withWorkspace(join(root, "alias"), strategy, (workspace) => {
      for (const path of ["canonical", "aliased", "self/self/f"]) expect(readText(workspace, path)).toBe("x");
    });
  });

  test("made to be long are refused before the system follows them for seconds", async () => {
    const deep = "n/".repeat(400);
    const root = makeTree([]);
    mkdirSync(join(root, deep), { recursive: true });
    for (let i = 0; i < 39; i++) symlinkSync(`${deep}${"../".repeat(400)}l${i + 1}`, join(root, `l${i}`));
    writeFileSync(join(root, "l39"), "x");
    await withWorkspace(root, strategy, async (workspace) => {
      expect(await codeOf(() => workspace.resolve("l0", new Pace()))).toBe("NOT_FOUND");
    });
  });
});

test.skipIf(!STRATEGIES.includes("handles"))(
  "EX-12 a root that was renamed is not known by its old name any more",
  async () => {
    const root = makeTree(["file f x"]);
    await withWorkspace(root, "handles", async (workspace) => {
      symlinkSync(join(root, "none"), join(root, "to-old"));
      expect(await codeOf(() => workspace.resolve("to-old", new Pace()))).toBe("NOT_FOUND");
      renameSync(root, `${root}-moved`);
      expect(await codeOf(() => workspace.resolve("to-old", new Pace()))).toBe("SANDBOX_VIOLATION");
      expect(workspace.trace("to-old")).toEqual({ links: ["to-old"], end: "outside" });
      symlinkSync(`${root}-moved/f`, join(`${root}-moved`, "to-new"));
      expect(readText(workspace, "to-new")).toBe("x");
    });
  },
);
