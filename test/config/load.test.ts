// Loading a file: what it takes to be read, how its faults are told, and files made to harm whoever reads them.
// Leaves to validate.test.ts what each key may say, and to locate.test.ts the lines.

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findUserConfig, formerUserConfigs } from "../../src/config/find.ts";
import { loadConfig } from "../../src/config/load.ts";
import { validateConfig } from "../../src/config/validate.ts";
import { isThorough } from "../support/scale.ts";
import { noUnprivilegedChild, runUnprivileged } from "../support/unprivileged.ts";
import { ConfigFile, makeFolder, refusalOf } from "./files.ts";
import { TABLES } from "./rows.ts";

const folder = makeFolder();
const file = new ConfigFile(folder);
const LIMIT_BYTES = 262_144;

describe("a good file", () => {
  test("EX-23 gives what it says, frozen", () => {
    const approval = { mode: "deny", allowlist: ["tree"] };
    const config = file.load(
      '[tools.approval]\nmode = "deny"\nallowlist = ["tree"]\n[tools.timeouts]\ndefault_seconds = 2.5',
    );
    expect(config).toEqual({ tools: { approval, timeouts: { default_seconds: 2.5 } } });
    expect([config, config.tools, config.tools?.approval?.allowlist].map(Object.isFrozen)).toEqual([true, true, true]);
    expect(validateConfig(config)).toEqual(config);
  });

  test.each([
    ["nothing", "", {}],
    ["only comments", "# [tools.tree]\n# max_depth = 99\n", {}],
    ["an empty table", "[tools]\n", { tools: {} }],
    ["a byte order mark", "\ufefftools.tree.max_depth = 2", { tools: { tree: { max_depth: 2 } } }],
    ["lines of Windows", "[tools.tree]\r\nmax_depth = 2\r\n", { tools: { tree: { max_depth: 2 } } }],
    ["a whole float", "tools.tree.max_depth = 2.0", { tools: { tree: { max_depth: 2 } } }],
    ["inline tables", "tools = { tree = { max_depth = 0x2 } }", { tools: { tree: { max_depth: 2 } } }],
  ])("may hold %s", (_, text, config) => {
    expect(file.load(text)).toEqual(config);
  });

  test("may be reached through a symlink", () => {
    file.load("[tools]");
    const link = join(folder, "link.toml");
    symlinkSync(file.path, link);
    expect(loadConfig(link)).toEqual({ tools: {} });
  });

  test("may have exactly 256 KiB", () => {
    expect(file.load("#".repeat(LIMIT_BYTES))).toEqual({});
  });
});

describe("a file that cannot be read", () => {
  const refusal = (path: string) => refusalOf(() => loadConfig(path));

  test("is named as the caller wrote it, with the reason", () => {
    const missing = "no/such.toml";
    expect(refusal(missing)).toEqual({ message: `${missing}: there is no such file`, file: missing });
    file.load("");
    const below = `${file.path}/x`;
    expect(refusal(below)).toEqual({ message: `${below}: a part of its path is not a folder`, file: below });
  });

  test("such as a folder, a FIFO or a device is no regular file, and nobody waits for it", () => {
    const directory = join(folder, "directory");
    mkdirSync(directory);
    const fifo = join(folder, "fifo");
    execFileSync("mkfifo", [fifo]);
    for (const path of [directory, fifo, "/dev/zero"]) {
      expect(refusal(path)).toEqual({ message: `${path}: it is not a regular file`, file: path });
    }
  });

  test("such as a name with NUL or a loop of links gives the code of the failure", () => {
    expect(refusal("a\0b").message).toBe("a\0b: it cannot be read (ERR_INVALID_ARG_VALUE)");
    const loop = join(folder, "loop");
    symlinkSync(loop, loop);
    expect(refusal(loop).message).toBe(`${loop}: it cannot be read (ELOOP)`);
  });

  test.skipIf(noUnprivilegedChild !== null)("such as one without permission says so", () => {
    const secret = join(folder, "secret.toml");
    writeFileSync(secret, "");
    chmodSync(secret, 0);
    const program = `
      const { loadConfig } = await import(new URL("config/load.js", build));
      try { loadConfig(args[0]); } catch (error) { return error.message; }`;
    expect(runUnprivileged(program, [secret])).toBe(`${secret}: permission denied`);
  });

  test("for its size is refused, one byte over", () => {
    expect(file.refusal("#".repeat(LIMIT_BYTES + 1))).toEqual({ message: "FILE: it is larger than 262144 bytes" });
  });

  test.each([
    ["a lone byte", Buffer.from([0x23, 0x0a, 0x0a, 0x23, 0xff, 0x0a]), 3],
    ["a character cut short at the end", Buffer.from([0x23, 0x0a, 0x23, 0xe2, 0x82]), 2],
    ["an encoded surrogate", Buffer.from([0x23, 0xed, 0xa0, 0x80, 0x0a]), 1],
    ["UTF-16", Buffer.from("\ufefftools = {}\n", "utf16le"), 1],
  ])("for %s is refused with the line", (_, bytes, line) => {
    const message = `FILE:${line}: the file is not valid UTF-8 here`;
    expect(file.refusal(bytes)).toEqual({ message, line });
  });
});

