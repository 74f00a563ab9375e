// Calls as the models of other clients write them, over MCP, in both formats: each is answered like the same call by our own names, and the
// answer says how it was read. dist/ must be built.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import type { AnswerFormat } from "../../src/tools/found.ts";
import { MAIN } from "../support/cli.ts";
import { rowsOf } from "../support/rows.ts";
import { makeTree } from "../support/tree.ts";
import { LEGS, type Leg, openSession, type Session } from "./sessions.ts";

const root = makeTree([
  ...["file src/a.ts import x\nexport const A = 1\nexport const b = A\nlast", "file src/b.js const a = 1\n"],
  ...["file docs/c.md a\n", "file .gitignore out/\n", "file out/d.ts export const A = 2\n", "file top.ts A\n"],
]);
const lines = Array.from({ length: 950 }, (_, index) => `line ${index + 1}\n`);
writeFileSync(join(root, "long.txt"), lines.join(""));

type Args = Record<string, unknown>;

/** A tool, what is sent, and how it is read. */
const CALLS = readRows(String.raw`
# Claude Code: Read, Grep and Glob; and lists that were written as JSON into a string, as models sometimes do
read_file {"file_path":"ROOT/src/a.ts"} => {"path":"ROOT/src/a.ts"}
read_file {"path":"long.txt","offset":900,"limit":3} => {"start_line":900,"max_lines":3}
read_file {"file_path":"long.txt","offset":900} => {"path":"long.txt","start_line":900}
read_file {"file_path":"long.txt","limit":2000} => {"path":"long.txt","max_lines":500}
read_file {"file_path":"long.txt","offset":0,"limit":1} => {"path":"long.txt","start_line":1,"max_lines":1}
search_text {"pattern":"EXPORT","-i":true} => {"ignore_case":true}
search_text {"pattern":"A","output_mode":"files_with_matches"} => {"mode":"files"}
search_text {"pattern":"A","output_mode":"count"} => {"mode":"files"}
search_text {"pattern":"A","output_mode":"content","-n":true} => {"mode":"lines"}
search_text {"pattern":"b","-A":1,"-B":2} => {"context_lines":2}
search_text {"pattern":"b","-C":1,"-A":99} => {"context_lines":10}
search_text {"pattern":"b","context":1} => {"context_lines":1}
search_text {"pattern":"A","glob":"*.ts"} => {"include":["*.ts"]}
search_text {"pattern":"a","glob":"!*.md"} => {"exclude":["*.md"]}
search_text {"pattern":"a","glob":"*.ts,*.md"} => {"include":["*.ts","*.md"]}
search_text {"pattern":"a","glob":" *.{ts,js} *.md, !c.* "} => {"include":["*.{ts,js}","*.md"],"exclude":["c.*"]}
search_text {"pattern":"A","include":"[\"*.ts\", \"*.js\"]"} => {"include":["*.ts","*.js"]}
read_files {"paths":" [\"top.ts\"]"} => {"paths":["top.ts"]}
search_text {"pattern":"A","include":"[\"x]*"} => {"include":["[\"x]*"]}
search_text {"pattern":"A","glob":"","-i":true} => {"ignore_case":true}
search_text {"pattern":"a","type":"md"} => {"include":["*.md","*.markdown","*.mdown","*.mkdn"]}
search_text {"pattern":"line","head_limit":2,"offset":0} => {"max_results":2}
search_text {"pattern":"line 90","head_limit":0} => {"max_results":1000}
search_text {"pattern":"A","multiline":false,"-o":false,"path":"src","-i":false} => {"ignore_case":false}
list_files {"glob":"**/*.ts","head_limit":1} => {"pattern":"**/*.ts","max_results":1}
# Gemini CLI: read_file, grep_search, glob, list_directory
read_file {"file_path":"long.txt","start_line":10,"end_line":19} => {"path":"long.txt","max_lines":10}
read_file {"file_path":"long.txt","end_line":900} => {"path":"long.txt","max_lines":500}
search_text {"pattern":"A","dir_path":"src","include_pattern":"*.ts"} => {"path":"src","include":["*.ts"]}
search_text {"pattern":"A","names_only":true,"total_max_matches":5} => {"mode":"files","max_results":5}
search_text {"pattern":"(","fixed_strings":true,"case_sensitive":false} => {"literal":true,"ignore_case":true}
search_text {"pattern":"b","before":1,"after":2,"context":0} => {"context_lines":2}
search_text {"pattern":"A","no_ignore":true} => {"include_ignored":true}
list_files {"pattern":"*.ts","dir_path":"src","case_sensitive":true} => {"path":"src"}
list_files {"pattern":"*.ts","respect_git_ignore":false} => {"include_ignored":true}
list_directory {"dir_path":"src","ignore":[]} => {"path":"src"}
tree {"dir_path":".","ignore":["docs"]} => {"path":".","exclude":["docs"]}
# Codex: read_file, grep_files, list_dir
read_file {"file_path":"ROOT/long.txt","offset":5,"limit":2,"mode":"slice"} => {"path":"ROOT/long.txt","start_line":5,"max_lines":2}
search_text {"pattern":"A","include":"*.ts","limit":3} => {"include":["*.ts"],"max_results":3}
list_directory {"dir_path":".","offset":1,"limit":3,"depth":2} => {"path":".","recursive":true,"max_depth":2,"max_entries":3}
list_directory {"dir_path":".","depth":1,"limit":9999} => {"path":".","max_depth":1,"max_entries":200}
tree {"path":".","depth":1,"limit":2} => {"max_depth":1,"max_entries":2}
# Cline: search_files, list_files, read_files
search_text {"path":".","regex":"A$","file_pattern":"*.ts"} => {"pattern":"A$","include":["*.ts"]}
list_files {"path":".","recursive":false} => {"pattern":"./*"}
read_files {"files":[{"path":"src/a.ts"},{"path":"top.ts","start_line":null}]} => {"paths":["src/a.ts","top.ts"]}
read_files {"paths":"src/a.ts","limit":1} => {"paths":["src/a.ts"],"max_lines":1}
# server-filesystem: read_text_file, directory_tree, search_files, list_directory_with_sizes
read_file {"path":"long.txt","head":2} => {"max_lines":2}
tree {"path":".","excludePatterns":["src"]} => {"exclude":["src"]}
search_text {"path":".","pattern":"A","excludePatterns":["*.md","*.js"]} => {"exclude":["*.md","*.js"]}
list_directory {"dir_path":"src","sortBy":"name"} => {"path":"src"}
# Copilot: read_file, grep_search, file_search
read_file {"filePath":"ROOT/long.txt","startLine":10,"endLine":19} => {"path":"ROOT/long.txt","start_line":10,"max_lines":10}
read_file {"filePath":"long.txt","startLine":0,"endLine":2000} => {"path":"long.txt","start_line":1,"max_lines":500}
read_file {"filePath":"long.txt","offset":7,"limit":1} => {"path":"long.txt","start_line":7,"max_lines":1}
search_text {"query":"A)","isRegexp":false,"includePattern":"src/**","maxResults":2} => {"pattern":"A)","literal":true,"include":["src/**"],"max_results":2}
list_files {"query":"**/*.md","maxResults":1} => {"pattern":"**/*.md","max_results":1}
`).map(([tool, sent, readAs]) => ({ tool, sent, readAs: JSON.parse(readAs) as Args }));

