// Adds a tool to a copy of src, in its own folder and the six files that CONTRIBUTING.md names, compiles the copy and calls the tool. And adds a
// configuration key.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { readGraph } from "../scripts/check_imports/graph.mjs";
import { findOffences } from "../scripts/check_imports/rules.mjs";

const repository = fileURLToPath(new URL("..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "porthole-add-tool-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The folder of the tool. It says how many bytes a file has. */
const FOLDER = {
  "types.ts": `
/** The arguments of \`file_size\`. */
export type FileSizeInput = {
  /** The file. */
  path: string;
};

/** The answer of \`file_size\`. */
export interface FileSizeOutput {
  /** The file. */
  readonly path: string;
  /** Its size. */
  readonly bytes: number;
}
`,
  "about.ts": `
import type { ToolAbout } from "../../about.ts";
import { COUNT, PATH, record } from "../../output_schema.ts";

export const about: ToolAbout = {
  title: "Size of a file",
  use: "says how large a file is",
  output: record({ path: PATH, bytes: COUNT }),
  shows: "names",
  onPage: { kinds: ["file"], argument: "path" },
};
`,
  "aliases.ts": `
import type { ToolAliases } from "../../../input/aliases.ts";
import { asPath } from "../../alias_values.ts";

export function fileSizeAliases(): ToolAliases {
  return { table: { file: asPath("path") }, hasFixedJson: true };
}
`,
  "tool.ts": `
import { notFile } from "../../../errors/paths.ts";
import { TOOL_DEFINITIONS } from "../../../registory/definitions.ts";
import { type PathRequest, READ_ONLY, type ToolSpec } from "../../tool.ts";
import type { FileSizeOutput } from "./types.ts";

export function createFileSizeTool(): ToolSpec<PathRequest, FileSizeOutput> {
  return {
    definition: TOOL_DEFINITIONS.file_size,
    traits: READ_ONLY,
    parse: ({ path }) => ({ path: String(path) }),
    summarize: ({ path }) => \`Measure \${path}\`,
    run: (_request, node, { path }) => {
      if (node.kind !== "file") throw notFile(path, node.kind);
      return { path, bytes: node.metadata().sizeBytes };
    },
    toTextForm: ({ path, bytes }) => \`\${path} has \${bytes} bytes\`,
  };
}
`,
};

type Edit = readonly [before: string, after: string];

/** What changes outside the folder. Each snippet occurs once in its file. */
const EDITS: Readonly<Record<string, readonly Edit[]>> = {
  "src/registory/definitions.ts": [
    [
      "export const TOOL_DEFINITIONS = freezeDeep({\n",
      `export const TOOL_DEFINITIONS = freezeDeep({
  file_size: {
    name: "file_size",
    description: "Says how many bytes a file has.",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  },
`,
    ],
  ],
  "src/call/built_in.ts": [
    [
      "\nexport type BuiltIn",
      'import { about as file_size } from "../tools/edit/file_size/about.ts";\n\nexport type BuiltIn',
    ],
    ["  read_files,\n", "  read_files,\n  file_size,\n"],
  ],
  "src/call/catalog.ts": [
    [
      "\n/** The built-in tools as specs",
      `import { createFileSizeTool } from "../tools/edit/file_size/tool.ts";
import { fileSizeAliases } from "../tools/edit/file_size/aliases.ts";

/** The built-in tools as specs`,
    ],
    ["  tree: treeTool,\n", "  tree: treeTool,\n  file_size: createFileSizeTool(),\n"],
    [
      "  tree: ({ tree }) => treeAliases(tree),\n",
      "  tree: ({ tree }) => treeAliases(tree),\n  file_size: fileSizeAliases,\n",
    ],
  ],
  "src/toolkit/types.ts": [
    [
      "\n/** Which `list_directory` a toolkit has",
      'import type { FileSizeOutput } from "../tools/edit/file_size/types.ts";\n\n/** Which `list_directory` a toolkit has',
    ],
    [
      "  /** Reads up to 20 text files. */\n",
      "  /** Says how large a file is. */\n  readonly fileSize: SecureTool<object, FileSizeOutput>;\n  /** Reads up to 20 text files. */\n",
    ],
  ],
  "src/toolkit/assemble.ts": [
    [
      "\ninterface Options",
      'import { createFileSizeTool } from "../tools/edit/file_size/tool.ts";\n\ninterface Options',
    ],
    [
      '    listFiles: addTool(parts, "list_files", specs.find),\n',
      `    listFiles: addTool(parts, "list_files", specs.find),
    fileSize: addTool(parts, "file_size", withTimeout(parts, createFileSizeTool())),
`,
    ],
  ],
  "src/lib.ts": [
    [
      "// The public names of porthole, listed one by one. No logic.\n",
      '// The public names of porthole, listed one by one. No logic.\n\nexport type { FileSizeInput, FileSizeOutput } from "./tools/edit/file_size/types.ts";\n',
    ],
  ],
};

function copyRepository(name: string): string {
  const copy = join(scratch, name);
  for (const part of ["src", "package.json", "tsconfig.json", "tsconfig.build.json"])
    cpSync(join(repository, part), join(copy, part), { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(copy, "node_modules"));
  return copy;
}

function addTool(copy: string): void {
  for (const [name, source] of Object.entries(FOLDER)) {
    const file = join(copy, "src/tools/edit/file_size", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source);
  }
  for (const [name, edits] of Object.entries(EDITS)) editFile(join(copy, name), edits);
}

function editFile(file: string, edits: readonly Edit[]): void {
  const edited = edits.reduce(
    (text, [before, after]) => {
      expect([file, before, text.split(before).length - 1]).toEqual([file, before, 1]);
      return text.replace(before, () => after);
    },
    readFileSync(file, "utf8"),
  );
  writeFileSync(file, edited);
}

function compile(copy: string) {
  const tsc = join(repository, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], {
    cwd: copy,
    encoding: "utf8",
  });
  return { status, stdout };
}

/** Runs a program that prints JSON. */
function runIn(copy: string, program: string): unknown {
  writeFileSync(join(copy, "program.mjs"), program);
  const { stdout, stderr } = spawnSync(process.execPath, ["program.mjs"], { cwd: copy, encoding: "utf8" });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

const CALLS = `
import { createAgentToolkit } from "./build/toolkit.js";
import { listTools } from "./build/mcp/tools.js";
const calls = [];
for (const format of ["text", "json"]) {
  const toolkit = createAgentToolkit({ workspaceRoot: ".", format });
  calls.push((await toolkit.execute({ id: "1", name: "file_size", arguments: { path: "note" } })).content);
  if (format === "json") calls.push(listTools(toolkit).find(({ name }) => name === "file_size").title);
  toolkit.close();
}
console.log(JSON.stringify(calls));
`;

test("the compiler asks for each table that needs an entry", () => {
  const copy = copyRepository("definition");
  const [definitions = ""] = Object.keys(EDITS);
  editFile(join(copy, definitions), EDITS[definitions] ?? []);
  const { stdout } = compile(copy);
  const asked = new Set([...stdout.matchAll(/^(src\S+?)\(/gm)].map(([, file]) => file));
  expect([...asked].sort()).toEqual(["src/call/built_in.ts", "src/call/catalog.ts"]);
});

const KEY_EDITS: Readonly<Record<string, readonly Edit[]>> = {
  "src/registory/config_keys.ts": [["  read_file: {\n", "  read_file: {\n    max_width: { ...LIMIT, default: 7 },\n"]],
  "src/registory/porthole_config.ts": [
    [
      "    readonly read_file?: {\n",
      "    readonly read_file?: {\n      /** Maximum characters of a line. */\n      readonly max_width?: number;\n",
    ],
  ],
};

const KEY_USES = `
import { toSettings } from "./build/config/settings.js";
import { validateConfig } from "./build/config/validate.js";
const found = [toSettings({}), toSettings(validateConfig({ tools: { read_file: { max_width: 9 } } }))];
try {
  validateConfig({ tools: { read_file: { max_width: 0 } } });
} catch (error) {
  found.push(error.message);
}
console.log(JSON.stringify(found.map((one) => one.readFile?.maxWidth ?? one)));
`;

describe("in a copy with a new tool and a new key", () => {
  const copy = join(scratch, "changed");

  test("everything compiles, and keeps the import rules", () => {
    copyRepository("changed");
    addTool(copy);
    for (const [name, edits] of Object.entries(KEY_EDITS)) editFile(join(copy, name), edits);
    expect(compile(copy)).toEqual({ status: 0, stdout: "" });
    expect(findOffences(readGraph(join(copy, "src")))).toEqual([]);
  });

  test("the tool is one folder and six places in other files, and answers as text and as JSON", () => {
    writeFileSync(join(copy, "note"), "seven..");
    expect(runIn(copy, CALLS)).toEqual(["note has 7 bytes", '{"path":"note","bytes":7}', "Size of a file"]);
  });

  test("the key is one row and its public type: it is checked, completed and passed to its tool", () => {
    const fault = "config: tools.read_file.max_width: expected an integer of at least 1, not 0";
    expect(runIn(copy, KEY_USES)).toEqual([7, 9, fault]);
  });
});

test("CONTRIBUTING.md names the six files", () => {
  const page = readFileSync(join(repository, "CONTRIBUTING.md"), "utf8");
  const section = page.split("\n## Adding a tool\n")[1]?.split("\n## ")[0] ?? "";
  const named = [...section.matchAll(/`(src\/[\w/]+\.ts)`/g)].map(([, file = ""]) => file);
  expect(named.every((file) => existsSync(join(repository, file)))).toBe(true);
  expect(named.sort()).toEqual(Object.keys(EDITS).sort());
  expect(named).toHaveLength(6);
});
