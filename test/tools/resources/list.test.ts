import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toUri } from "../../../src/disk/porthole_uri.ts";
import { KNOWN_CLIENTS } from "../../../src/mcp/client_limits.ts";
import type { ResourcePage } from "../../../src/tools/resources/types.ts";
import { cannotRecordFs, recordFsCalls } from "../../support/fs_calls.ts";
import { anyWorkspace, growWorkspace } from "../../support/random_workspaces.ts";
import { times } from "../../support/scale.ts";
import { makeTree } from "../../support/tree.ts";
import { addRaw } from "../../support/tree_calls.ts";
import { failure, openResources } from "./toolkits.ts";

type Opened = ReturnType<typeof openResources>;

async function listAll(resources: Opened, max_output_bytes?: number): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const outcome = await resources.list(cursor, { max_output_bytes });
    if (outcome.status === "failure") throw new Error(outcome.error.message);
    const { resources: listed, nextCursor } = outcome.data;
    for (const { uri, name } of listed) expect(uri).toBe(toUri(name));
    expect(Buffer.byteLength(JSON.stringify(outcome.data))).toBeLessThanOrEqual(max_output_bytes ?? 65_536);
    names.push(...listed.map(({ name }) => name));
    cursor = nextCursor;
  } while (cursor !== undefined);
  return names;
}

async function findAll({ toolkit }: Opened): Promise<string[]> {
  const found = await toolkit.listFiles(".", { max_results: 1000 });
  return found.status === "success" ? found.data.paths : [];
}