describe("a file that is no TOML", () => {
  const TOO_DEEP = "document contains excessively nested structures. aborting.";

  test.each([
    ["a key without a value", "a = 1\nb = \n", "2:5", "invalid value"],
    ["a header that is not closed", "# ä\n  [tools\n", "2:9", "illegal character in key"],
    ["a string that is not closed", "a = 'x", "1:5", "unfinished string"],
    ["a string that goes on", 'a = 1\r\nb = "x\r\nc = 2', "2:7", "the string is not closed on its line"],
    ["a key twice", "a = 1\r\n\r\na = 2", "3:1", "trying to redefine an already defined table or value"],
    ["a table twice", "[a]\n[a]", "2:2", "trying to redefine an already defined table or value"],
    ["NUL in a string", "a = 'x\0y'", "1:7", "control characters are not allowed in strings"],
    ["NUL after a number", "a = 1\0", "1:6", "illegal character in numeric literal"],
    ["a byte order mark before the fault", "\ufeffa = ", "1:5", "invalid value"],
    ["a lone CR", "a = 1\rb = 2", "1:6", "each key-value declaration must be followed by an end-of-line"],
    ["deep arrays", `a = ${"[".repeat(200_000)}`, "1:37", TOO_DEEP],
    ["deep tables", `a = ${"{a=".repeat(80_000)}`, "1:101", TOO_DEEP],
  ])("EX-23 for %s is refused with line and column", (_, text, place, reason) => {
    const message = `FILE:${place}: not valid TOML: ${reason}`;
    expect(file.refusal(text)).toEqual({ message, line: Number(place.split(":")[0]) });
  });
});

describe("a file with faults", () => {
  test("EX-23 names the key, the line, what is there and what was expected", () => {
    expect(file.refusal("\n[tools.tree]\n# deep\nmax_depth = 13\n")).toEqual({
      message: "FILE:4: tools.tree.max_depth: expected an integer from 0 to 12, not 13",
      ...{ line: 4, key: "tools.tree.max_depth" },
    });
    expect(file.refusal("[tools.tree]\nmax_dept = 3")).toEqual({
      message: "FILE:2: tools.tree.max_dept: unknown key, expected max_depth or max_entries or respect_gitignore",
      ...{ line: 2, key: "tools.tree.max_dept" },
    });
  });

  test("tells all of them, by line", () => {
    const text =
      '[tools.tree]\nmax_depth = "2"\n[tools.read_file]\nmax_lines = 0\n[tools]\noutput = 2000-01-01\n7 = 1\n';
    expect(file.refusal(text)).toEqual({
      message: [
        'FILE:2: tools.tree.max_depth: expected an integer from 0 to 12, not "2"',
        "FILE:4: tools.read_file.max_lines: expected an integer from 1 to 500, not 0",
        "FILE:6: tools.output: expected a table, not a date",
        `FILE:7: tools.7: unknown key, expected ${TABLES}`,
      ].join("\n"),
      line: 2,
      key: "tools.tree.max_depth",
    });
  });

  const depth = "tools.tree.max_depth: expected an integer from 0 to 12";
  const tools = "list_directory, list_files, read_file, read_files, search_text, tree";
  const misspelled = `tools.approval.denylist[0]: "tre" is not a tool; the tools are ${tools}; did you mean "tree"?`;
  const denied = "tools.sandbox.denied_patterns";
  const tooMany = `${denied}: expected an array of 0 to 200 globs, not 20000`;
  const integer = "tools.output.max_bytes: expected an integer of at least 1, not an integer beyond 2^53";
  const seconds = "tools.timeouts.default_seconds: expected a number above 0, at most 86400, not";
  test.each([
    ["a date", "tools.tree.max_depth = 2000-01-01", `${depth}, not a date`],
    ["a misspelled tool", "tools.approval.denylist = ['tre']", misspelled],
    ["a time", "tools.approval.denylist = [07:32:00]", "tools.approval.denylist[0]: expected a tool name, not a date"],
    ["2^53 + 1", "tools.output.max_bytes = 9007199254740993", integer],
    ["200,000 digits", `tools.output.max_bytes = ${"9".repeat(200_000)}`, integer],
    ["infinity", "tools.timeouts.default_seconds = inf", `${seconds} Infinity`],
    ["what is no number", "tools.timeouts.default_seconds = nan", `${seconds} NaN`],
    ["an array of tables", "[[tools]]", "tools: expected a table, not an array"],
    ["20,000 globs that stand for many", `${denied} = [${"'{1..999}',".repeat(20_000)}]`, tooMany],
    ["100,000 names in a key", `${"a.".repeat(100_000)}a = 1`, "a: unknown key, expected tools or audit"],
    ["100,000 names in a header", `[${"a.".repeat(100_000)}a]\nb = 1`, "a: unknown key, expected tools or audit"],
  ])("tells line and key of %s", (_, text, message) => {
    expect(file.refusal(text).message).toBe(`FILE:1: ${message}`);
  });

  test.each([
    "[__proto__]\npolluted = 1",
    "__proto__.polluted = 1",
    "tools = { __proto__ = { polluted = 1 } }",
    "[tools.constructor.prototype]\npolluted = 1",
    "[[__proto__]]\npolluted = 1",
  ])("%o pollutes nothing", (text) => {
    expect(file.refusal(text).line).toBe(1);
    expect("polluted" in {}).toBe(false);
  });

  test("may be as long as it likes: tens of thousands of statements, one line, or one array", () => {
    const statements = isThorough ? 30_000 : 5000;
    const many = Array.from({ length: statements }, (_, index) => `${index.toString(36)}=1`).join("\n");
    expect(file.refusal(`${many}\ntools=1`).message.split("\n").at(-1)).toBe(`FILE: and ${statements - 9} more`);
    const lines = `x = [\n${"1,\n".repeat(80_000)}]\n[tools.tree]\nmax_dept = 1`;
    expect(file.refusal(lines).message.split("\n").at(-1)).toBe(
      "FILE:80004: tools.tree.max_dept: unknown key, expected max_depth or max_entries or respect_gitignore",
    );
    expect(file.refusal(`x = "${"\\n".repeat(120_000)}"`).line).toBe(1);
    expect(file.refusal(`${"[[x]]\n".repeat(isThorough ? 40_000 : 5000)}`).line).toBe(1);
  });
});

