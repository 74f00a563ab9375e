import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { porthole, RUNTIME_FLAGS } from "./support/cli.ts";
import { type RanExample, ROOT, runExamples } from "./support/examples.ts";

/** Sorted: Bun gives names in the order of the disk. */
function listFiles(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`)
    .sort()
    .map((name) => `${folder}/${name}`);
}

const PAGES = ["README.md", ...listFiles("docs").filter((file) => file.endsWith(".md"))];
const read = (path: string) => readFileSync(`${ROOT}${path}`, "utf8");
const pages = PAGES.map((page) => ({ page, text: read(page) }));
const others = ["SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md"].map((page) => ({ page, text: read(page) }));
const run = (...args: string[]) =>
  spawnSync(process.execPath, [...RUNTIME_FLAGS, ...args], { cwd: ROOT, encoding: "utf8" });

/** On Bun with flags, because of the files of this folder. */
const runCommand = (words: readonly string[]) =>
  process.versions.bun === undefined ? porthole(ROOT, words) : run("dist/cli/main.js", ...words);

const examples = pages.flatMap(({ page, text }) =>
  [...text.matchAll(/<!-- example: (\S+) -->\n```\w+\n([\s\S]*?)```/g)].map(([, file = "", code]) => ({
    page,
    file,
    code,
  })),
);
// One that needs a provider's key is run against a stub of that provider, in test/adapters.
const alone = examples.map(({ file }) => file).filter((file) => !read(file).startsWith("// needs: "));

/** All of them, once. */
let ran: Promise<RanExample[]> | undefined;

async function runExample(file: string): Promise<RanExample> {
  ran ??= runExamples(alone, process.env);
  const found = (await ran)[alone.indexOf(file)];
  if (found === undefined) throw new Error(`${file} is no example that runs alone`);
  return found;
}

const commands = pages.flatMap(({ text }) =>
  [...text.matchAll(/^(?:npx )?porthole ((?:tree|ls|find|search|read|explain|call) .*)$/gm)].map(
    ([, words = ""]) => words,
  ),
);

const outputs = pages.flatMap(({ text }) =>
  [...text.matchAll(/<!-- output: (.*) -->\n```\n([\s\S]*?)```/g)].map(([, line = "", output = ""]) => ({
    line,
    output,
  })),
);

// Bun prints an array in another way, and each page can show only one.
const NODE = process.versions.bun === undefined ? process.execPath : "node";

/** Without what differs from one checkout, day or start to the next. */
function timeless(output: string): string {
  const known = existsSync(`${ROOT}.git`) ? output : output.replaceAll(/^ {2}ignored by .*\n/gm, "");
  return known
    .replaceAll(/(?<=_epoch_ms":)\d+/g, "N")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "DATE")
    .replaceAll(/(?<=127\.0\.0\.1:)\d+/g, "PORT")
    .replaceAll(/(?<=Bearer |\/#)[\w-]+/g, "TOKEN");
}

/** What a command prints; one that serves is ended once it has said everything. */
async function outputOf(line: string): Promise<string> {
  const [file, ...args] = toWords(line);
  if (file === "dist/cli/main.js" && args[0] !== "mcp" && NODE === process.execPath) return porthole(ROOT, args).stdout;
  if (alone.includes(line) && NODE === process.execPath) return (await runExample(line)).stdout;
  const child = spawn(NODE, toWords(line), { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed.includes("Ctrl-C ends it")) child.kill("SIGINT");
  }
  return printed;
}

/** As GitHub names them in links. */
const headingsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** As a shell splits them, single quotes included. */
const toWords = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

describe("the examples in the documentation", () => {
  test("stand there as they are in their files, and every file stands somewhere", () => {
    for (const { page, file, code } of examples) expect([page, code]).toEqual([page, read(file)]);
    expect(examples.map(({ file }) => file).sort()).toEqual(listFiles("examples"));
  });

  test("show a model no secrets: each uses the defaults for agents, or sets the two options that a context has for them", () => {
    const calls = listFiles("examples").flatMap((file) =>
      [...read(file).matchAll(/\bcreate(AgentToolkit|ToolContext)\(([\s\S]*?)\);\n/g)].map(
        ([, made = "", options = ""]) => ({ file, made, options }),
      ),
    );
    expect(calls.length).toBeGreaterThanOrEqual(listFiles("examples").length);
    const needed = {
      AgentToolkit: [/\bdefaults: "agent"/],
      ToolContext: [/\bdenySecrets: true/, /\bobeyPortholeignore: true/],
    };
    const lax = calls.filter(
      ({ made, options }) => !needed[made as keyof typeof needed].every((option) => option.test(options)),
    );
    expect(lax.map(({ file }) => file)).toEqual([]);
  });

  test.each(alone)("%s runs", async (file) => {
    const { status, stderr, stdout } = await runExample(file);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).not.toBe("");
  });

  test.each(commands)("porthole %s runs", (words) => {
    const { status, stderr, stdout } = runCommand(toWords(words));
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).not.toBe("");
  });

  test.each(outputs)("what $line prints stands there", async ({ line, output }) => {
    expect(timeless(await outputOf(line))).toBe(timeless(output));
  });

  test("have no control characters, as the colours of a terminal do", () => {
    const unprintable = [...pages, ...others].filter(({ text }) => /[^\P{Cc}\n]/u.test(text));
    expect(unprintable.map(({ page }) => page)).toEqual([]);
  });

  test("link to pages and headings that exist", () => {
    const broken = [...pages, ...others].flatMap(({ page, text }) => {
      const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
      return links.flatMap(([link, file, heading]) => {
        const target = file ? join(dirname(page), file) : page;
        const isThere =
          existsSync(`${ROOT}${target}`) && (heading === undefined || headingsOf(target).includes(heading));
        return isThere ? [] : [`${page}: ${link}`];
      });
    });
    expect(broken).toEqual([]);
  });

  test("every option of the library page exists in the sources, and every one of the toolkit stands there", () => {
    const page = read("docs/library.md");
    const tables = [...page.matchAll(/^\| (?:option|field) \|.*\n\| ---.*\n((?:\|.*\n)+)/gm)].map(
      ([, rows = ""]) => rows,
    );
    const names = tables.flatMap((rows) => [...rows.matchAll(/`(\w+)`(?=[^|]*\|.*\|)/gm)].map(([, name = ""]) => name));
    const sources = ["call/context", "toolkit", "registory/definitions", "call/policy", "call/types"];
    const text = sources.map((name) => read(`src/${name}.ts`)).join("\n");
    const rowNames = tables.flatMap((rows) => [...rows.matchAll(/^\| `(\w+)`/gm)].map(([, name = ""]) => name));
    expect(rowNames.length).toBeGreaterThan(20);
    for (const name of rowNames) expect([name, text.includes(name)]).toEqual([name, true]);
    const options = [...read("src/call/context.ts").matchAll(/^ {2}readonly (\w+)\??: /gm)].map(
      ([, name = ""]) => name,
    );
    const internal = ["workspace", "loadDenied", "semaphore", "capacityBytes", "leadsToAllowed", "outputLimitFrom"];
    for (const name of options.filter((option) => !internal.includes(option))) expect(names).toContain(name);
  });
});
