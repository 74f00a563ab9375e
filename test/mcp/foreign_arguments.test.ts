// Calls as the models of other clients write them, over MCP, in both formats: each is answered like the same call by our own names, and the
// answer says how it was read. dist/ must be built.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnswerFormat } from "../../src/tools/found.ts";
import { MAIN } from "../support/cli.ts";
import { makeTree } from "../support/tree.ts";
import { LEGS, type Leg, openSession, type Session } from "./sessions.ts";

const root = makeTree([
  ...["file src/a.ts import x\nexport const A = 1\nexport const b = A\nlast", "file src/b.js const a = 1\n"],
  ...["file docs/c.md a\n", "file .gitignore out/\n", "file out/d.ts export const A = 2\n", "file top.ts A\n"],
]);
const lines = Array.from({ length: 950 }, (_, index) => `line ${index + 1}\n`);
writeFileSync(join(root, "long.txt"), lines.join(""));
const inside = (path: string) => join(root, path);

type Args = Record<string, unknown>;

/** Who writes so, what is sent, how it is read, and the same call by our names. */
type Row = readonly [who: string, tool: string, sent: Args, readAs: Args, own: Args];

const READ = (sent: Args, readAs: Args, own: Args = readAs): Row => ["Read", "read_file", sent, readAs, own];