/** What the tool itself refuses names our argument, and says which one it was. */
const REFUSED = readRows(`
search_text {"pattern":"A","offset":3} => offset cannot be used here: to go on, give after the value of next of the last answer
search_text {"pattern":"A","multiline":true} => multiline cannot be used here: pattern is matched line by line; give the part on one line, and context_lines
search_text {"pattern":"A","-n":false} => -n cannot be used here: lines always have their numbers
search_text {"pattern":"A","type":"cobol"} => type must be one of "c", "cpp",
search_text {"pattern":"A","output_mode":"all"} => output_mode must be one of "content", "files_with_matches", "count", not "all"
search_text {"pattern":"A","-i":"true"} => -i must be a boolean, not "true"
search_text {"pattern":"A","-A":-1} => -A must be a whole number of at least 0, not -1
search_text {"pattern":"A","head_limit":2.5} => head_limit must be a whole number of at least 1, not 2.5
search_text {"pattern":"A","include_pattern":3} => include_pattern must be a string or an array of strings, not 3
search_text {"pattern":"A","dir_path":""} => dir_path must not be empty
search_text {"regex":["a"]} => regex must be a string, not an array
search_text {"pattern":"A","patern":"A"} => search_text has no argument "patern"; it has pattern, path, literal,
search_text {"pattern":"A","limit":3,"head_limit":4} => limit and head_limit contradict each other; give only one of them
search_text {"pattern":"A","-i":true,"ignore_case":false} => -i and ignore_case contradict each other; give only one of them
read_file {"path":"long.txt","offset":"900"} => offset must be a whole number of at least 0, not "900"
read_file {"file_path":5} => file_path must be a string, not 5
read_file {"path":"long.txt","start_line":9,"end_line":3} => end_line must not be less than start_line
read_file {"filePath":"long.txt","startLine":9,"endLine":3} => endLine must not be less than startLine
read_file {"filePath":"long.txt","startLine":"9","endLine":3} => startLine must be a whole number of at least 1
search_text {"pattern":"a","glob":["*.ts"]} => glob must be a string, not an array
search_text {"pattern":"a","glob":"!"} => exclude[0] must be a glob, not "": it is empty; glob was read as exclude
read_files {"files":[]} => paths must have 1 to 20 entries, not 0; files was read as paths
search_text {"query":"a(?=b)","includePattern":"*.ts"} => pattern cannot be used: lookahead is not supported: "(?=" at column 2; set literal to search for the text as it is; query was read as pattern, includePattern as include
read_file {"file_path":"top.ts","offset":1,"max_lines":"3"} => max_lines must be a number, not "3"; file_path was read as path
read_file {"path":"long.txt","tail":3} => tail cannot be used here: give start_line; every answer says how many lines the file has
read_file {"path":"long.txt","max_line":3} => read_file has no argument "max_line"; it has path, start_line, max_lines; did you mean "max_lines"?
read_file {"path":"long.txt","wait_for_previous":true} => read_file has no argument "wait_for_previous"; it has path, start_line, max_lines
read_files {"files":[{"path":"top.ts","start_line":3}]} => files cannot have start_line or end_line here: each file is read from its first line
list_files {"pattern":"*","glob":"*.ts"} => glob and pattern contradict each other; give only one of them
list_directory {"path":".","depth":0} => depth must be a whole number of at least 1, not 0
tree {"path":".","constructor":1} => tree has no argument "constructor"; it has path, entry_kind,
`);

