// list_directory as a caller meets it: the answer and its fields, paths, what the policy and the sandbox refuse.
// Leaves arguments to arguments.test.ts, order and limits to usecase.test.ts, what cannot be read to faults.test.ts.

import { mkdirSync, realpathSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { Approve } from "../../../../src/call/approval.ts";
import { fitAnswer } from "../../../../src/call/fit.ts";
import { SandboxPath } from "../../../../src/disk/sandbox_path.ts";
import { outsideWorkspace } from "../../../../src/errors/paths.ts";
import { sanitize } from "../../../../src/input/sanitize.ts";
import { foundEntries } from "../../../../src/tools/edit/list_directory/fit.ts";
import { makeTree } from "../../../support/tree.ts";
import { STRATEGIES } from "../../../support/workspaces.ts";
import { linesOf, refusalOf, seeList } from "./calls.ts";

const SECONDS = 1_700_000_000;
const MILLISECONDS = SECONDS * 1000;

/** A workspace whose entries were all last changed at the same time. */
function makeDated(...lines: string[]): string {
  const root = makeTree(lines);
  for (const line of lines) {
    const [verb, name = ""] = line.split(" ");
    if (verb !== "symlink") utimesSync(join(root, name), SECONDS, SECONDS);
  }
  return root;
}

describe.each(STRATEGIES)("list_directory in a workspace kept by %s", (strategy) => {
  const at = (...lines: string[]) => ({ workspaceRoot: makeTree(lines), strategy });

  test("T-LD-01 lists the children of a directory, sorted, with everything there is to say of them", async () => {
    const here = {
      workspaceRoot: makeDated("file b.txt hello", "dir c", "file c/below x", "dir a", "fifo d"),
      strategy,
    };
    utimesSync(join(here.workspaceRoot, "c"), SECONDS, SECONDS + 0.5);
    const child = (name: string) => ({ name, path: name, depth: 1 });
    const fine = { is_hidden: false, error_code: null, error: null };
    expect(await seeList(here, ".")).toEqual({
      path: ".",
      entries: [
        { ...child("a"), type: "dir", size_bytes: null, modified_epoch_ms: MILLISECONDS, ...fine },
        { ...child("b.txt"), type: "file", size_bytes: 5, modified_epoch_ms: MILLISECONDS, ...fine },
        { ...child("c"), type: "dir", size_bytes: null, modified_epoch_ms: MILLISECONDS + 500, ...fine },
      ],
      returned: 3,
      max_entries: 200,
      truncated: false,
      truncated_reason: null,
    });
    expect((await seeList(here, ".", { include_other: true })).entries.at(-1)).toEqual({
      ...{ ...child("d"), type: "other", size_bytes: null, modified_epoch_ms: MILLISECONDS, ...fine },
    });
  });

  test("FR-LD-OUT-02a writes the fields in the specified order, without white space, with every null", async () => {
    const here = { workspaceRoot: makeDated("file src/a.ts x", "file src/.b é"), strategy };
    const output = await seeList(here, "./src/", { include_hidden: true, max_entries: 9 });
    const text =
      '{"path":"src","entries":[' +
      `{"name":".b","path":".b","depth":1,"type":"file","size_bytes":2,"modified_epoch_ms":${MILLISECONDS},` +
      '"is_hidden":true,"error_code":null,"error":null},' +
      `{"name":"a.ts","path":"a.ts","depth":1,"type":"file","size_bytes":1,"modified_epoch_ms":${MILLISECONDS},` +
      '"is_hidden":false,"error_code":null,"error":null}],' +
      '"returned":2,"max_entries":9,"truncated":false,"truncated_reason":null}';
    expect(JSON.stringify(output)).toBe(text);
    expect(fitAnswer(foundEntries(output), text.length).text).toBe(text);
  });

  test("says of a symlink what it is, not what it leads to", async () => {
    const here = at("file big 0123456789", "dir d", "symlink to_file big", "symlink to_dir d", "symlink gone none");
    utimesSync(join(here.workspaceRoot, "big"), SECONDS, SECONDS);
    const seen = await seeList(here, ".", { include_files: false, include_dirs: false });
    expect(seen.entries.map(({ name, type, size_bytes }) => [name, type, size_bytes])).toEqual([
      ["gone", "symlink", null],
      ["to_dir", "symlink", null],
      ["to_file", "symlink", null],
    ]);
    for (const { modified_epoch_ms } of seen.entries) expect(modified_epoch_ms).toBeGreaterThan(MILLISECONDS);
  });

  test("FR-LD-VAL-08, FR-LD-ERR-03, T-LD-02: a path that is no directory is told to be none", async () => {
    const here = at("file a/f x", "fifo pipe", "symlink to_file a/f");
    for (const path of ["a/f", "pipe", "to_file", " a/f "]) {
      expect(await refusalOf(here, path)).toEqual({
        status: "failure",
        kind: "ExecutionFailed",
        code: "NOT_DIRECTORY",
        message: `path is not a directory: "${path.trim()}"`,
        path: path.trim(),
      });
    }
  });

  test("FR-LD-VAL-08, FR-LD-ERR-03: a path that does not exist is told not to", async () => {
    const here = at("file f x", "symlink dangling none", "symlink loop loop");
    for (const path of ["none", "f/x", "dangling", "loop"]) {
      expect(await refusalOf(here, path)).toEqual({
        status: "failure",
        kind: "ExecutionFailed",
        code: "NOT_FOUND",
        message: `"${path}" does not exist; the nearest existing folder is "."`,
        path,
      });
    }
  });

  test("FR-LD-VAL-10, NFR-LD-PORT-01: the answer repeats the path, and names the entries from there", async () => {
    const here = at("file src/app/main.ts x", "symlink alias src");
    const root = realpathSync(here.workspaceRoot);
    const ways = [
      [" ./src//./ ", "src"],
      ["src/../src/.", "src/../src"],
      ["none/../src/", "none/../src"],
      ["alias", "alias"],
      [join(root, "src/"), join(root, "src")],
    ];
    for (const [path = "", shown] of ways) {
      const seen = await seeList(here, path, { recursive: true });
      expect([seen.path, seen.entries.map((entry) => entry.path)]).toEqual([shown, ["app", "app/main.ts"]]);
    }
  });

  test.skipIf(process.platform === "win32")(
    "FR-LD-VAL-10 a backslash is part of a name where it is, and a slash in the repeated path",
    async () => {
      const here = at();
      mkdirSync(join(here.workspaceRoot, "a\\b"));
      writeFileSync(join(here.workspaceRoot, "a\\b", "c\\d"), "");
      const seen = await seeList(here, "a\\b");
      expect([seen.path, seen.entries.map((entry) => entry.path)]).toEqual(["a/b", ["c\\d"]]);
    },
  );
});

describe("the gate before list_directory", () => {
  const here = () => ({ workspaceRoot: makeTree(["file f x"]) });

  test("FR-LD-DEF-05 the policy is asked first: off, denylist, deny mode with and without the allowlist", async () => {
    const denied = { status: "denied", kind: "PolicyDenied", code: "POLICY_DENIED" };
    for (const policy of [{ enabled: false }, { denylist: ["list_directory"] }]) {
      for (const path of [".", "..", "none", ""]) {
        expect(await refusalOf({ ...here(), policy }, path)).toMatchObject(denied);
      }
    }
    const deny = { mode: "deny", allowlist: [] } as const;
    expect(await refusalOf({ ...here(), policy: deny }, ".")).toMatchObject(denied);
    expect(await refusalOf({ ...here(), policy: deny }, "..")).toMatchObject({ code: "SANDBOX_VIOLATION" });
    expect(await linesOf({ ...here(), policy: { ...deny, allowlist: ["list_directory"] } }, ".")).toEqual(["f"]);
  });

  test("FR-LD-DEF-05, FR-LD-DEF-04: in prompt mode nobody is asked about a tool that only reads", async () => {
    const approve = vi.fn<Approve>(() => "none");
    expect(await linesOf({ ...here(), policy: { mode: "prompt" }, approve }, ".")).toEqual(["f"]);
    expect(approve).not.toHaveBeenCalled();
  });

  test("FR-LD-VAL-07, NFR-LD-SEC-01: nothing is reached but through SandboxPath.resolveInWorkspace", async () => {
    const door = vi.spyOn(SandboxPath, "resolveInWorkspace").mockImplementation(() => {
      throw outsideWorkspace();
    });
    try {
      expect(await refusalOf(here(), ".")).toMatchObject({ code: "SANDBOX_VIOLATION" });
      expect(door.mock.calls.map(([path]) => path)).toEqual(["."]);
    } finally {
      door.mockRestore();
    }
    expect(await linesOf(here(), ".")).toEqual(["f"]);
  });

  test("FR-LD-VAL-07 the path that the sandbox checks is the trimmed one", async () => {
    const door = vi.spyOn(SandboxPath, "resolveInWorkspace");
    try {
      await linesOf(here(), " . ");
      expect(door.mock.calls.map(([path]) => path)).toEqual(["."]);
    } finally {
      door.mockRestore();
    }
  });
});

test("NFR-LD-SEC-02 a name can do nothing to a terminal once the text is sanitised", async () => {
  const workspaceRoot = makeTree([]);
  // JSON escapes the first of these by itself, and none of the others.
  for (const name of ["\u001b[2J", "c1\u009b2J", "bidi\u202egpj.exe", "line\u2028end"]) {
    writeFileSync(join(workspaceRoot, name), "");
  }
  const output = await seeList({ workspaceRoot }, ".");
  const text = fitAnswer(foundEntries(output), 65_536).text;
  expect(JSON.parse(text)).toEqual(output);
  expect(text).toContain("\u009b");
  expect(sanitize(text)).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
  expect(sanitize(text)).toContain('"name":"bidi\\u202egpj.exe"');
});
