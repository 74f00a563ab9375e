import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { wantsColour } from "../../src/cli/style.ts";
import { VERSION } from "../../src/mcp/version.ts";
import { hasTerminals, porthole, portholeInto, portholeOnTerminal, startPorthole } from "../support/cli.ts";
import { toInitialize } from "../support/mcp.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";

describe("porthole tree", () => {
  test("draws directories, files and symlinks, and marks what was not opened", () => {
    const root = makeTree(["file src/a/deep/x x", "file src/main.ts x", "symlink link src", "dir empty"]);
    const drawn = ["./", "├── empty/", "├── src/", "│   ├── a/ …", "│   └── main.ts", "└── link@"];
    const stdout = [...drawn, "… cut at depth 2; --depth 3 shows more", ""].join("\n");
    expect(porthole(root, ["tree", "--all", "--depth", "2"])).toEqual({ status: 0, stderr: "", stdout });
  });

  test("says where it stopped and what shows more", () => {
    const root = makeTree(["dir a", "dir b", "dir c"]);
    expect(porthole(root, ["tree", "--max", "2"]).stdout).toBe(
      "./\n└── a/\n… 2 entries, the requested maximum; --max 10 shows more\n",
    );
  });

  test("takes every option, and another workspace", () => {
    const root = makeTree(["file .h/x x", "file a.log x", "file b.txt x"]);
    const args = ["tree", "--workspace", root, "--all", "--hidden", "--exclude", "*.log", "--exclude", ".h"];
    expect(porthole("/", args).stdout).toBe("./\n└── b.txt\n");
  });

  test("leaves out what git ignores, unless the configuration or --no-ignore says otherwise", () => {
    const root = makeTree(["dir .git", "file .gitignore *.log\n", "file a.log x", "file d/b.log x", "file d/c.txt x"]);
    const config = join(makeTempFolder(), "config.toml");
    writeFileSync(config, "[tools.tree]\nrespect_gitignore = false\n");
    const all = "./\n├── d/\n│   ├── b.log\n│   └── c.txt\n└── a.log\n";
    expect(porthole(root, ["tree", "--all"]).stdout).toBe("./\n└── d/\n    └── c.txt\n");
    expect(porthole(root, ["tree", "--all", "--config", config]).stdout).toBe(all);
    expect(porthole(root, ["tree", "--all", "--no-ignore"]).stdout).toBe(all);
    expect(porthole(root, ["ls"]).stdout).not.toContain("a.log");
    expect(porthole(root, ["ls", "--no-ignore"]).stdout).toContain("a.log");
    const call = ["call", "list_directory", '{"path":"."}'];
    expect(porthole(root, call).stdout).not.toContain("a.log");
    expect(porthole(root, [...call, "--no-ignore"]).stdout).toContain("a.log");
    expect(porthole(root, ["read", "a.log"]).stdout).toBe("1  x\n");
  });

  test("is coloured only where colour is wanted", () => {
    const root = makeTree(["dir a"]);
    expect(porthole(root, ["tree"], { env: { FORCE_COLOR: "1" } }).stdout).toContain("\u001b[34ma/\u001b[0m");
    expect(wantsColour({}, true)).toBe(true);
    expect(wantsColour({}, false)).toBe(false);
    expect(wantsColour({ NO_COLOR: "1", FORCE_COLOR: "1" }, true)).toBe(false);
    expect(wantsColour({ FORCE_COLOR: "0" }, true)).toBe(false);
    expect(wantsColour({ TERM: "dumb" }, true)).toBe(false);
    expect(wantsColour({ NO_COLOR: "1", TERM: "dumb" }, false, "always")).toBe(true);
    expect(wantsColour({ FORCE_COLOR: "1" }, true, "never")).toBe(false);
  });
});

test.skipIf(!hasTerminals())("on a terminal it is coloured, unless NO_COLOR is set", () => {
  const root = makeTree(["dir a/b"]);
  const look = (env: NodeJS.ProcessEnv) => portholeOnTerminal(root, ["tree", "--depth", "1"], env);
  const cut = "… cut at depth 1; --depth 2 shows more";
  expect(look({ TERM: "xterm" })).toBe(
    `\u001b[34m./\u001b[0m\r\n└── \u001b[34ma/\u001b[0m \u001b[2m…\u001b[0m\r\n\u001b[2m${cut}\u001b[0m\r\n`,
  );
  expect(look({ TERM: "xterm", NO_COLOR: "1" })).toBe(`./\r\n└── a/ …\r\n${cut}\r\n`);
});