function readRows(table: string) {
  return rowsOf(table.replaceAll("ROOT", root)).map((row): [tool: string, sent: Args, then: string] => {
    const [, tool = "", sent = "", then = ""] = /^(\w+) (\{.*?\}) => (.*)$/.exec(row) ?? [];
    return [tool, JSON.parse(sent), then];
  });
}

/** The same call by our names: what was sent by them stays, unless it was read as something else. */
function inOurNames(tool: string, sent: Args, readAs: Args): Args {
  const { properties } = TOOL_DEFINITIONS[tool as keyof typeof TOOL_DEFINITIONS].parameters;
  return { ...Object.fromEntries(Object.entries(sent).filter(([name]) => name in properties)), ...readAs };
}

const FIXED = ["tree", "read_file", "list_directory"];
const leg = LEGS.find(({ client, wire }) => client === "v2 modern" && wire === "stdio") ?? LEGS[0];

function connect(format: AnswerFormat, name = "claude-code", on: Leg | undefined = leg): Promise<Session> {
  if (on === undefined) throw new Error("no leg");
  // On Bun the command line refuses to start beside the repository's `bunfig.toml`.
  const flags = on.runtime === "bun" ? ["--no-env-file", "--config=/dev/null"] : [];
  return openSession({ ...on, wire: "stdio" }, { args: [...flags, MAIN, "mcp", root, "--format", format], name });
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

  test.each(CALLS)("$tool $sent is read as $readAs", async ({ tool, sent, readAs }) => {
    const own = inOurNames(tool, sent, readAs);
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
  const WAITS = { path: "top.ts", wait_for_previous: false };
  let session: Session;
  const connectAs = async (format: AnswerFormat, name: string) => {
    session = await connect(format, name, on);
  };
  afterEach(() => session.close());

  test("what a client adds for itself is dropped without a word, for that client only", async () => {
    await connectAs("json", "gemini-cli-mcp-client");
    expect(await call(session, "read_file", WAITS)).toEqual(await call(session, "read_file", { path: "top.ts" }));
    const foreign = await call(session, "read_file", { path: "top.ts", task_progress: "- [ ] x" });
    expect(foreign).toMatchObject({ isError: true });
  });

  test("offset counts from 0 for a client whose own tool does", async () => {
    await connectAs("text", "qwen-code-mcp-client");
    const told = textOf(await call(session, "read_file", { file_path: "long.txt", offset: 899, limit: 1 }));
    expect(told).toContain('read as path "long.txt", start_line 900, max_lines 1\n');
    expect(told.endsWith("\nline 900")).toBe(true);
    expect(await call(session, "read_file", WAITS)).toMatchObject({ isError: true });
  });
});