const CALLS: readonly Row[] = [
  // Claude Code: Read, Grep, Glob
  READ({ file_path: inside("src/a.ts") }, { path: inside("src/a.ts") }),
  READ(
    { path: "long.txt", offset: 900, limit: 3 },
    { start_line: 900, max_lines: 3 },
    { path: "long.txt", start_line: 900, max_lines: 3 },
  ),
  READ({ file_path: "long.txt", offset: 900 }, { path: "long.txt", start_line: 900 }),
  READ({ file_path: "long.txt", limit: 2000 }, { path: "long.txt", max_lines: 500 }),
  READ({ file_path: "long.txt", offset: 0, limit: 1 }, { path: "long.txt", start_line: 1, max_lines: 1 }),
  [
    "Grep",
    "search_text",
    { pattern: "EXPORT", "-i": true },
    { ignore_case: true },
    { pattern: "EXPORT", ignore_case: true },
  ],
  [
    "Grep",
    "search_text",
    { pattern: "A", output_mode: "files_with_matches" },
    { mode: "files" },
    { pattern: "A", mode: "files" },
  ],
  ["Grep", "search_text", { pattern: "A", output_mode: "count" }, { mode: "files" }, { pattern: "A", mode: "files" }],
  ["Grep", "search_text", { pattern: "A", output_mode: "content", "-n": true }, { mode: "lines" }, { pattern: "A" }],
  ["Grep", "search_text", { pattern: "b", "-A": 1, "-B": 2 }, { context_lines: 2 }, { pattern: "b", context_lines: 2 }],
  [
    "Grep",
    "search_text",
    { pattern: "b", "-C": 1, "-A": 99 },
    { context_lines: 10 },
    { pattern: "b", context_lines: 10 },
  ],
  ["Grep", "search_text", { pattern: "b", context: 1 }, { context_lines: 1 }, { pattern: "b", context_lines: 1 }],
  ["Grep", "search_text", { pattern: "A", glob: "*.ts" }, { include: ["*.ts"] }, { pattern: "A", include: ["*.ts"] }],
  ["Grep", "search_text", { pattern: "a", glob: "!*.md" }, { exclude: ["*.md"] }, { pattern: "a", exclude: ["*.md"] }],
  [
    "Grep",
    "search_text",
    { pattern: "a", glob: "*.ts,*.md" },
    { include: ["*.ts", "*.md"] },
    { pattern: "a", include: ["*.ts", "*.md"] },
  ],
  [
    "Grep",
    "search_text",
    { pattern: "a", glob: " *.{ts,js} *.md, !c.* " },
    { include: ["*.{ts,js}", "*.md"], exclude: ["c.*"] },
    { pattern: "a", include: ["*.{ts,js}", "*.md"], exclude: ["c.*"] },
  ],
  // A list that was written as JSON into a string, as models sometimes do.
  [
    "JSON",
    "search_text",
    { pattern: "A", include: '["*.ts", "*.js"]' },
    { include: ["*.ts", "*.js"] },
    { pattern: "A", include: ["*.ts", "*.js"] },
  ],
  ["JSON", "read_files", { paths: ' ["top.ts"]' }, { paths: ["top.ts"] }, { paths: ["top.ts"] }],
  [
    "JSON",
    "search_text",
    { pattern: "A", include: '["x]*' },
    { include: ['["x]*'] },
    { pattern: "A", include: ['["x]*'] },
  ],
  [
    "Grep",
    "search_text",
    { pattern: "A", glob: "", "-i": true },
    { ignore_case: true },
    { pattern: "A", ignore_case: true },
  ],
  [
    "Grep",
    "search_text",
    { pattern: "a", type: "md" },
    { include: ["*.md", "*.markdown", "*.mdown", "*.mkdn"] },
    { pattern: "a", include: ["*.md"] },
  ],
  [
    "Grep",
    "search_text",
    { pattern: "line", head_limit: 2, offset: 0 },
    { max_results: 2 },
    { pattern: "line", max_results: 2 },
  ],
  [
    "Grep",
    "search_text",
    { pattern: "line 90", head_limit: 0 },
    { max_results: 1000 },
    { pattern: "line 90", max_results: 1000 },
  ],
  [
    "Grep",
    "search_text",
    { pattern: "A", multiline: false, "-o": false, path: "src", "-i": false },
    { ignore_case: false },
    { pattern: "A", path: "src" },
  ],
  [
    "Glob",
    "list_files",
    { glob: "**/*.ts", head_limit: 1 },
    { pattern: "**/*.ts", max_results: 1 },
    { pattern: "**/*.ts", max_results: 1 },
  ],
  // Gemini CLI: read_file, grep_search, glob, list_directory
  READ(
    { file_path: "long.txt", start_line: 10, end_line: 19 },
    { path: "long.txt", max_lines: 10 },
    { path: "long.txt", start_line: 10, max_lines: 10 },
  ),
  READ({ file_path: "long.txt", end_line: 900 }, { path: "long.txt", max_lines: 500 }),
  [
    "grep_search",
    "search_text",
    { pattern: "A", dir_path: "src", include_pattern: "*.ts" },
    { path: "src", include: ["*.ts"] },
    { pattern: "A", path: "src", include: ["*.ts"] },
  ],
  [
    "grep_search",
    "search_text",
    { pattern: "A", names_only: true, total_max_matches: 5 },
    { mode: "files", max_results: 5 },
    { pattern: "A", mode: "files", max_results: 5 },
  ],
  [
    "grep_search",
    "search_text",
    { pattern: "(", fixed_strings: true, case_sensitive: false },
    { literal: true, ignore_case: true },
    { pattern: "(", literal: true, ignore_case: true },
  ],
  [
    "grep_search",
    "search_text",
    { pattern: "b", before: 1, after: 2, context: 0 },
    { context_lines: 2 },
    { pattern: "b", context_lines: 2 },
  ],
  [
    "grep_search",
    "search_text",
    { pattern: "A", no_ignore: true },
    { include_ignored: true },
    { pattern: "A", include_ignored: true },
  ],
  [
    "glob",
    "list_files",
    { pattern: "*.ts", dir_path: "src", case_sensitive: true },
    { path: "src" },
    { pattern: "*.ts", path: "src" },
  ],
  [
    "glob",
    "list_files",
    { pattern: "*.ts", respect_git_ignore: false },
    { include_ignored: true },
    { pattern: "*.ts", include_ignored: true },
  ],
  ["list_directory", "list_directory", { dir_path: "src", ignore: [] }, { path: "src" }, { path: "src" }],
  [
    "list_directory",
    "tree",
    { dir_path: ".", ignore: ["docs"] },
    { path: ".", exclude: ["docs"] },
    { path: ".", exclude: ["docs"] },
  ],
  // Codex: read_file, grep_files, list_dir
  READ(
    { file_path: inside("long.txt"), offset: 5, limit: 2, mode: "slice" },
    { path: inside("long.txt"), start_line: 5, max_lines: 2 },
  ),
  [
    "grep_files",
    "search_text",
    { pattern: "A", include: "*.ts", limit: 3 },
    { include: ["*.ts"], max_results: 3 },
    { pattern: "A", include: ["*.ts"], max_results: 3 },
  ],
  [
    "list_dir",
    "list_directory",
    { dir_path: ".", offset: 1, limit: 3, depth: 2 },
    { path: ".", recursive: true, max_depth: 2, max_entries: 3 },
    { path: ".", recursive: true, max_depth: 2, max_entries: 3 },
  ],
  [
    "list_dir",
    "list_directory",
    { dir_path: ".", depth: 1, limit: 9999 },
    { path: ".", max_depth: 1, max_entries: 200 },
    { path: ".", max_entries: 200 },
  ],
  [
    "list_dir",
    "tree",
    { path: ".", depth: 1, limit: 2 },
    { max_depth: 1, max_entries: 2 },
    { path: ".", max_depth: 1, max_entries: 2 },
  ],
  // Cline: search_files, list_files, read_files
  [
    "search_files",
    "search_text",
    { path: ".", regex: "A$", file_pattern: "*.ts" },
    { pattern: "A$", include: ["*.ts"] },
    { path: ".", pattern: "A$", include: ["*.ts"] },
  ],
  ["list_files", "list_files", { path: ".", recursive: false }, { pattern: "./*" }, { pattern: "./*" }],
  [
    "read_files",
    "read_files",
    { files: [{ path: "src/a.ts" }, { path: "top.ts", start_line: null }] },
    { paths: ["src/a.ts", "top.ts"] },
    { paths: ["src/a.ts", "top.ts"] },
  ],
  [
    "read_files",
    "read_files",
    { paths: "src/a.ts", limit: 1 },
    { paths: ["src/a.ts"], max_lines: 1 },
    { paths: ["src/a.ts"], max_lines: 1 },
  ],
  // server-filesystem: read_text_file, directory_tree, search_files, list_directory_with_sizes
  READ({ path: "long.txt", head: 2 }, { max_lines: 2 }, { path: "long.txt", max_lines: 2 }),
  [
    "directory_tree",
    "tree",
    { path: ".", excludePatterns: ["src"] },
    { exclude: ["src"] },
    { path: ".", exclude: ["src"] },
  ],
  [
    "search_files",
    "search_text",
    { path: ".", pattern: "A", excludePatterns: ["*.md", "*.js"] },
    { exclude: ["*.md", "*.js"] },
    { pattern: "A", exclude: ["*.md", "*.js"] },
  ],
  ["sizes", "list_directory", { dir_path: "src", sortBy: "name" }, { path: "src" }, { path: "src" }],
  // Copilot: read_file, grep_search, file_search
  READ(
    { filePath: inside("long.txt"), startLine: 10, endLine: 19 },
    { path: inside("long.txt"), start_line: 10, max_lines: 10 },
  ),
  READ({ filePath: "long.txt", startLine: 0, endLine: 2000 }, { path: "long.txt", start_line: 1, max_lines: 500 }),
  READ({ filePath: "long.txt", offset: 7, limit: 1 }, { path: "long.txt", start_line: 7, max_lines: 1 }),
  [
    "grep_search",
    "search_text",
    { query: "A)", isRegexp: false, includePattern: "src/**", maxResults: 2 },
    { pattern: "A)", literal: true, include: ["src/**"], max_results: 2 },
    { pattern: "A)", literal: true, include: ["src/**"], max_results: 2 },
  ],
  [
    "file_search",
    "list_files",
    { query: "**/*.md", maxResults: 1 },
    { pattern: "**/*.md", max_results: 1 },
    { pattern: "**/*.md", max_results: 1 },
  ],
];