const hasFullDevice = existsSync("/dev/full");
if (!hasFullDevice) console.warn("the test of a full disk is skipped: this system has no /dev/full");

test.skipIf(!hasFullDevice)("output that cannot be written is told in one line", () => {
  const full = openSync("/dev/full", "w");
  const root = makeTree(["file a/f x"]);
  const told = { status: 2, stderr: "porthole: the output cannot be written (ENOSPC)\n" };
  for (const args of [["tree"], ["tools"], ["--help"], ["find", "*"], ["call", "tree", '{"path":"."}']])
    expect(portholeInto(full, root, args)).toEqual(told);
  closeSync(full);
});

test("a person sees of a folder, a tree and a file what fits into an agent's answer, no more", () => {
  const names = Array.from({ length: 200 }, (_, i) => `${"n".repeat(200)}${i}`);
  const root = makeTree([
    `file long ${Array(500).fill("x".repeat(1000)).join("\n")}`,
    `file wide ${"x".repeat(70_000)}`,
  ]);
  for (const name of names) writeFileSync(join(root, name), "");
  /** What a model gets, how many of it a person sees, and the line below. */
  const look = (...args: string[]) => {
    const lines = porthole(root, args).stdout.split("\n");
    return {
      data: JSON.parse(porthole(root, [...args, "--json"]).stdout),
      shown: lines.length - 2,
      last: lines.at(-2),
    };
  };
  const read = look("read", "long", "--lines", "500");
  const { returned_line_count } = read.data.meta;
  expect([returned_line_count < 100, read.shown]).toEqual([true, returned_line_count]);
  expect(read.last).toBe(`… lines 1 to ${read.shown} of 500; --start ${read.data.next_start_line} shows more`);
  const ls = look("ls");
  expect([ls.data.returned < 200, ls.shown]).toEqual([true, ls.data.returned]);
  expect(ls.last).toBe(`… first ${ls.shown} entries; the rest does not fit into one answer`);
  const tree = look("tree", "--all", "--max", "200");
  expect([tree.data.scanned_entries < 200, tree.shown]).toEqual([true, tree.data.scanned_entries]);
  expect(tree.last).toBe(`… ${tree.shown} entries; the rest does not fit into one answer`);
  const { message } = JSON.parse(porthole(root, ["read", "wide", "--json"]).stdout).error;
  expect(porthole(root, ["read", "wide"])).toEqual({ status: 1, stdout: "", stderr: `porthole: ${message}\n` });
});

describe("porthole read", () => {
  test("numbers the lines and says where to go on", () => {
    const root = makeTree([`file f ${Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join("\n")}`]);
    expect(porthole(root, ["read", "f", "--start", "9", "--lines", "2"]).stdout).toBe(
      " 9  line 9\n10  line 10\n… lines 9 to 10 of 12; --start 11 shows more\n",
    );
    expect(porthole(root, ["read", "f", "--start", "12"]).stdout).toBe("12  line 12\n");
    expect(porthole(root, ["read", "f", "--start", "99"]).stdout).toBe("… the file has 12 lines\n");
  });

  test("keeps tabs and escapes everything that a terminal would act on", () => {
    const root = makeTree(["file f \ta\u001b[2Jb\rc"]);
    expect(porthole(root, ["read", "f"]).stdout).toBe("1  \ta\\x1b[2Jb\\x0dc\n");
  });
});

const CALLS = '{"id":"1","name":"tree","arguments":{"path":"."}}\n';

/** As a shell splits them, single quotes included. */
const toWords = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

