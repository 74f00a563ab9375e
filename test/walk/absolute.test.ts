// Absolute paths, absolute globs and URIs in calls of the tools, as a model writes them.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type AgentToolkit, type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";
import { keepRecords } from "../support/audits.ts";
import { addEntries, makeTempFolder, makeTree } from "../support/tree.ts";

const FILES = [
  "file README.md hit",
  "file src/a.ts hit",
  "file src/b.js hit",
  "file src/deep/c.ts hit",
  "file src/.env hit",
  "file lib/[id]/page.ts hit",
  "file secret/key.ts hit",
  "file 100%/a%20b.ts hit",
];

type Options = Partial<Omit<AgentToolkitOptions, "dialect">>;

function open(workspaceRoot: string, options: Options = {}): AgentToolkit {
  return createAgentToolkit({ workspaceRoot, deniedPatterns: ["secret/**"], ...options, dialect: "forge" });
}

async function call(toolkit: AgentToolkit, name: string, args: object) {
  const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: { ...args } });
  return is_error ? JSON.parse(content).error : JSON.parse(content);
}

async function find(toolkit: AgentToolkit, args: object): Promise<unknown> {
  const { paths, error = null, code = error } = await call(toolkit, "list_files", args);
  return paths ?? code;
}

async function search(toolkit: AgentToolkit, args: object): Promise<unknown> {
  const { files, code } = await call(toolkit, "search_text", { pattern: "hit", mode: "files", ...args });
  return files?.map(({ path }: { path: string }) => path) ?? code;
}

