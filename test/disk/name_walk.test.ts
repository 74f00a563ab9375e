import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CallClock, clockMs } from "../../src/disk/call_clock.ts";
import type { LinkRoot } from "../../src/disk/link_target.ts";
import { LinkText, NameWalk, type WalkGround } from "../../src/disk/name_walk.ts";
import { toEnd } from "../../src/disk/steps.ts";
import { HANDLES, testWhere } from "../support/only_where.ts";
import { addEntries, makeTree } from "../support/tree.ts";
import { at, codeOf, countDescriptors, errorOf, readText, STRATEGIES, withWorkspace } from "../support/workspaces.ts";

const ROOT: LinkRoot = { names: ["/ws", "/alias"], platform: "posix" };

/** A disk that exists in the test only: links by their paths, everything else is a directory. Counts what it is asked. */
class FakeGround implements WalkGround<string> {
  readonly seen: string[] = [];
  readonly #links: Readonly<Record<string, string>>;
  readonly #shortNamesIn: string | null;
  #here: string[] = [];

  /** `shortNamesIn`: a folder on a disk that makes short names. */
  constructor(links: Readonly<Record<string, string>>, shortNamesIn: string | null = null) {
    this.#links = links;
    this.#shortNamesIn = shortNamesIn;
  }

  enter(raw: string): LinkText | null {
    const link = this.#look(raw);
    if (link === null) this.#here.push(raw);
    return link;
  }

  open(raw: string, names: readonly string[]): string | LinkText {
    return this.#look(raw) ?? names.join("/");
  }

  openHere(names: readonly string[]): string {
    return names.join("/") || ".";
  }

