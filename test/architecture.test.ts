// The import rules hold in src, and each of them is seen to catch what it forbids.
// Leaves what the modules do to their own tests.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { readGraph } from "../scripts/check_imports/graph.mjs";
import { findOffences } from "../scripts/check_imports/rules.mjs";

const repository = fileURLToPath(new URL("..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "porthole-imports-"));
let made = 0;
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function makeRoot(sources: Record<string, string>): string {
  made += 1;
  const root = join(scratch, String(made));
  for (const [module, source] of Object.entries(sources)) {
    const file = join(root, "src", module);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source);
  }
  return root;
}

function offencesOf(sources: Record<string, string>): string[] {
  return findOffences(readGraph(join(makeRoot(sources), "src")));
}

function runScript(root: string) {
  const script = join(repository, "scripts/check_imports.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: root, encoding: "utf8" });
  return { status, stdout, stderr };
}

const empty = "export {};\n";

test("the modules of src keep the import rules", () => {
  expect(findOffences(readGraph(join(repository, "src")))).toEqual([]);
});

// What may or may not be a promise makes every caller tell them apart. Only the owner's own callbacks are free to be either.
test("the modules of src wait in one way: a result is a promise or it is not", () => {
  const folder = join(repository, "src");
  const unsure = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => readFileSync(join(folder, path), "utf8").split("\n"))
    .filter((line) => /instanceof Promise|\| Promise<|Promise<[^|]*> \|/.test(line));
  // A pause says what its driver waits for; an owner's function may be asynchronous or not.
  expect(unsure.toSorted()).toEqual([
    "export type Awaitable<T> = T | Promise<T>;",
    "export type Pause = undefined | number | Promise<void>;",
  ]);
});

// The process belongs to the program that imports the library, and a working directory in the folder would be a way around the seal.
test.each([
  ["the working directory", /\bchdir\b/],
  ["the flags of the engine", /\bsetFlagsFromString\b/],
  ["the machine code", /\bWebAssembly\b/],
])("the modules of src leave %s of the process alone", (_, change) => {
  const folder = join(repository, "src");
  const changed = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .filter((path) => change.test(readFileSync(join(folder, path), "utf8")));
  expect(changed).toEqual([]);
});

describe("who may touch the disk", () => {
  test.each(["fs", "node:fs", "fs/promises", "node:fs/promises"])("%s belongs to disk, config and audit", (name) => {
    const own = ["disk", "config", "audit"].map((area) => [`${area}/a.ts`, `import "${name}";`]);
    const sources = Object.fromEntries(own);
    expect(offencesOf(sources)).toEqual([]);
    expect(offencesOf({ "git/a.ts": `\nimport * as x from "${name}";` })).toEqual([
      `src/git/a.ts:2 imports ${name}, which only src/disk and src/config and src/audit may`,
    ]);
  });

  test.each(["child_process", "node:child_process"])("%s belongs to disk alone", (name) => {
    expect(offencesOf({ "disk/a.ts": `import "${name}";`, "config/a.ts": `import "${name}";` })).toEqual([
      `src/config/a.ts:1 imports ${name}, which only src/disk may`,
    ]);
  });

  test("other modules from outside are nobody's business", () => {
    expect(offencesOf({ "cli/a.ts": 'import "node:path"; import "minimatch"; import "fs-extra";' })).toEqual([]);
  });

  test("a type, a promise of a module and a re-export count like any import", () => {
    const forms = [
      'import type { Stats } from "node:fs";',
      'const late = () => import("node:fs");',
      'export { statSync } from "node:fs";',
      'type Stats = import("node:fs").Stats;',
      'const sync = process.getBuiltinModule("node:fs");',
    ];
    for (const form of forms) {
      expect(offencesOf({ "call/a.ts": form })).toEqual([
        "src/call/a.ts:1 imports node:fs, which only src/disk and src/config and src/audit may",
      ]);
    }
  });

  test("a name that is computed or disguised is refused", () => {
    const forms = ['import("node:" + "fs");', "import(`node:\x24{what}`);", "require(name);", 'import "node:\\x66s";'];
    for (const form of forms) {
      expect(offencesOf({ "lib.ts": form })).toEqual([
        "src/lib.ts:1 imports something computed; write the module's name out",
      ]);
    }
  });
});

describe("which layer may use which", () => {
  const rows = [
    ...["cli/a.ts", "page/a.ts", "mcp/a.ts", "toolkit.ts", "explain/a.ts", "call/a.ts", "tools/edit/a.ts"],
    ...["walk/a.ts", "view/a.ts", "git/a.ts", "disk/a.ts", "match/a.ts", "regex/a.ts"],
  ];
  const write = (from: string, to: string) => `import "${"../".repeat(from.split("/").length - 1) || "./"}${to}";`;

  test("every layer may import from all layers below it", () => {
    const sources = rows.map((module, index): [string, string] => {
      const below = rows.slice(index + 1).map((other) => write(module, other));
      return [module, below.join("\n")];
    });
    expect(offencesOf(Object.fromEntries(sources))).toEqual([]);
  });

  test("no layer may import from the one above it", () => {
    for (const [index, module] of rows.slice(1, -1).entries()) {
      const above = rows[index] ?? "";
      expect(offencesOf({ [module]: write(module, above), [above]: empty })).toEqual([
        `src/${module}:1 imports src/${above}, which is above it`,
      ]);
    }
  });

  test.each([
    ["explain/judge.ts", "config/load.ts"],
    ["audit/file.ts", "config/load.ts"],
    ["adapters/openai.ts", "mcp/server.ts"],
  ])("%s and %s stand side by side and do not see each other", (one, other) => {
    expect(offencesOf({ [one]: `import "../${other}";`, [other]: empty })).toEqual([
      `src/${one}:1 imports src/${other}, which is beside it`,
    ]);
    expect(offencesOf({ [other]: `import "../${one}";`, [one]: empty })).toEqual([
      `src/${other}:1 imports src/${one}, which is beside it`,
    ]);
  });

  test("errors and definitions import nothing at all", () => {
    const sources = {
      "errors.ts": 'import "node:path";',
      "registory/definitions.ts": 'import type { E } from "../errors.ts";',
    };
    expect(offencesOf(sources)).toEqual([
      "src/errors.ts:1 imports node:path, and may import nothing",
      "src/registory/definitions.ts:1 imports errors.ts, and may import nothing",
    ]);
  });

  test("a folder or file without a place in the table is an offence", () => {
    expect(offencesOf({ "helpers/a.ts": empty, "util.ts": empty, "lib.ts": 'import "./util.ts";' })).toEqual([
      "src/helpers/a.ts has no place in the table of layers",
      "src/util.ts has no place in the table of layers",
    ]);
  });

  test("an import that leads to no module is an offence", () => {
    expect(offencesOf({ "lib.ts": 'import "./gone.ts"; import "../package.json";' })).toEqual([
      "src/lib.ts:1 imports src/gone.ts, which is no module",
      "src/lib.ts:1 imports src/../package.json, which is no module",
    ]);
  });
});

describe("no tool uses another", () => {
  const tree = "tools/edit/tree/tool.ts";

  test.each([
    [tree, "../read_file/tool.ts", "tools/edit/read_file/tool.ts"],
    [tree, "../../ls.ts", "tools/ls.ts"],
    [tree, "../../ls/format.ts", "tools/ls/format.ts"],
    ["tools/ls.ts", "./edit/tree/tool.ts", tree],
  ])("%s may not import %s", (from, specifier, to) => {
    expect(offencesOf({ [from]: `import "${specifier}";`, [to]: empty })).toEqual([
      `src/${from}:1 imports src/${to}, which is another tool`,
    ]);
  });

  test.each([
    ["tools/base.ts", "./ls.ts", "tools/ls.ts"],
    ["tools/edit/shared.ts", "./tree/tool.ts", tree],
  ])("%s, which the tools share, may not import %s", (from, specifier, to) => {
    expect(offencesOf({ [from]: `import "${specifier}";`, [to]: empty })).toEqual([
      `src/${from}:1 imports src/${to}, a tool, and is shared by the tools`,
    ]);
  });

  test("a tool may use its own modules and what the tools share", () => {
    const specifiers = ["./usecase.ts", "../shared.ts", "../../base.ts", "../../arguments.ts"];
    const sources = {
      [tree]: specifiers.map((specifier) => `import "${specifier}";`).join("\n"),
      "tools/edit/tree/usecase.ts": empty,
      "tools/edit/shared.ts": 'import "../base.ts";',
      "tools/base.ts": 'import "./arguments.ts";',
      "tools/arguments.ts": empty,
      "tools/ls.ts": 'import "./ls/format.ts"; import "./base.ts";',
      "tools/ls/format.ts": empty,
    };
    expect(offencesOf(sources)).toEqual([]);
  });
});

describe("what is denied or ignored is decided by a View", () => {
  const sources = (from: string, to: string) => ({
    [from]: `import "${"../".repeat(from.split("/").length - 1)}${to}";`,
  });

  test.each([
    ["tools/edit/tree/usecase.ts", "view/denied/patterns.ts", "src/view"],
    ["walk/walk.ts", "view/denied/denial.ts", "src/view"],
    ["explain/facts.ts", "git/ignore_walk.ts", "src/view and src/git"],
    ["tools/edit/tree/usecase.ts", "git/ignore_verdict.ts", "src/view and src/git"],
  ])("%s may not import %s", (from, to, areas) => {
    expect(offencesOf({ ...sources(from, to), [to]: empty })).toEqual([
      `src/${from}:1 imports src/${to}, which only ${areas} may: ask a View`,
    ]);
  });

  test("view may, and so may what checks or hands on the owner's patterns", () => {
    const denied = "view/denied/patterns.ts";
    for (const from of ["view/view.ts", "call/context.ts", "config/validate.ts"])
      expect(offencesOf({ ...sources(from, denied), [denied]: empty })).toEqual([]);
    expect(offencesOf({ ...sources("view/view.ts", "git/ignore_walk.ts"), "git/ignore_walk.ts": empty })).toEqual([]);
  });

  // Their types travel in the scope of a call, so an import is not the only way to them.
  test("nothing else in src asks what denies or ignores a path", () => {
    const folder = join(repository, "src");
    const asking = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => path.endsWith(".ts") && !/^(?:view|git)\//.test(path))
      .filter((path) =>
        /\bdenied\.find\(|\.isIgnored\(|\bignored\.verdict\(/.test(readFileSync(join(folder, path), "utf8")),
      );
    expect(asking).toEqual([]);
  });
});

// A walk gets into a directory by `WalkFolder.door` only, which asks the View. The owner's own modules look at what agents do not see.
test("no tool that walks opens a directory itself", () => {
  const folder = join(repository, "src");
  const opening = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !/^(?:disk|git)\//.test(path))
    .filter((path) => /\.openChild\(/.test(readFileSync(join(folder, path), "utf8")));
  expect(opening.sort()).toEqual(["explain/marks/list.ts", "explain/trace.ts", "view/look_up.ts", "walk/folder.ts"]);
});

describe("no circle", () => {
  test("values or types, a circle inside a folder is an offence", () => {
    const sources = {
      "disk/a.ts": 'import "./b.ts";',
      "disk/b.ts": 'export type { C } from "./c.ts";',
      "disk/c.ts": 'import type { A } from "./a.ts"; import "./b.ts";',
    };
    expect(offencesOf(sources)).toEqual([
      "circle: src/disk/a.ts -> src/disk/b.ts -> src/disk/c.ts -> src/disk/a.ts",
      "circle: src/disk/b.ts -> src/disk/c.ts -> src/disk/b.ts",
    ]);
  });

  test("a module that imports itself is a circle", () => {
    expect(offencesOf({ "lib.ts": 'import "./lib.ts";' })).toEqual(["circle: src/lib.ts -> src/lib.ts"]);
  });

  test("two ways to the same module are no circle", () => {
    const both = 'import "./b.ts"; import "./c.ts";';
    const sources = { "disk/a.ts": both, "disk/b.ts": 'import "./c.ts";', "disk/c.ts": empty };
    expect(offencesOf(sources)).toEqual([]);
  });
});

describe("the script", () => {
  test("prints one line and exits 0 when there is no offence", () => {
    const root = makeRoot({ "lib.ts": 'import "./errors.ts"; import "node:path";', "errors.ts": empty });
    expect(runScript(root)).toEqual({ status: 0, stdout: "2 modules, 2 imports, no offence\n", stderr: "" });
  });

  test("prints one line for each offence and exits 1", () => {
    const root = makeRoot({ "errors.ts": 'import "node:fs";', "new.ts": empty });
    const stderr =
      "src/new.ts has no place in the table of layers\nsrc/errors.ts:1 imports node:fs, and may import nothing\n";
    expect(runScript(root)).toEqual({ status: 1, stdout: "", stderr });
  });

  test("takes a source folder without modules for a mistake", () => {
    const root = makeRoot({ "readme.md": "" });
    expect(runScript(root)).toEqual({ status: 1, stdout: "", stderr: "there are no modules in src\n" });
  });
});

describe("how a call travels, in CONTRIBUTING.md", () => {
  const page = readFileSync(new URL("../CONTRIBUTING.md", import.meta.url), "utf8");
  const section = page.split("## How a call travels")[1]?.split("\n## ")[0] ?? "";

  test("names modules that exist", () => {
    const named = [...section.matchAll(/`((?:[\w]+\/)+[\w]+\.ts|toolkit\.ts)`/g)].map(([, path = ""]) => path);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !existsSync(new URL(`../src/${path}`, import.meta.url)))).toEqual([]);
  });

  test("takes execute(tree) through at most 14 modules", () => {
    const steps = [...section.matchAll(/^(\d+)\. `/gm)].map(([, number]) => Number(number));
    expect(steps).toEqual(Array.from({ length: steps.length }, (_, index) => index + 1));
    expect([steps.length > 10, steps.length <= 14]).toEqual([true, true]);
  });
});
