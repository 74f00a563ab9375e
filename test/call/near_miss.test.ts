// What an error says of a path that does not exist: the nearest folder, and one name if it is the only one that can have been meant. It
// tells nothing that a call may not see.

import { linkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createToolContext, type ToolContext } from "../../src/call/context.ts";
import { openPlace } from "../../src/call/place.ts";
import type { Policy } from "../../src/call/policy.ts";
import { CallClock } from "../../src/disk/call_clock.ts";
import type { ListRequest, SealedNode, Strategy } from "../../src/disk/types.ts";
import { cancelled, internalFailure, timedOut } from "../../src/errors/calls.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { porthole } from "../support/cli.ts";
import { LETTER_CASE, testWhere } from "../support/only_where.ts";
import { type Setup, setUp } from "../support/peek_tool.ts";
import { recordDirectory } from "../support/recorded_directory.ts";
import { makeTree } from "../support/tree.ts";
import { at, countDescriptors, errorOf, STRATEGIES, withChanges } from "../support/workspaces.ts";

const ABSENT = (path: string) => `${JSON.stringify(path)} does not exist`;
const NEAREST = (path: string, folder: string) => `${ABSENT(path)}; the nearest existing folder is "${folder}"`;
const MEANT = (path: string, folder: string, name: string) => `${NEAREST(path, folder)}; did you mean "${name}"?`;

/** The messages for each path. */
async function ask(setup: Setup, paths: readonly string[], change: (root: string) => void = () => {}) {
  const { peek, root } = setUp(setup);
  change(root);
  const messages: string[] = [];
  for (const path of paths) {
    const outcome = await peek(path);
    messages.push(outcome.status === "success" ? "found" : outcome.error.message);
  }
  return messages;
}

const PATH = "src/toolkt.ts";
const SOURCES = ["file src/toolkit.ts x", "file src/errors.ts x"];
const CALLS: [name: string, args: object][] = [
  ["tree", { path: PATH }],
  ["read_file", { path: PATH }],
  ["list_files", { path: PATH, pattern: "*" }],
  ["search_text", { path: PATH, pattern: "a" }],
  ["read_files", { paths: [PATH] }],
];

describe("a path that does not exist", () => {
  test.each(["forge", "gemini"] as const)("is answered with a hint by every tool: %s", async (dialect) => {
    const workspaceRoot = makeTree(SOURCES);
    using toolkit = createAgentToolkit({ workspaceRoot, dialect });
    const messageOf = async (name: string, args: object) => {
      const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: { ...args } });
      const { error, files } = is_error ? JSON.parse(content) : { error: undefined, ...JSON.parse(content) };
      return (error ?? files[0].error).message;
    };
    for (const [name, args] of CALLS)
      expect([name, await messageOf(name, args)]).toEqual([name, MEANT(PATH, "src", "src/toolkit.ts")]);
    // The words of the Gemini tool are those of the original.
    const list = await messageOf("list_directory", { path: join(workspaceRoot, PATH) });
    expect(list).toBe(dialect === "gemini" ? ABSENT(PATH) : MEANT(PATH, "src", "src/toolkit.ts"));
  });

  test("tells no name where the policy lets no tool list a folder", async () => {
    const messageWith = async (policy: Partial<Policy>) => {
      using toolkit = createAgentToolkit({ workspaceRoot: makeTree(SOURCES), policy });
      const outcome = await toolkit.readFile(PATH);
      return outcome.status === "success" ? "found" : outcome.error.message;
    };
    expect(await messageWith({ denylist: ["tree", "list_directory", "list_files"] })).toBe(NEAREST(PATH, "src"));
    expect(await messageWith({ mode: "deny", allowlist: ["read_file"] })).toBe(NEAREST(PATH, "src"));
    expect(await messageWith({ denylist: ["tree", "list_directory"] })).toBe(MEANT(PATH, "src", "src/toolkit.ts"));
  });

  test("is answered with the same words by explain and the command line", async () => {
    const workspaceRoot = makeTree(SOURCES);
    using toolkit = createAgentToolkit({ workspaceRoot });
    const message = MEANT(PATH, "src", "src/toolkit.ts");
    const { place, tools } = await toolkit.explain(PATH);
    expect(place).toBe("missing");
    for (const answer of Object.values(tools)) {
      const by_name = { word: "refused", reason: message, code: "NOT_FOUND" };
      expect(answer).toEqual({ word: "refused", reason: message, by_name } as never);
    }
    for (const args of [["tree"], ["ls"], ["read"], ["find", "*"], ["search", "a"]])
      expect(porthole(workspaceRoot, [...args, PATH]).stderr).toBe(`porthole: ${message}\n`);
    expect(porthole(workspaceRoot, ["explain", PATH]).stdout).toContain(`refused: ${message}\n`);
  });
});

