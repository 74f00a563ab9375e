// What counts as an import in a TypeScript source, and what only looks like one.
// Leaves which imports are allowed to the architecture test.

import { expect, test } from "vitest";
import { scanImports } from "../../scripts/check_imports/scan.mjs";

const found = (source: string) => scanImports(source).map(({ specifier }) => specifier);

test("all forms, on one line or many, are found with their lines", () => {
  const source = [
    'import "a";',
    'import b, { type B } from "b";',
    "import type {",
    "  C,",
    '} from "c";',
    "import * as d from 'd'",
    'export * from "e"; export * as e from "e2";',
    'export type { F } from "f";',
    "const g = await import(`g`);",
    'import h = require("h");',
    'import data from "./i.json" with { type: "json" };',
  ];
  expect(scanImports(source.join("\n"))).toEqual([
    { specifier: "a", line: 1 },
    { specifier: "b", line: 2 },
    { specifier: "c", line: 3 },
    { specifier: "d", line: 6 },
    { specifier: "e", line: 7 },
    { specifier: "e2", line: 7 },
    { specifier: "f", line: 8 },
    { specifier: "g", line: 9 },
    { specifier: "h", line: 10 },
    { specifier: "./i.json", line: 11 },
  ]);
});

test("comments, strings, templates and regular expressions hold none", () => {
  const sources = [
    '// import "a";',
    '/* import "a";\n export * from "b"; */',
    "const s = 'import \"a\"';",
    'const s = "it\\"s import(\'a\')";',
    'const s = `import "a"; \x24{x} export * from "b"`;',
    'const r = /["`]import "a"/; const q = x / y; const p = "import(1)";',
    'const r = /[/"]/.test(\'import "a"\');',
  ];
  for (const source of sources) expect(found(source)).toEqual([]);
});

test("code after or inside such text is still seen", () => {
  expect(found('/* " */ import "a"; // "')).toEqual(["a"]);
  expect(found('const r = /"/; import "a";')).toEqual(["a"]);
  expect(found("const s = `\x24{`}` + { a: '}' }.a} \x24{import('a')}`; import 'b';")).toEqual(["a", "b"]);
  expect(found('const s = `\x24{{ a: "b" }.a + import("a")}`;')).toEqual(["a"]);
  expect(found('const half = total / 2; import "a"; const rest = total / 3;')).toEqual(["a"]);
  expect(found('const s = "unfinished\nimport "a";')).toEqual(["a"]);
});

test("what merely resembles one is none", () => {
  const source = 'const here = import.meta.url; export { a }; export const from = "b"; key.import("c"); type = "d";';
  expect(found(source)).toEqual([]);
  expect(found('export { a }\nexport { b } from "c"')).toEqual(["c"]);
});