describe("every command", () => {
  test("EX-21 a name cannot write to the terminal, whatever shows it [promise terminal]", () => {
    const root = makeTree([]);
    mkdirSync(`${root}/\u001b[2J\r\n\u202eevil\u0085`);
    writeFileSync(`${root}/plain é 日本 😀`, "");
    const shown = "\\x1b[2J\\x0d\\x0a\\u202eevil\\x85/";
    expect(porthole(root, ["tree", "--all"]).stdout).toBe(`./\n├── ${shown}\n└── plain é 日本 😀\n`);
    expect(porthole(root, ["ls", "--iso"]).stdout).toContain(`Z  ${shown}\n`);
    expect(porthole(root, ["read", "\u001b[2J"]).stderr).toBe(
      'porthole: "\\u001b[2J" does not exist; the nearest existing folder is "."\n',
    );
    expect(porthole(root, ["\u001b[2J"]).stderr).toBe("porthole: unknown command \\x1b[2J; see porthole --help\n");
  });

  test("the exit code is the same when nobody reads the complaint", async () => {
    const root = makeTree([]);
    for (const [word, status] of [
      ["none", 1],
      ["--frob", 2],
    ] as const) {
      const child = startPorthole(root, ["tree", word]);
      const ended = new Promise((resolve) => child.on("exit", resolve));
      child.stderr.destroy();
      expect(await ended).toBe(status);
    }
  });

  test("has help with examples that run, and the version of the package", () => {
    const record = 'file calls.jsonl {"time":"2026-01-01T00:00:00.000Z","success":true}\n';
    const files = [
      "file src/x.ts a.b( TODO error",
      "file src/y.test.ts x",
      "file docs/z x",
      "file README.md 1\n2\n3\n4\n",
    ];
    const root = makeTree([...files, record, "dir node_modules"]);
    expect(porthole(root, ["--version"]).stdout).toBe(`${VERSION}\n`);
    const packageJson = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(VERSION).toBe(packageJson.version);
    const overview = porthole(root, ["--help"]);
    expect(overview.status).toBe(0);
    expect(porthole(root, []).status).toBe(2);
    for (const [name, { options, examples }] of Object.entries(COMMANDS)) {
      expect(overview.stdout).toContain(`porthole ${name}`);
      const help = porthole(root, [name, "--help"]);
      expect(help.status).toBe(0);
      for (const option of Object.keys(options)) expect(help.stdout).toContain(`--${option}`);
      for (const [command] of examples) expect(help.stdout).toContain(command);
      if (name === "mcp" || name === "complete") continue;
      for (const [command] of examples) {
        const [words = "", file] = command.split(" < ");
        const ran = porthole(root, toWords(words).slice(1), file ? { input: CALLS } : {});
        expect([command, ran.status, ran.stderr]).toEqual([command, 0, ""]);
        expect(ran.stdout).not.toBe("");
      }
    }
  });

  test("the configuration comes from --config or from the user's folder, never from the workspace [promise no-config-from-folder]", () => {
    const root = makeTree(["file porthole.toml [tools.tree]\nmax_depth = 0\n", "dir a/b"]);
    expect(porthole(root, ["tree"]).stdout).toContain("b/");
    expect(porthole(root, ["tree", "--config", "porthole.toml"]).stdout).toBe("./ …\n… cut at depth 0\n");
    const home = makeTempFolder();
    mkdirSync(join(home, "porthole"));
    writeFileSync(join(home, "porthole/config.toml"), "[tools.tree]\nmax_depth = 0\n");
    expect(porthole(root, ["tree"], { env: { XDG_CONFIG_HOME: home } }).stdout).toBe("./ …\n… cut at depth 0\n");
  });

  test("ends at once when it is interrupted, whatever it waits for", async () => {
    const root = makeTree(["dir a"]);
    for (const args of [
      ["call", "--jsonl"],
      ["mcp", "."],
    ]) {
      const child = startPorthole(root, args);
      const ended = new Promise((resolve) => child.on("exit", (_code, signal) => resolve(signal)));
      const answered = new Promise((resolve) => child.stdout.once("data", resolve));
      child.stdin.write(args[0] === "mcp" ? `${JSON.stringify(toInitialize(1))}\n` : CALLS);
      await answered;
      child.kill("SIGINT");
      expect([args, await ended]).toEqual([args, "SIGINT"]);
    }
  });

  test("ends quietly when whoever reads closes the pipe", async () => {
    const root = makeTree(Array.from({ length: 900 }, (_, i) => `dir ${"d".repeat(200)}${i}`));
    const child = startPorthole(root, ["tree", "--max", "1000"]);
    const stderr = text(child.stderr);
    child.stdout.once("data", () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect([code, await stderr]).toEqual([0, ""]);
  });
});