const FOUND = "elsewhere a name in another case is not missing";

describe.each(STRATEGIES)("the hint in a workspace kept by %s", (strategy) => {
  const askHere = (setup: Setup, paths: readonly string[], change?: (root: string) => void) =>
    ask({ ...setup, strategy }, paths, change);

  test("names the nearest folder, however far away, as it was asked for", async () => {
    const deep = Array.from({ length: 1500 }, () => "d").join("/");
    const entries = ["file a/b/c/f x", "symlink link a/b", "symlink a/out ..", "symlink a/abs /nonexistent"];
    const paths = ["q", "q/r/s", "a/q", "a/b/c/q/r", "a/b/c/f/x", "link/q", "link/c/q", deep];
    const folders = [".", ".", "a", "a/b/c", "a/b/c", "link", "link/c", "."];
    const shortened = `"${"d/".repeat(60).slice(0, 119)}… does not exist; the nearest existing folder is "."`;
    const expected = paths.slice(0, -1).map((path, index) => NEAREST(path, folders[index] ?? ""));
    expect(await askHere({ entries }, paths)).toEqual([...expected, shortened]);
    expect(await askHere({ entries: [`file ${deep.slice(0, 400)}d/f x`] }, [`${deep.slice(0, 400)}d/g`])).toEqual([
      expect.stringMatching(/does not exist; the nearest existing folder is "(d\/){59}d…$/),
    ]);
  });

  testWhere(LETTER_CASE, FOUND, "suggests the entry that stands for the first missing name", async () => {
    const entries = ["file src/lib/main.ts x", "symlink link src/lib", "dir docs"];
    expect(await askHere({ entries }, ["src/lib/mian.ts", "srk/lib/main.ts", "link/Main.ts", "SRC", "dcos/x"])).toEqual(
      [
        MEANT("src/lib/mian.ts", "src/lib", "src/lib/main.ts"),
        MEANT("srk/lib/main.ts", ".", "src"),
        MEANT("link/Main.ts", "link", "link/main.ts"),
        MEANT("SRC", ".", "src"),
        MEANT("dcos/x", ".", "docs"),
      ],
    );
  });

  const PREFERS =
    "prefers letter case to one edit and one edit to two, and suggests nothing if several are equally near";
  testWhere(LETTER_CASE, FOUND, PREFERS, async () => {
    const names = ["README.md", "readme.mdx", "toolkit.ts", "toolkits.tsx", "main.ts", "Main.ts", "a.ts", "b.ts"];
    const paths = ["readme.md", "toolkits.ts", "MAIN.TS", "c.ts", "nothing"];
    const expected = [
      MEANT("readme.md", ".", "README.md"),
      NEAREST("toolkits.ts", "."),
      NEAREST("MAIN.TS", "."),
      NEAREST("c.ts", "."),
      NEAREST("nothing", "."),
    ];
    for (const order of [names, names.toReversed()])
      expect(await askHere({ entries: order.map((name) => `file ${name} x`) }, paths)).toEqual(expected);
    expect(await askHere({ entries: ["file abcdef x", "file abcdefgh x"] }, ["abcdeg"])).toEqual([
      MEANT("abcdeg", ".", "abcdef"),
    ]);
  });

  test("EX-13 never suggests what is denied, also behind a link", async () => {
    const entries = ["file server.pem x", "file secret/token.txt x", "file secret/open.txt x", "symlink pub secret"];
    const paths = ["server.pen", "secret/tokn.txt", "pub/tokn.txt", "pub/opn.txt", "secert"];
    expect(await askHere({ entries, deniedPatterns: ["secret/token.*"] }, paths)).toEqual([
      NEAREST("server.pen", "."),
      NEAREST("secret/tokn.txt", "secret"),
      NEAREST("pub/tokn.txt", "pub"),
      MEANT("pub/opn.txt", "pub", "pub/open.txt"),
      MEANT("secert", ".", "secret"),
    ]);
    expect(await askHere({ entries, deniedPatterns: ["pub/open.txt"] }, ["pub/opn.txt", "secret/opn.txt"])).toEqual([
      NEAREST("pub/opn.txt", "pub"),
      MEANT("secret/opn.txt", "secret", "secret/open.txt"),
    ]);
    // It counts for nothing: the other one is the only one.
    expect(await askHere({ entries: ["file debug.pem x", "file debug.pe x"] }, ["debug.per"])).toEqual([
      MEANT("debug.per", ".", "debug.pe"),
    ]);
  });

  test("never suggests what git ignores, though no tool here respects it", async () => {
    const entries = [
      "file .gitignore *.log\nout/\n",
      "file src/.gitignore local.*\n!keep.log\n",
      "file debug.log x",
      "file out/bundle.js x",
      "file src/local.ts x",
      "file src/keep.log x",
      "symlink link src",
      "file .git/HEAD ref: refs/heads/main",
      "dir .git/objects",
      "dir .git/refs",
    ];
    const paths = ["debg.log", "outt", "out/bunle.js", "src/locl.ts", "link/locl.ts", "src/kep.log", ".gti"];
    expect(await askHere({ entries }, paths)).toEqual([
      NEAREST("debg.log", "."),
      NEAREST("outt", "."),
      NEAREST("out/bunle.js", "out"),
      NEAREST("src/locl.ts", "src"),
      NEAREST("link/locl.ts", "link"),
      MEANT("src/kep.log", "src", "src/keep.log"),
      NEAREST(".gti", "."),
    ]);
  });

  test("never suggests what .geminiignore hides", async () => {
    const entries = ["file .geminiignore secretplan.txt\n", "file secretplan.txt x"];
    expect(await askHere({ entries }, ["secretplan.tx"])).toEqual([NEAREST("secretplan.tx", ".")]);
  });

  test("may suggest a hidden name", async () => {
    expect(await askHere({ entries: ["file .editorconfig x"] }, [".editorconfg"])).toEqual([
      MEANT(".editorconfg", ".", ".editorconfig"),
    ]);
  });

  test("EX-12 keeps to the allowed folders", async () => {
    const entries = [
      "file a/src/main.ts x",
      "file a/scr x",
      "file lib/util.ts x",
      "symlink a/src/util ../../lib/util.ts",
    ];
    const paths = ["a/src/mian.ts", "a/srcc", "a/src/utli", "lbi/util.ts"];
    const refused = (path: string) => `"${path}" is outside the allowed folders: "a/src"`;
    expect(await askHere({ entries, allowedRoots: ["a/src"] }, paths)).toEqual([
      MEANT("a/src/mian.ts", "a/src", "a/src/main.ts"),
      refused("a/srcc"),
      NEAREST("a/src/utli", "a/src"),
      refused("lbi/util.ts"),
    ]);
    const drop = (root: string) => rmSync(join(root, "a/src"), { recursive: true });
    expect(await askHere({ entries, allowedRoots: ["a/src"] }, ["a/src", "a/src/x"], drop)).toEqual([
      ABSENT("a/src"),
      ABSENT("a/src/x"),
    ]);
  });

  test("does not tell where a link that leads nowhere points, and does not suggest it", async () => {
    const entries = ["symlink gone target/none", "dir target", "symlink loop loop", "file targets/none x"];
    const paths = ["gone", "gone/x", "gonn", "loop/x", "lopp"];
    expect(await askHere({ entries }, paths)).toEqual(paths.map((path) => NEAREST(path, ".")));
  });

  test("suggests nothing for a name that is there", async () => {
    const entries = ["symlink gone none", "file gones x", "file file.ts x", "file file.tsx x"];
    expect(await askHere({ entries }, ["gone", "file.ts/x"])).toEqual([
      NEAREST("gone", "."),
      NEAREST("file.ts/x", "."),
    ]);
  });

  test("never suggests a name that is not UTF-8", async () => {
    const write = (root: string) => writeFileSync(Buffer.from(`${root}/caf\xe9.txt`, "latin1"), "");
    for (const path of ["cafe.txt", "caf\ufffd.txt", "caf\ufffd.tx"])
      expect(await askHere({ entries: [] }, [path], write)).toEqual([NEAREST(path, ".")]);
  });

  test("quotes names as every message does", async () => {
    const [long, evil] = [`${"x".repeat(150)}.ts`, "a\u001b[2J\nb"];
    const write = (root: string) => {
      for (const name of [long, evil]) writeFileSync(join(root, name), "");
    };
    const [forLong = "", forEvil = ""] = await askHere({ entries: [] }, [`y${long}`, "a\u001b[2Jb"], write);
    expect(forLong.endsWith(`; did you mean "${"x".repeat(119)}…?`)).toBe(true);
    expect(forEvil).toBe(
      '"a\\u001b[2Jb" does not exist; the nearest existing folder is "."; did you mean "a\\u001b[2J\\nb"?',
    );
  });

  test("suggests nothing in a folder of more than 10,000 names, and stops reading it there", async () => {
    const root = makeTree(["file many/wanted.ts x"]);
    // Links to a file are made faster than files.
    for (let index = 1; index < 10_000; index++) linkSync(`${root}/many/wanted.ts`, `${root}/many/${index}`);
    const { look, seen } = openCounting(root, strategy);
    expect((await errorOf(() => look("many/wantd.ts"))).message).toBe(MEANT("many/wantd.ts", "many", "many/wanted.ts"));
    expect(seen.splice(0)).toHaveLength(10_000);
    for (let index = 0; index < 100; index++) linkSync(`${root}/many/wanted.ts`, `${root}/many/more-${index}`);
    expect((await errorOf(() => look("many/wantd.ts"))).message).toBe(NEAREST("many/wantd.ts", "many"));
    expect(seen).toHaveLength(10_001);
  });

  test("costs nothing if the path exists, and leaves nothing open if it does not", async () => {
    const { look, seen, resolved } = openCounting(makeTree(SOURCES), strategy);
    (await look("src/toolkit.ts")).close();
    expect([resolved, seen]).toEqual([["src/toolkit.ts"], []]);
    // The first look for ignore rules opens the folder above, for as long as the workspace is open.
    await errorOf(() => look(PATH));
    const before = countDescriptors();
    for (const path of [PATH, "a/b/c", "src/toolkit.ts/x"]) await errorOf(() => look(path));
    expect(countDescriptors()).toBe(before);
  });

  test("never becomes another error, unless the call has to end", async () => {
    const failing = (fail: (path: string, place: "resolve" | "list") => Error | null) => {
      const { look } = openCounting(makeTree(SOURCES), strategy, fail);
      return errorOf(() => look(PATH));
    };
    const broken = internalFailure("src", "broken");
    const [none, inResolve, inList] = await Promise.all([
      failing(() => null),
      failing((path, place) => (place === "resolve" && path !== PATH ? broken : null)),
      failing((_path, place) => (place === "list" ? broken : null)),
    ]);
    expect([none.message, inResolve.message, inList.message]).toEqual([
      MEANT(PATH, "src", "src/toolkit.ts"),
      ABSENT(PATH),
      NEAREST(PATH, "src"),
    ]);
    expect(new Set([none, inResolve, inList].map(({ code }) => code))).toEqual(new Set(["NOT_FOUND"]));
    for (const end of [cancelled(), timedOut()]) {
      expect(await failing((path, place) => (place === "resolve" && path !== PATH ? end : null))).toBe(end);
      expect(await failing((_path, place) => (place === "list" ? end : null))).toBe(end);
    }
  });
});

/** Opens paths as a call does, and writes down what it resolves, and each name that it is shown in a folder. */
function openCounting(
  workspaceRoot: string,
  strategy: Strategy,
  fail: (path: string, place: "resolve" | "list") => Error | null = () => null,
) {
  const [seen, resolved]: [string[], string[]] = [[], []];
  const throwIf = (error: Error | null) => {
    if (error !== null) throw error;
  };
  const counting = (node: SealedNode): SealedNode =>
    node.kind !== "directory"
      ? node
      : recordDirectory(node, [], (request, location): ListRequest => {
          throwIf(fail(location, "list"));
          const { accept = () => true } = request;
          return { ...request, accept: (entry) => seen.push(entry.name) > 0 && accept(entry) };
        });
  const context = createToolContext({ workspaceRoot, strategy });
  const workspace = withChanges(context.workspace, {
    resolve: async (path, clock, watcher) => {
      resolved.push(path.relative);
      throwIf(fail(path.relative, "resolve"));
      return counting(await context.workspace.resolve(path, clock, watcher));
    },
  });
  const changed: ToolContext = { ...context, workspace };
  const look = async (path: string) => {
    const clock = new CallClock();
    return openPlace(changed, {}, at(path), { denied: await context.loadDenied(clock), clock });
  };
  return { look, seen, resolved };
}
