// What a person is told whose command, option, value or path is wrong. dist/ must be built.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { porthole } from "../support/cli.ts";
import { rowsOf } from "../support/rows.ts";
import { makeTree } from "../support/tree.ts";

/** Cut in a message, with words in it that options are called by. */
const LONG = `exclude/max_depth/recursive/${"a".repeat(200)}`;
const NEAREST = '; the nearest existing folder is "."';
const EXAMPLE = `'{"path":"."}'`;

/** The exit code, what follows `porthole`, and what is said of it; `*` stands for anything. */
const WRONG = `
1 tree none → "none" does not exist${NEAREST}
1 tree f → path is not a directory: "f"
1 tree --depth 13 → --depth must be a whole number from 0 to 12, not 13
1 tree --max 0 → --max must be a whole number from 1 to 1000, not 0
1 tree --exclude exclude[ → --exclude must be a glob, not "exclude["*
1 ls --depth 2 → --depth must be 1 or left out unless --recursive is true, not 2
1 ls --max 201 → --max must be a whole number from 1 to 200, not 201
1 read f --start 0 → --start must be a whole number of at least 1, not 0
1 read f --lines 501 → --lines must be a whole number from 1 to 500, not 501
1 read max_lines → "max_lines" does not exist${NEAREST}
1 tree ${LONG} → "${LONG.slice(0, 119)}… does not exist${NEAREST}
1 ls ${LONG} → "${LONG.slice(0, 119)}… does not exist${NEAREST}
1 read ../f → path is outside the workspace; *, or look at another folder: porthole read -w .. f

# A name that does not exist is answered with the one that was meant.
2 treee → unknown command treee; did you mean "tree"?
2 Tree → unknown command Tree; did you mean "tree"?
2 hepl → unknown command hepl; did you mean "help"?
2 help serach → unknown command serach; did you mean "search"?
2 dance → unknown command dance; see porthole --help
2 tree --dept 3 → tree has no option --dept; did you mean "--depth"?
2 tree --dept=3 → tree has no option --dept; did you mean "--depth"?
2 tree -depth 3 → tree has no option -d; did you mean "--depth"?
2 ls -R → ls has no option -R; did you mean "-r"?
2 ls --constructor → ls has no option --constructor; see porthole ls --help
2 ls --__proto__ → ls has no option --__proto__; see porthole ls --help
2 tree --frob → tree has no option --frob; see porthole tree --help
2 tree --\u001b[2J → tree has no option --\\x1b[2J; see porthole tree --help
2 find x --type fiel → --type must be file, directory or all, not "fiel"; did you mean "file"?
2 tools --format opneai → --format must be json, openai, anthropic, gemini or mcp, not "opneai"; did you mean "openai"?
2 call --format=txt tree {} → --format must be json or text, not "txt"; did you mean "text"?
2 call --dialect klingon → --dialect must be forge or gemini, not "klingon"
2 tree --dialect gemini → tree has no option --dialect; see porthole tree --help
2 ls --dialect gemini → ls has no option --dialect; see porthole ls --help
2 explain --dialect gemini → explain has no option --dialect; see porthole explain --help
2 complete bsah → SHELL must be bash, zsh or fish, not "bsah"; did you mean "bash"?
2 complete tcsh → SHELL must be bash, zsh or fish, not "tcsh"

# A value that is missing, of another kind or not taken.
2 tree --depth → --depth needs a value: --depth N
2 tree -w → -w needs a value: -w DIR
2 tree --depth -1 → --depth needs a value; write --depth=-1 if "-1" is meant
2 tree --exclude --all → --exclude needs a value; write --exclude=--all if "--all" is meant
2 tree --all=yes → --all takes no value
2 tree --depth x → --depth must be a number, not "x"
2 tree a b → unexpected argument "b": tree takes [PATH]; see porthole tree --help
2 read → read needs PATH; see porthole read --help
2 --workspace . tree → options come after the command: porthole COMMAND --workspace
2 tree --workspace none → the workspace root does not exist or cannot be reached: none
2 tree --workspace '' → the workspace must not be empty; . is the current folder
2 tree --config tools.toml → tools.toml:2: tools.approval.denylist[0]: "reed_file" is not a tool; * "read_file"?
2 tree --config none.toml → *none.toml*
2 tree --config bad.toml → bad.toml:2: *max_depth*(and 1 more)
2 call tree { → the arguments must be valid JSON, such as ${EXAMPLE}, not "{"
2 call tree [] → JSON must be an object with the tool's arguments
2 call tree → call needs the arguments of tree as JSON, such as ${EXAMPLE}
2 call → call needs TOOL and JSON; see porthole call --help
2 find → find needs GLOB*
2 find [a → *
2 find a none → "none" does not exist*
2 find a --max 0 → --max must be a whole number of at least 1, not 0
2 find a --type x → --type must be file, directory or all, not "x"
2 search (?=a) → pattern *
2 search a .. → *
2 search a --context 11 → --context must be a whole number from 0 to 10, not 11
2 tree --color sometimes → --color must be auto, always or never, not "sometimes"
2 log none --color blue → --color must be *
2 log none --tool tree → log has no option --tool*
2 log none → *no such file*
2 log → log needs FILE*
2 search ( → pattern cannot be used: the group has no closing ")": at column 1; set --literal to search for the text as it is

# porthole mcp
2 mcp none → the workspace root does not exist or cannot be reached: none
2 mcp '' → the workspace must not be empty; . is the current folder
2 mcp → mcp needs DIR; see porthole mcp --help
2 mcp --http → mcp needs DIR; see porthole mcp --help
2 mcp --http 8080 → mcp needs DIR; see porthole mcp --help
2 mcp . x → unexpected argument "x": mcp takes DIR; see porthole mcp --help
2 mcp . --deny a b → unexpected argument "b": mcp takes DIR; quote globs, so that the shell does not expand them
2 mcp . --port 80 → mcp has no option --port; write --http PORT
2 mcp -w . → mcp has no option -w; the folder is the argument: porthole mcp DIR
2 mcp . --workspace=. → mcp has no option --workspace; the folder is the argument: porthole mcp DIR
2 mcp . --token x → --token needs --http
2 mcp . --quiet → --quiet needs --http
2 mcp . --log '' → --log must name a file
2 mcp . --http --token short → token must be *
2 mcp . --http --host '' → the host must not be empty; 127.0.0.1 is for this machine only
2 mcp . --http --allow-host a.example:80 → allowedHosts must be an array of host names without scheme and port
2 mcp . --http --page --dialect gemini → --page cannot be combined with --dialect gemini
2 mcp . --http=abc → --http must be a port from 0 to 65535, not "abc"
`;
const PORTS = ["99999", "-1", "abc", "80a"].flatMap((port) =>
  [`. --http ${port}`, `--http ${port} .`].map(
    (words) => `2 mcp ${words} → --http must be a port from 0 to 65535, not "${port}"`,
  ),
);
const BYTES = ["0", "255", "-1", "1.5", "2e4", "abc", "", "99999999999999999999"].map(
  (bytes) => `2 mcp . --max-bytes=${bytes} → --max-bytes must be a whole number of at least 256, not "${bytes}"`,
);