describe("listing resources", () => {
  test("LK-06 the files that list_files finds by default, in its order", async () => {
    const lines = [
      "file b.txt x",
      "file a/z x",
      "file a.txt x",
      "file .env x",
      "file node_modules/x x",
      "dir empty",
      "symlink l b.txt",
    ];
    using resources = openResources(makeTree(lines));
    expect(await listAll(resources)).toEqual(["a/z", "a.txt", "b.txt"]);
    expect(await resources.list()).toEqual({
      status: "success",
      data: {
        resources: [
          { uri: "porthole:///a/z", name: "a/z", size: 1 },
          { uri: "porthole:///a.txt", name: "a.txt", mimeType: "text/plain", size: 1 },
          { uri: "porthole:///b.txt", name: "b.txt", mimeType: "text/plain", size: 1 },
        ],
      },
    });
  });

  test("each has the size of its file, and the type that the ending of its name says", async () => {
    const lines = [
      "file a.PNG 12345",
      "file b.tar.gz xyz",
      "file c.ts é",
      "file d x",
      "file e.unknown x",
      "file png x",
    ];
    using resources = openResources(makeTree([...lines, "file f.json"]));
    const outcome = await resources.list();
    if (outcome.status === "failure") throw new Error(outcome.error.message);
    expect(outcome.data.resources.map(({ name, mimeType, size }) => [name, mimeType, size])).toEqual([
      ["a.PNG", "image/png", 5],
      ["b.tar.gz", "application/octet-stream", 3],
      ["c.ts", "text/plain", 2],
      ["d", undefined, 1],
      ["e.unknown", undefined, 1],
      ["f.json", "text/plain", 0],
      ["png", undefined, 1],
    ]);
    for (const strategy of ["handles", "verify"] as const) {
      using other = openResources(makeTree(lines), { strategy });
      expect(await other.list()).toMatchObject({
        data: { resources: [{ size: 5 }, { size: 3 }, { size: 2 }, {}, {}, {}] },
      });
    }
  });

  test.each(["json", "text"] as const)("a page has less than 50 KB, whatever the owner allows: %s", async (format) => {
    const root = makeTree(["dir d"]);
    for (let index = 0; index < 300; index++) writeFileSync(join(root, "d", `${"日".repeat(60)}${index}.ts`), "x");
    using resources = openResources(root, { format, maxOutputBytes: 1_000_000 });
    const { data } = (await resources.list()) as { data: ResourcePage };
    const bytes = Buffer.byteLength(JSON.stringify(data));
    expect([bytes > 45_000, bytes < 50_000, data.nextCursor === undefined]).toEqual([true, true, false]);
    expect(await listAll(resources)).toEqual(await findAll(resources));
  });

  test.skipIf(cannotRecordFs)("only the files of the page are looked at, and each once", async () => {
    const root = makeTree(Array.from({ length: 1000 }, (_, index) => `file d/f${index}.ts x`));
    using resources = openResources(root, { strategy: "handles" });
    for (const max_output_bytes of [65_536, 5000]) {
      let listed = 0;
      const calls = await recordFsCalls(root, async () => {
        const outcome = await resources.list(undefined, { max_output_bytes });
        listed = outcome.status === "success" ? outcome.data.resources.length : 0;
      });
      const looks = calls.filter(({ name, args }) => name === "lstatSync" && /\/f\d+\.ts$/.test(String(args[0])));
      if (max_output_bytes > 5000) expect(listed).toBe(200);
      // A few more do not fit, because the page ends in a cursor.
      expect([looks.length >= listed, looks.length <= listed + 5, listed > 30]).toEqual([true, true, true]);
      expect(new Set(looks.map(({ args }) => args[0])).size).toBe(looks.length);
    }
  });

  test.each([
    ["control characters", "\u0001".repeat(200)],
    ["letters of three bytes", "\u65e5".repeat(66)],
  ])("LK-07 no path is so long that no page gets past it: %s", async (_, name) => {
    const root = makeTree(["file a x", "file z x"]);
    const deep = join(root, ...Array.from({ length: 18 }, () => name));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, "f"), "needle");
    for (const format of ["json", "text"] as const) {
      using resources = openResources(root, { format });
      const names = await listAll(resources, 20_000);
      expect([names[0], names.at(-1)]).toEqual(["a", "z"]);
      for (const call of [
        { name: "list_files", arguments: { max_results: 1 } },
        { name: "search_text", arguments: { pattern: "e|x", max_results: 1 } },
      ]) {
        let [after, pages]: [string | undefined, number] = [undefined, 0];
        do {
          const args = after === undefined ? call.arguments : { ...call.arguments, after };
          const answer = await resources.toolkit.answer(
            { id: "1", name: call.name, arguments: args },
            { max_output_bytes: 20_000 },
          );
          expect(answer.is_error, answer.content.slice(0, 200)).toBe(false);
          after = (answer.data as { next: string | null }).next ?? undefined;
          pages += 1;
        } while (after !== undefined && pages < 9);
        expect(after).toBe(undefined);
      }
    }
  });

  test.each([
    ["control characters", "\u0001"],
    ["letters of three bytes", "\u65e5"],
    ["letters of one byte", "a"],
  ])("LK-07 nor is it for a client that passes on little: %s", async (_, letter) => {
    const name = letter.repeat(Math.floor(100 / Buffer.byteLength(letter)));
    const root = makeTree(["file a x", "file z x"]);
    for (let depth = 1; depth <= 38; depth++) {
      const folder = join(root, ...Array.from({ length: depth }, () => name));
      mkdirSync(folder);
      writeFileSync(join(folder, "f"), "x");
    }
    using resources = openResources(root);
    for (const { limit } of KNOWN_CLIENTS) {
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const outcome = await resources.list(cursor, { client_limit: limit });
        if (outcome.status === "failure") throw new Error(`${limit.most}: ${outcome.error.message}`);
        names.push(...outcome.data.resources.map((resource) => resource.name));
        cursor = outcome.data.nextCursor;
      } while (cursor !== undefined);
      expect([names.includes("a"), names.includes("z"), names.length > 5]).toEqual([true, true, true]);
    }
  });

  test("LK-07 pages joined are the whole, in any budget and beyond 200 files, and the cursor is that of list_files", async () => {
    const paths = Array.from({ length: 450 }, (_, index) => `d${index % 7}/f${index}`);
    using resources = openResources(makeTree(paths.map((path) => `file ${path} x`)));
    const all = await findAll(resources);
    expect(all).toHaveLength(450);
    for (const budget of [undefined, 300, 2000, 10_000]) expect(await listAll(resources, budget)).toEqual(all);
    const first = await resources.list();
    const found = await resources.toolkit.listFiles(".");
    expect(first).toMatchObject({ data: { nextCursor: found.status === "success" && found.data.next } });
  });

  test("on random folders: what list_files finds, but names that cannot be asked for", async () => {
    await fc.assert(
      fc.asyncProperty(anyWorkspace, fc.integer({ min: 700, max: 3000 }), async (workspace, budget) => {
        const { options } = growWorkspace({ ...workspace, allowed: null });
        using resources = openResources(options.workspaceRoot, { ...options, policy: {}, dialect: "forge" });
        const all = (await findAll(resources)).filter((path) => !path.includes("\ufffd"));
        expect(await listAll(resources, budget)).toEqual(all);
        for (const path of all.slice(0, 5)) {
          const read = await resources.toolkit.resources.read({ id: "1", uri: toUri(path) });
          if (read.status === "failure") expect(read.error.code).not.toBe("NOT_FOUND");
        }
      }),
      { numRuns: times(1, 40) },
    );
  });

  test("a name that is not UTF-8 is not offered", async () => {
    const root = makeTree(["file a x"]);
    addRaw(root, "file", "b\xff");
    using resources = openResources(root);
    expect(await findAll(resources)).toEqual(["a", "b\ufffd"]);
    expect(await listAll(resources)).toEqual(["a"]);
  });

  test("a wrong cursor, a denied list_files and a cancelled call are refused", async () => {
    const root = makeTree(["file a x"]);
    using resources = openResources(root);
    expect(await resources.list("nonsense")).toMatchObject(failure("INVALID_ARGUMENT"));
    expect(await resources.list(undefined, { signal: AbortSignal.abort() })).toMatchObject(failure("CANCELLED"));
    using denied = openResources(root, { policy: { denylist: ["list_files"] } });
    const refusal = failure("POLICY_DENIED", 'tool "list_files" is on the denylist of the policy');
    expect(await denied.list()).toEqual(refusal);
    expect(await denied.complete("")).toEqual(refusal);
    expect(await denied.read("a")).toMatchObject({ status: "success" });
  });
});