const FIXED = ["tree", "read_file", "list_directory"];
const leg = LEGS.find(({ client, wire }) => client === "v2 modern" && wire === "stdio") ?? LEGS[0];

function connect(format: AnswerFormat, name = "claude-code", on: Leg | undefined = leg): Promise<Session> {
  if (on === undefined) throw new Error("no leg");
  return openSession({ ...on, wire: "stdio" }, { args: [MAIN, "mcp", root, "--format", format], name });
}

interface Result {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

const textOf = ({ content }: Result) => content[0]?.text ?? "";

async function call(session: Session, tool: string, args: Args): Promise<Result> {
  return (await session.call(tool, args)) as Result;
}

/** As docs/text.md writes them. */
function lead(readAs: Args): string {
  const show = (value: unknown): string =>
    Array.isArray(value) ? `[${value.map(show).join(", ")}]` : JSON.stringify(value);
  const clauses = Object.entries(readAs).map(([name, value]) => `${name} ${show(value)}`);
  return `read as ${clauses.join(", ")}\n`;
}

describe.each(["text", "json"] as const)("LK-11 over MCP in format %s", (format) => {
  let session: Session;
  beforeAll(async () => {
    session = await connect(format);
  });
  afterAll(() => session.close());

  test.each(CALLS)("%s: %s %j is read as %j", async (_who, tool, sent, readAs, own) => {
    const [told, expected] = [await call(session, tool, sent), await call(session, tool, own)];
    expect([textOf(expected), expected.isError ?? false]).toEqual([textOf(expected), false]);
    if (format === "text") expect(textOf(told)).toBe(lead(readAs) + textOf(expected));
    else if (FIXED.includes(tool)) {
      const known = Object.keys(own);
      const names = Object.keys(sent).filter((name) => textOf(told).includes(`no argument \\"${name}\\"; use `));
      expect([told.isError, textOf(told).includes("INVALID_ARGUMENT"), names.length]).toEqual([true, true, 1]);
      expect(known.some((name) => textOf(told).includes(`; use ${name}"`))).toBe(true);
    } else {
      const { structuredContent: data } = told;
      expect(data).toEqual({ ...expected.structuredContent, read_as: readAs });
      expect(Object.keys(data ?? {}).at(-1)).toBe("read_as");
      expect(JSON.parse(textOf(told))).toEqual(data);
    }
  });
});

const REFUSED: readonly (readonly [tool: string, sent: Args, error: string])[] = [
  [
    "search_text",
    { pattern: "A", offset: 3 },
    "offset cannot be used here: to go on, give after the value of next of the last answer",
  ],
  [
    "search_text",
    { pattern: "A", multiline: true },
    "multiline cannot be used here: pattern is matched line by line; give the part on one line, and context_lines",
  ],
  ["search_text", { pattern: "A", "-n": false }, "-n cannot be used here: lines always have their numbers"],
  ["search_text", { pattern: "A", type: "cobol" }, 'type must be one of "c", "cpp",'],
  [
    "search_text",
    { pattern: "A", output_mode: "all" },
    'output_mode must be one of "content", "files_with_matches", "count", not "all"',
  ],
  ["search_text", { pattern: "A", "-i": "true" }, '-i must be a boolean, not "true"'],
  ["search_text", { pattern: "A", "-A": -1 }, "-A must be a whole number of at least 0, not -1"],
  ["search_text", { pattern: "A", head_limit: 2.5 }, "head_limit must be a whole number of at least 1, not 2.5"],
  [
    "search_text",
    { pattern: "A", include_pattern: 3 },
    "include_pattern must be a string or an array of strings, not 3",
  ],
  ["search_text", { pattern: "A", dir_path: "" }, "dir_path must not be empty"],
  ["search_text", { regex: ["a"] }, "regex must be a string, not an array"],
  [
    "search_text",
    { pattern: "A", patern: "A" },
    'search_text has no argument "patern"; it has pattern, path, literal,',
  ],
  [
    "search_text",
    { pattern: "A", limit: 3, head_limit: 4 },
    "limit and head_limit contradict each other; give only one of them",
  ],
  [
    "search_text",
    { pattern: "A", "-i": true, ignore_case: false },
    "-i and ignore_case contradict each other; give only one of them",
  ],
  ["read_file", { path: "long.txt", offset: "900" }, 'offset must be a whole number of at least 0, not "900"'],
  ["read_file", { file_path: 5 }, "file_path must be a string, not 5"],
  ["read_file", { path: "long.txt", start_line: 9, end_line: 3 }, "end_line must not be less than start_line"],
  ["read_file", { filePath: "long.txt", startLine: 9, endLine: 3 }, "endLine must not be less than startLine"],
  ["read_file", { filePath: "long.txt", startLine: "9", endLine: 3 }, "startLine must be a whole number of at least 1"],
  ["search_text", { pattern: "a", glob: ["*.ts"] }, "glob must be a string, not an array"],
  // What only the tool itself refuses names our argument, and says which one it was.
  [
    "search_text",
    { pattern: "a", glob: "!" },
    'exclude[0] must be a glob, not "": it is empty; glob was read as exclude',
  ],
  ["read_files", { files: [] }, "paths must have 1 to 20 entries, not 0; files was read as paths"],
  [
    "search_text",
    { query: "a(?=b)", includePattern: "*.ts" },
    'pattern cannot be used: lookahead is not supported: "(?=" at column 2; set literal to search for the text as it is; ' +
      "query was read as pattern, includePattern as include",
  ],
  [
    "read_file",
    { file_path: "top.ts", offset: 1, max_lines: "3" },
    'max_lines must be a number, not "3"; file_path was read as path',
  ],
  [
    "read_file",
    { path: "long.txt", tail: 3 },
    "tail cannot be used here: give start_line; every answer says how many lines the file has",
  ],
  [
    "read_file",
    { path: "long.txt", max_line: 3 },
    'read_file has no argument "max_line"; it has path, start_line, max_lines; did you mean "max_lines"?',
  ],
  [
    "read_file",
    { path: "long.txt", wait_for_previous: true },
    'read_file has no argument "wait_for_previous"; it has path, start_line, max_lines',
  ],
  [
    "read_files",
    { files: [{ path: "top.ts", start_line: 3 }] },
    "files cannot have start_line or end_line here: each file is read from its first line",
  ],
  ["list_files", { pattern: "*", glob: "*.ts" }, "glob and pattern contradict each other; give only one of them"],
  ["list_directory", { path: ".", depth: 0 }, "depth must be a whole number of at least 1, not 0"],
  ["tree", { path: ".", constructor: 1 }, 'tree has no argument "constructor"; it has path, entry_kind,'],
];

describe("LK-11 over MCP a call is refused, by the name that was sent", () => {
  let session: Session;
  beforeAll(async () => {
    session = await connect("text");
  });
  afterAll(() => session.close());

  test.each(REFUSED)("%s %j: %s", async (tool, sent, error) => {
    const told = await call(session, tool, sent);
    expect(told.isError).toBe(true);
    expect(textOf(told)).toContain(`error INVALID_ARGUMENT: ${error}`);
  });
});

describe.each(LEGS)("LK-11 $client on $runtime", (on) => {
  test("what a client adds for itself is dropped without a word, for that client only", async () => {
    const session = await connect("json", "gemini-cli-mcp-client", on);
    try {
      const plain = await call(session, "read_file", { path: "top.ts" });
      expect(await call(session, "read_file", { path: "top.ts", wait_for_previous: false })).toEqual(plain);
      expect(await call(session, "read_file", { path: "top.ts", task_progress: "- [ ] x" })).toMatchObject({
        isError: true,
      });
    } finally {
      await session.close();
    }
  });

  test("offset counts from 0 for a client whose own tool does", async () => {
    const session = await connect("text", "qwen-code-mcp-client", on);
    try {
      const told = await call(session, "read_file", { file_path: "long.txt", offset: 899, limit: 1 });
      expect(textOf(told)).toContain('read as path "long.txt", start_line 900, max_lines 1\n');
      expect(textOf(told).endsWith("\nline 900")).toBe(true);
      expect(await call(session, "read_file", { path: "top.ts", wait_for_previous: false })).toMatchObject({
        isError: true,
      });
    } finally {
      await session.close();
    }
  });
});