/** As a shell splits them, single quotes included. */
const toWords = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
const toPattern = (message: string) => {
  const parts = message.split("*").map((part) => part.replaceAll(/[.+?^$(){}|[\]\\]/g, "\\$&"));
  return new RegExp(`^porthole: ${parts.join(".*")}\n$`);
};

describe("a tool's error ends with 1 and wrong usage with 2, in one line", () => {
  const root = makeTree(["file f x"]);
  writeFileSync(join(root, "tools.toml"), "[tools.approval]\ndenylist = ['reed_file']\n");
  writeFileSync(join(root, "bad.toml"), "[tools.tree]\nmax_depth = 99\nfrob = 1\n");

  test.each([...rowsOf(WRONG), ...PORTS, ...BYTES])("%s", (row) => {
    const [, status, line = "", message = ""] = /^(\d) (.*?) → (.*)$/.exec(row) ?? [];
    const ran = porthole(root, toWords(line));
    expect([ran.status, ran.stdout]).toEqual([Number(status), ""]);
    expect(ran.stderr).toMatch(toPattern(message));
  });
});

describe("a path outside the folder is answered with how to look there", () => {
  const outside = "path is outside the workspace; use a path inside it, relative to its root";
  const root = makeTree(["file a x", "symlink out ..", "file .npmrc x"]);
  const cases: [string[], string][] = [
    [["tree", "/none/x"], "tree -w /none/x"],
    [["ls", ".."], "ls -w .."],
    [["ls", "../it's mine"], "ls -w ../it\\'s\\ mine"],
    [["read", "../x/f.txt"], "read -w ../x f.txt"],
    [["find", "*.ts", "../x"], "find -w ../x \\*.ts"],
    [["search", "a b", "/etc/hosts"], "search -w /etc/hosts a\\ b"],
    [["tree", "-w", "sub", "../.."], "tree -w .."],
  ];
  mkdirSync(join(root, "sub"));

  test.each(cases)("%j: porthole %s", (args, command) => {
    expect(porthole(root, args).stderr).toBe(`porthole: ${outside}, or look at another folder: porthole ${command}\n`);
  });

  test("explain says it too", () => {
    const { status, stderr } = porthole(root, ["explain", "/etc/hosts"]);
    expect([status, stderr]).toEqual([0, "porthole: to look there: porthole explain -w /etc hosts\n"]);
  });

  test("whether something is there makes no difference", () => {
    const [there, nowhere] = ["/etc/passwd", "/etc/nobody"].map((path) => porthole(root, ["read", path]));
    expect(there?.stderr.replace("passwd", "nobody")).toBe(nowhere?.stderr);
  });

  test("what a model gets stays as it is", () => {
    const error = { kind: "SandboxViolation", code: "SANDBOX_VIOLATION", message: outside };
    for (const args of [
      ["tree", "/etc", "--json"],
      ["read", "/etc/passwd", "--json"],
      ["call", "tree", '{"path":"/etc"}'],
    ])
      expect(porthole(root, args)).toEqual({ status: 1, stdout: `${JSON.stringify({ error })}\n`, stderr: "" });
    expect(porthole(root, ["explain", "/etc", "--json"]).stderr).toBe("");
  });

  test("a link that leads out, and what is denied inside, lead nowhere else", () => {
    for (const path of ["out", ".npmrc"]) {
      const { status, stderr } = porthole(root, ["read", path]);
      expect([status, stderr.includes("porthole read")]).toEqual([1, false]);
    }
  });
});