describe("the user's own file", () => {
  test.each([
    [{ XDG_CONFIG_HOME: "/x/conf", HOME: "/home/u" }, "/x/conf/porthole/config.toml"],
    [{ HOME: "/home/u" }, "/home/u/.config/porthole/config.toml"],
    [{ XDG_CONFIG_HOME: "", HOME: "/home/u" }, "/home/u/.config/porthole/config.toml"],
    [{ XDG_CONFIG_HOME: "conf", HOME: "/home/u" }, "/home/u/.config/porthole/config.toml"],
    [{ XDG_CONFIG_HOME: "./conf", HOME: "home" }, null],
    [{ XDG_CONFIG_HOME: undefined, HOME: "" }, null],
    [{}, null],
  ])("of %o is %s", (env, path) => {
    expect(findUserConfig(env, "posix")).toBe(path);
    expect(formerUserConfigs(env, "posix")).toEqual([]);
  });

  const [APPDATA, USERPROFILE] = ["C:\\Users\\u\\AppData\\Roaming", "C:\\Users\\u"];
  const roaming = `${APPDATA}\\porthole\\config.toml`;
  const former = `${USERPROFILE}\\.config\\porthole\\config.toml`;

  test.each([
    [{ APPDATA, USERPROFILE }, roaming, [former]],
    [{ APPDATA, USERPROFILE, HOME: "D:\\h" }, roaming, ["D:\\h\\.config\\porthole\\config.toml", former]],
    [{ APPDATA, USERPROFILE, HOME: USERPROFILE }, roaming, [former]],
    [{ USERPROFILE }, roaming, [former]],
    [{ APPDATA: "", USERPROFILE: "", HOME: USERPROFILE }, null, [former]],
    [{ APPDATA: "Roaming", USERPROFILE: "u", HOME: "h" }, null, []],
    [{ APPDATA: "C:Roaming", USERPROFILE: "C:u" }, null, []],
    [{ APPDATA, XDG_CONFIG_HOME: "D:\\conf", HOME: USERPROFILE }, "D:\\conf\\porthole\\config.toml", []],
    [{ APPDATA, XDG_CONFIG_HOME: "conf" }, roaming, []],
    [{}, null, []],
  ])("on Windows of %o is %s, and formerly was one of %o", (env, path, places) => {
    expect(findUserConfig(env, "win32")).toBe(path);
    expect(formerUserConfigs(env, "win32")).toEqual(places);
  });
});