  moveTo(names: readonly string[]): void {
    this.#here = [];
    for (const name of names) {
      this.seen.push([...this.#here, name].join("/"));
      this.#here.push(name);
    }
  }

  makesShortNames(): boolean {
    return this.#here.join("/") === this.#shortNamesIn;
  }

  leave(): void {
    this.#here = [];
  }

  #look(raw: string): LinkText | null {
    const path = [...this.#here, raw].join("/");
    this.seen.push(path);
    const target = this.#links[path];
    return target === undefined ? null : new LinkText(target);
  }
}

function walk(ground: FakeGround, path: string, { root = ROOT, clock = new CallClock() } = {}) {
  const links: string[] = [];
  const onLink = (location: string) => links.push(location);
  try {
    return { links, end: toEnd(new NameWalk(ground, root, { rawPath: path, asked: path, onLink }).run(), clock) };
  } catch (error) {
    const { kind, code } = error as { kind?: string; code?: string };
    return { links, end: kind === undefined ? code : kind };
  }
}

describe("the work of following links", () => {
  test("is bounded for links that multiply, and for links that go deep", () => {
    const chain = (name: string, fill: string) =>
      Object.fromEntries(Array.from({ length: 39 }, (_, i) => [`${name}${i}`, `${fill}${name}${i + 1}`]));
    const wide = new FakeGround(chain("w", "a/../".repeat(800)));
    const deep = new FakeGround(chain("d", `${"a/".repeat(1000)}${"../".repeat(1000)}`));
    expect([walk(wide, "w0").end, walk(deep, "d0").end]).toEqual(["ELOOP", "ELOOP"]);
    expect(wide.seen.length).toBeLessThan(5000);
    expect(deep.seen.reduce((names, path) => names + path.split("/").length, 0)).toBeLessThan(120_000);
  });

  test("is bounded for links that go up again and again from a depth, where each time the way down is gone anew", () => {
    const up = new FakeGround({ [`${"a/".repeat(300)}l`]: "b/../".repeat(800) });
    expect(walk(up, `${"a/".repeat(300)}l/x`).end).toBe("ELOOP");
    expect(up.seen.length).toBeLessThan(6000);
  });

  test("never refuses names for being many where there are no links", () => {
    const ground = new FakeGround({});
    expect(walk(ground, "a/".repeat(2047).slice(0, -1)).links).toEqual([]);
    expect(ground.seen.length).toBe(2047);
  });

  test("leaves room for forty links into usual depths", () => {
    const links = Array.from({ length: 39 }, (_, i) => [`l${i}`, `${"a/".repeat(30)}${"../".repeat(30)}l${i + 1}`]);
    expect(walk(new FakeGround(Object.fromEntries(links)), "l0").end).toBe("l39");
  });

  test("stops at a deadline and for a signal", () => {
    const ground = new FakeGround({});
    const long = "a/".repeat(2047);
    expect(walk(ground, long, { clock: new CallClock({ deadlineMs: clockMs() - 1 }) }).end).toBe("Timeout");
    expect(walk(ground, long, { clock: new CallClock({ signal: AbortSignal.abort() }) }).end).toBe("Cancelled");
    expect(ground.seen.length).toBeLessThan(200);
  });
});

test("an absolute link starts at the root again, by each of the root's names", () => {
  const ground = new FakeGround({ "d/one": "/ws/e/two", "e/two": "/alias/f" });
  expect(walk(ground, "d/one")).toEqual({ links: ["d/one", "e/two"], end: "f" });
  expect(ground.seen).toEqual(["d", "d/one", "e", "e/two", "f"]);
});

test("what lies above the root is outside by the text alone: nothing more is looked at, also if the text comes back [promise outside]", () => {
  const links = {
    up: "..",
    home: "../ws",
    "d/far": "../../ws/f",
    other: "/elsewhere",
    near: "/ws-evil/f",
    magic: "/proc/self/cwd",
  };
  for (const path of ["up", "up/ws/f", "home/f", "d/far", "other/x", "near", "magic"]) {
    const ground = new FakeGround(links);
    expect([path, walk(ground, path).end]).toEqual([path, "SandboxViolation"]);
    expect(ground.seen.at(-1)).toBe(
      path
        .split("/")
        .slice(0, path.startsWith("d/") ? 2 : 1)
        .join("/"),
    );
  }
});

test("`..` in a link goes back to where the names led, not to where the disk says", () => {
  const ground = new FakeGround({ "a/l": "../b/../c/f", "a/d": "x/y", "a/x/y": "../../z" });
  expect(walk(ground, "a/l").end).toBe("c/f");
  expect(walk(ground, "a/d/..").end).toBe(".");
  expect(walk(ground, "a/d/../q").end).toBe("q");
});

test("nothing lies above the top of the disk", () => {
  const top: LinkRoot = { names: ["/"], platform: "posix" };
  expect(walk(new FakeGround({ "a/over": "../../../b" }), "a/over", { root: top })).toEqual({
    links: ["a/over"],
    end: "b",
  });
});

test("EX-13 what may be a short name is refused where the disk makes some, and is not looked at", () => {
  const links = { l: "fat/HIDDEN~1", m: "fat/plain" };
  for (const [path, end, seen] of [
    ["fat/HIDDEN~1/x", "BadArgs", ["fat"]],
    ["fat/x/HIDDEN~1", "fat/x/HIDDEN~1", ["fat", "fat/x", "fat/x/HIDDEN~1"]],
    ["HIDDEN~1", "HIDDEN~1", ["HIDDEN~1"]],
    ["l", "SandboxViolation", ["l", "fat"]],
    ["m", "fat/plain", ["m", "fat", "fat/plain"]],
  ] as const) {
    const ground = new FakeGround(links, "fat");
    expect([walk(ground, path).end, ground.seen]).toEqual([end, seen]);
  }
});

test("a guard is asked about each place behind a link before the disk is", () => {
  const ground = new FakeGround({ "d/l": "../secret/x", "secret/x": "../d/f" });
  const asked: string[] = [];
  const guard = (location: string) => {
    asked.push(location);
    if (location.startsWith("secret/")) throw new Error("refused");
  };
  const steps = new NameWalk(ground, ROOT, { rawPath: "d/l", asked: "d/l", guard }).run();
  expect(() => toEnd(steps, new CallClock())).toThrow("refused");
  expect(asked).toEqual(["d/l", "secret", "secret/x"]);
  expect(ground.seen).toEqual(["d", "d/l", "secret"]);
});

describe.each(STRATEGIES)("EX-12 links that leave and come back, kept by %s,", (strategy) => {
  test("are refused in the same words whether or not what they pass through exists", async () => {
    const root = makeTree(["file README.md hello", "symlink there ../exists/../ws/README.md"]);
    addEntries(root, ["symlink gone ../missing/../ws/README.md", "symlink up ../.."]);
    symlinkSync("/proc/self/root/proc/self/cwd", join(root, "magic"));
    mkdirSync(join(root, "../exists"));
    await withWorkspace(root, strategy, async (workspace) => {
      for (const path of ["there", "gone", "up", "magic/ws"]) {
        const error = await errorOf(() => workspace.resolve(at(path), new CallClock()));
        expect([path, error.code]).toEqual([path, "SANDBOX_VIOLATION"]);
      }
      const words = async (path: string) =>
        (await errorOf(() => workspace.resolve(at(path), new CallClock()))).message.replace(path, "");
      expect(await words("there")).toBe(await words("gone"));
    });
  });

  test("are refused also if they come straight back by the root's own folders: that would tell what these are called", async () => {
    const root = makeTree(["file README.md hello", "symlink home ../ws/README.md", "symlink root ../ws", "dir d"]);
    const folder = root.split("/").at(-2) ?? "";
    symlinkSync(`../.././../${folder}/./ws/d/../README.md`, join(root, "d/far"));
    symlinkSync(`${"../".repeat(60)}README.md`, join(root, "above"));
    await withWorkspace(root, strategy, async (workspace) => {
      for (const path of ["home", "root/README.md", "d/far", "above"])
        expect([path, await codeOf(() => workspace.resolve(at(path), new CallClock()))]).toEqual([
          path,
          "SANDBOX_VIOLATION",
        ]);
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
      expect(await codeOf(() => workspace.resolve(at("l0"), new CallClock()))).toBe("NOT_FOUND");
    });
  });
});

testWhere(
  HANDLES,
  "the other strategy refuses a root that was renamed",
  "EX-12 a root that was renamed keeps the names it was opened by, and they lead to it alone",
  async () => {
    const root = makeTree(["file f x"]);
    await withWorkspace(root, "handles", async (workspace) => {
      symlinkSync(join(root, "f"), join(root, "to-old"));
      symlinkSync(`${root}-moved/f`, join(root, "to-new"));
      renameSync(root, `${root}-moved`);
      addEntries(root, ["file f decoy"]);
      expect(readText(workspace, "to-old")).toBe("x");
      expect(await codeOf(() => workspace.resolve(at("to-new"), new CallClock()))).toBe("SANDBOX_VIOLATION");
    });
  },
);

describe.each(STRATEGIES)("a path kept by %s", (strategy) => {
  test("may have more names than the process may have descriptors", async () => {
    const root = makeTree([]);
    const deep = "n/".repeat(1000).slice(0, -1);
    mkdirSync(join(root, deep), { recursive: true });
    await withWorkspace(root, strategy, async (workspace) => {
      const before = countDescriptors();
      using node = await workspace.resolve(at(deep), new CallClock());
      expect([node.location, countDescriptors() - before]).toEqual([deep, 1]);
    });
  });

  test("that ends in a slash or a dot behind a link has to lead to a directory", async () => {
    const root = makeTree([
      "file f x",
      "symlink file-slash f/",
      "symlink file-dot f/.",
      "symlink dir-dot d/.",
      "dir d",
    ]);
    await withWorkspace(root, strategy, async (workspace) => {
      for (const path of ["file-slash", "file-dot"])
        expect([path, await codeOf(() => workspace.resolve(at(path), new CallClock()))]).toEqual([path, "NOT_FOUND"]);
      using node = await workspace.resolve(at("dir-dot"), new CallClock());
      expect([node.kind, node.location]).toEqual(["directory", "d"]);
    });
  });
});