const NAMES = [
  "ws",
  "[b]",
  "a b",
  "100%",
  "%41",
  "日本 é",
  "{x,y}",
  "*",
  "!a",
  "porthole:",
  "a\\b",
  "?",
  "-",
  "ws'\"$",
];
const ON_WINDOWS = NAMES.filter((name) => !/[\\*?:"]/.test(name));

describe("absolute paths and URIs", () => {
  test.each(process.platform === "win32" ? ON_WINDOWS : NAMES)(
    "LK-14 in a folder that is called %s, opened by its name or through a link",
    async (name) => {
      const above = makeTempFolder();
      const root = join(above, name);
      mkdirSync(root);
      addEntries(root, FILES);
      symlinkSync(root, join(above, "link"), "junction");
      for (const opened of [root, join(above, "link")]) {
        using toolkit = open(opened);
        for (const start of [opened, root, "porthole:///"].map((text) => (text.endsWith("/") ? text : `${text}/`))) {
          const isUri = start.startsWith("porthole");
          expect((await call(toolkit, "read_file", { path: `${start}src/a.ts` })).path).toBe("src/a.ts");
          expect((await call(toolkit, "tree", { path: start })).root.path).toBe(".");
          const odd = isUri ? "100%25/a%2520b.ts" : "100%/a%20b.ts";
          const { files } = await call(toolkit, "read_files", { paths: [`${start}README.md`, `${start}${odd}`] });
          expect(files.map(({ path }: { path: string }) => path)).toEqual(["README.md", "100%/a%20b.ts"]);
          expect(await find(toolkit, { pattern: `${start}src/**/*.ts` })).toEqual(["src/a.ts", "src/deep/c.ts"]);
          expect(await find(toolkit, { pattern: `${start}*.md` })).toEqual(["README.md"]);
          expect(await find(toolkit, { pattern: `${start}*.ts` })).toEqual([]);
          expect(await find(toolkit, { path: `${start}src`, pattern: "*.ts" })).toEqual(["src/a.ts", "src/deep/c.ts"]);
          expect(await find(toolkit, { path: `${start}src`, pattern: `${start}src/*.ts` })).toEqual(["src/a.ts"]);
          expect(await find(toolkit, { path: `${start}src`, pattern: `${start}**/*.js` })).toEqual(["src/b.js"]);
          const id = isUri ? "%5Bid%5D" : "\\[id\\]";
          expect(await find(toolkit, { pattern: `${start}lib/${id}/*` })).toEqual(["lib/[id]/page.ts"]);
          const globs = { include: [`${start}src/**`], exclude: [`${start}src/deep/**`, "*.js"] };
          expect(await search(toolkit, globs)).toEqual(["src/a.ts"]);
          expect(await search(toolkit, { path: `${start}src/deep/c.ts` })).toEqual(["src/deep/c.ts"]);
          const { root: tree } = await call(toolkit, "tree", {
            path: "src",
            entry_kind: "all",
            exclude: [`${start}src/*.js`, `${start}src/deep`],
          });
          expect(tree.children.map(({ path }: { path: string }) => path)).toEqual(["src/a.ts"]);
        }
      }
    },
  );

  test("LK-14 an answer repeats the relative form, and a cursor belongs to all forms of a call", async () => {
    const root = makeTree(FILES);
    using toolkit = open(root);
    const forms = [
      { pattern: `${root}/src/**/*.ts` },
      { pattern: "porthole:///src/**/*.ts", path: root },
      { pattern: "src/**/*.ts", path: "porthole:///" },
    ];
    for (const first of forms) {
      const { pattern, path, next } = await call(toolkit, "list_files", { ...first, max_results: 1 });
      expect([pattern, path]).toEqual(["src/**/*.ts", "."]);
      for (const second of forms)
        expect(await find(toolkit, { ...second, max_results: 1, after: next })).toEqual(["src/deep/c.ts"]);
    }
    const globs = [[`${root}/src/**`], ["porthole:///src/**"], ["src/**"]];
    for (const include of globs) {
      const given = { pattern: "hit", mode: "files", max_results: 1 };
      const { next } = await call(toolkit, "search_text", { ...given, include });
      for (const again of globs)
        expect(await search(toolkit, { max_results: 1, include: again, after: next })).toEqual(["src/b.js"]);
    }
  });

  test("LK-14 outside is a violation that does not tell what is there, and does not repeat it", async () => {
    const root = makeTree(FILES);
    const beside = join(root, "..");
    addEntries(beside, ["file other/x.ts x"]);
    using toolkit = open(root);
    for (const name of ["other", "missing"]) {
      for (const glob of [`${beside}/${name}/*.ts`, `${root}-${name}/*.ts`]) {
        const error = {
          kind: "SandboxViolation",
          code: "SANDBOX_VIOLATION",
          message: "pattern is outside the workspace; use a glob inside it, relative to its root",
        };
        expect(await call(toolkit, "list_files", { pattern: glob })).toEqual(error);
        expect(await search(toolkit, { include: [glob] })).toBe("SANDBOX_VIOLATION");
        expect(await search(toolkit, { exclude: ["*.js", glob] })).toBe("SANDBOX_VIOLATION");
        expect((await call(toolkit, "tree", { path: ".", exclude: [glob] })).code).toBe("SANDBOX_VIOLATION");
      }
    }
    expect((await call(toolkit, "list_files", { pattern: `${root}/src/*.ts`, path: "lib" })).message).toBe(
      "pattern must be a glob relative to path, or start with path; leave path out for one that starts at the root of the workspace",
    );
  });

  test("LK-14 where absolute paths are refused, so are absolute globs, and URIs are not", async () => {
    const root = makeTree(FILES);
    using toolkit = open(root, { config: { tools: { sandbox: { allow_absolute: false } } } });
    for (const pattern of [`${root}/src/*.ts`, `${root}/../*.ts`, root])
      expect(await find(toolkit, { pattern })).toBe("SANDBOX_VIOLATION");
    expect(await search(toolkit, { include: [`${root}/**`] })).toBe("SANDBOX_VIOLATION");
    expect((await call(toolkit, "tree", { path: ".", exclude: [`${root}/**`] })).code).toBe("SANDBOX_VIOLATION");
    expect((await call(toolkit, "read_file", { path: `${root}/README.md` })).code).toBe("SANDBOX_VIOLATION");
    expect((await call(toolkit, "read_file", { path: "porthole:///README.md" })).content).toBe("hit");
    expect(await find(toolkit, { pattern: "porthole:///src/*.ts" })).toEqual(["src/a.ts"]);
    expect(await find(toolkit, { pattern: "/src/*.ts" })).toEqual(["src/a.ts"]);
  });

  test("LK-14 LK-04 LK-05 what is denied, hidden or ignored is so by every name", async () => {
    const root = makeTree(FILES);
    const { audit, kept } = keepRecords();
    using toolkit = open(root, { audit });
    for (const start of [`${root}/`, "porthole:///", ""]) {
      expect((await call(toolkit, "read_file", { path: `${start}secret/key.ts` })).code).toBe("SANDBOX_VIOLATION");
      const { left_out, files } = await call(toolkit, "search_text", { pattern: "hit", include: [`${start}s*/**`] });
      expect(left_out).toEqual({ excluded: 3, hidden: 1, denied: 1 });
      expect(files).toHaveLength(3);
    }
    const recorded = kept.map(({ record }) => record);
    expect(recorded.flatMap(({ opened }) => opened).filter((path) => path.startsWith("secret"))).toEqual([]);
    expect(JSON.stringify(recorded.map(({ opened, refused }) => [opened, refused]))).not.toContain(root);
  });

  test("LK-14 explain knows the URI of a file as its path", async () => {
    using toolkit = open(makeTree(FILES));
    const { tools, ...facts } = await toolkit.explain("porthole:///secret/key.ts");
    const { tools: ofPath, ...factsOfPath } = await toolkit.explain("secret/key.ts");
    expect(facts).toEqual(factsOfPath);
    const { list_directory, ...others } = tools;
    const { list_directory: ofDirectory, ...othersOfPath } = ofPath;
    expect(others).toEqual(othersOfPath);
    expect((await toolkit.explain("porthole:///a/../b")).place).toBe("invalid");
  });

  test.skipIf(process.platform === "win32")("LK-14 a file called like a scheme is reached by its path", async () => {
    using toolkit = open(makeTree(["file porthole:/a/b.ts x", "file file:/c.ts x"]));
    expect((await call(toolkit, "read_file", { path: "porthole:/a/b.ts" })).path).toBe("porthole:/a/b.ts");
    expect((await call(toolkit, "read_file", { path: "./porthole:///a/b.ts" })).path).toBe("porthole:/a/b.ts");
    expect((await call(toolkit, "read_file", { path: "porthole:///porthole:/a/b.ts" })).path).toBe("porthole:/a/b.ts");
    expect(await find(toolkit, { pattern: "porthole:/**" })).toEqual(["porthole:/a/b.ts"]);
    expect((await call(toolkit, "read_file", { path: "file:///c.ts" })).message).toBe(
      "path is not a URI that can be used: it must begin with porthole:///",
    );
  });

  test("LK-14 list_directory takes absolute paths, as specified, and no URIs", async () => {
    const root = makeTree(FILES);
    using toolkit = open(root);
    expect((await call(toolkit, "list_directory", { path: `${root}/src` })).returned).toBe(3);
    expect((await call(toolkit, "list_directory", { path: "porthole:///src" })).code).toMatch(/NOT_FOUND|INVALID/);
  });

  test.skipIf(process.platform === "win32")("LK-14 the workspace may be the top of the disk", async () => {
    const root = makeTree(["file a/x.ts hit"]);
    using toolkit = open("/", { deniedPatterns: [] });
    const found = `${root.slice(1)}/a/x.ts`;
    expect(await find(toolkit, { pattern: `${root}/**/*.ts` })).toEqual([found]);
    expect(await find(toolkit, { path: root, pattern: `${root}/a/*.ts` })).toEqual([found]);
    expect(await search(toolkit, { path: `${root}/a`, include: ["*.ts"] })).toEqual([found]);
  });
});
