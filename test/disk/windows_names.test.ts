// The same strings on both platforms, side by side; and what must hold on Windows for every string. Runs anywhere: the platform is an
// argument. Leaves the wording of refusals to sandbox_path.test.ts.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTarget } from "../../src/disk/link_target.ts";
import { childNameRule, rawChildNameRule, textToRaw } from "../../src/disk/names.ts";
import { type PathPlatform, SandboxPath } from "../../src/disk/sandbox_path.ts";
import { ToolError } from "../../src/errors.ts";
import { DeniedPatterns } from "../../src/view/denied/patterns.ts";
import { anyCharacter } from "../support/any_character.ts";
import { times } from "../support/scale.ts";

const ROOTS = {
  posix: ["/ws"],
  win32: ["C:\\Users\\RUNNER~1\\ws", "C:\\Users\\runneradmin\\ws", "\\\\srv\\share\\ws"],
};
const RUNS = { numRuns: times(50, 20_000) };

function resolve(path: string, platform: PathPlatform): string {
  try {
    return SandboxPath.resolveInWorkspace(path, ROOTS[platform], { platform }).relative;
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    return error.code === "SANDBOX_VIOLATION" ? "OUTSIDE" : error.code === "INVALID_ARGUMENT" ? "INVALID" : error.code;
  }
}

const SAME = (path: string): [string, string, string] => [path, path, path];

describe("a path on POSIX and on Windows", () => {
  test.each([
    // Drives.
    ["C:", "C:", "OUTSIDE"],
    ["C:\\", "C:\\", "OUTSIDE"],
    ["C:/", "C:", "OUTSIDE"],
    ["C:foo", "C:foo", "OUTSIDE"],
    ["c:..\\foo", "c:..\\foo", "OUTSIDE"],
    ["C:\\Users\\runneradmin\\ws\\a", "C:\\Users\\runneradmin\\ws\\a", "a"],
    ["c:/users/RUNNERADMIN/Ws/A", "c:/users/RUNNERADMIN/Ws/A", "A"],
    // The owner's own short name for the folder is one of its names.
    ["C:\\Users\\RUNNER~1\\ws\\a", "C:\\Users\\RUNNER~1\\ws\\a", "a"],
    ["C:\\Users\\RUNNER~1\\ws", "C:\\Users\\RUNNER~1\\ws", "."],
    ["C:\\Users\\RUNNER~1\\ws\\A~1", "C:\\Users\\RUNNER~1\\ws\\A~1", "INVALID"],
    ["C:\\Users\\RUNNER~2\\ws\\a", "C:\\Users\\RUNNER~2\\ws\\a", "OUTSIDE"],
    ["D:\\Users\\runneradmin\\ws\\a", "D:\\Users\\runneradmin\\ws\\a", "OUTSIDE"],
    ["a\\C:\\b", "a\\C:\\b", "INVALID"],
    // Shares and namespaces.
    ["\\\\srv\\share\\ws\\a", "\\\\srv\\share\\ws\\a", "a"],
    ["//srv/share/ws/a", "OUTSIDE", "a"],
    ["\\\\srv\\c$\\ws", "\\\\srv\\c$\\ws", "OUTSIDE"],
    ["\\\\?\\C:\\Users\\runneradmin\\ws\\a", "\\\\?\\C:\\Users\\runneradmin\\ws\\a", "OUTSIDE"],
    ["\\\\.\\C:\\Users\\runneradmin\\ws\\a", "\\\\.\\C:\\Users\\runneradmin\\ws\\a", "OUTSIDE"],
    ["//?/GLOBALROOT/Device", "OUTSIDE", "OUTSIDE"],
    ["//./pipe/x", "OUTSIDE", "OUTSIDE"],
    ["\\??\\C:\\x", "\\??\\C:\\x", "OUTSIDE"],
    ["\\a", "\\a", "OUTSIDE"],
    ["/a", "OUTSIDE", "OUTSIDE"],
    // Separators and ways up.
    ["a\\b/c", "a\\b/c", "a/b/c"],
    ["a\\..\\b", "a\\..\\b", "b"],
    ["..\\b", "..\\b", "OUTSIDE"],
    ["a/..\\..\\b", "a/..\\..\\b", "OUTSIDE"],
    // Devices.
    ["CON", "CON", "INVALID"],
    ["a/nul", "a/nul", "INVALID"],
    ["aux.txt", "aux.txt", "INVALID"],
    ["prn  .txt", "prn  .txt", "INVALID"],
    ["com1", "com1", "INVALID"],
    ["LPT¹", "LPT¹", "INVALID"],
    ["ConIn$", "ConIn$", "INVALID"],
    ["conout$.x", "conout$.x", "INVALID"],
    SAME("com12"),
    SAME("nulls"),
    SAME("contest.txt"),
    // Streams.
    ["file.txt:stream", "file.txt:stream", "INVALID"],
    ["file::$DATA", "file::$DATA", "INVALID"],
    ["dir::$INDEX_ALLOCATION/x", "dir::$INDEX_ALLOCATION/x", "INVALID"],
    // Ends that Windows drops, characters that it does not take.
    ["a.", "a.", "INVALID"],
    ["a ", "a ", "INVALID"],
    ["a. . ", "a. . ", "INVALID"],
    ["....", "....", "INVALID"],
    ["a\u0001", "a\u0001", "INVALID"],
    ["a<b", "a<b", "INVALID"],
    ["a|b", "a|b", "INVALID"],
    ["a?", "a?", "INVALID"],
    // Short names, and what only looks a little like one.
    ["PROGRA~1", "PROGRA~1", "INVALID"],
    ["env~1", "env~1", "INVALID"],
    ["ENV~1.", "ENV~1.", "INVALID"],
    ["CREDEN~1.JSO", "CREDEN~1.JSO", "INVALID"],
    ["AB12CD~1/x", "AB12CD~1/x", "INVALID"],
    ["~1", "~1", "INVALID"],
    ["A~123456", "A~123456", "INVALID"],
    ["PROGRA~1/../a", "a", "a"],
    SAME("notes~1.json"),
    SAME("long-name~1"),
    SAME("a~b"),
    SAME("~"),
    SAME("~a"),
    SAME("main.c~"),
    SAME("file~1~"),
    SAME("a.b~1"),
    SAME("v1~2.x.y"),
  ])("%j is %j and %j", (path, posix, win32) => {
    expect([resolve(path, "posix"), resolve(path, "win32")]).toEqual([posix, win32]);
  });
});

// What is a plain name, said in another way than by the code: characters one by one, and words.
const DEVICES = new Set(["con", "prn", "aux", "nul", "conin$", "conout$"]);
for (const port of ["com", "lpt"]) for (const digit of "0123456789¹²³") DEVICES.add(port + digit);

function isPlain(name: string): boolean {
  if (name === "" || [...name].some((char) => '\\/:*?"<>|'.includes(char) || char < " ")) return false;
  if (/[. ]$/.test(name)) return false;
  const base = name.split(".")[0] ?? "";
  return !DEVICES.has(base.trimEnd().toLowerCase());
}

const piece = fc.constantFrom(
  ..."\\/.:~1 $?*<aC\u0001é¹",
  "..",
  "nul",
  "COM1",
  "C:",
  "\\\\?\\",
  "::$DATA",
  "ENV~1",
  ".env",
  "C:\\Users\\runneradmin\\ws\\",
  "\\\\srv\\share\\ws\\",
);
const anyText = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
);

test("EX-12 whatever the string, a path on Windows has only plain names, below the root", () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyText, (path) => {
      const found = resolve(path, "win32");
      if (found === "OUTSIDE" || found === "INVALID" || found === ".") return;
      accepted += 1;
      expect(found.split("/").filter((name) => !isPlain(name))).toEqual([]);
    }),
    RUNS,
  );
  expect(accepted).toBeGreaterThan(20);
});

describe("EX-13 on Windows a denied file is not reached by another of its names", () => {
  const denied = new DeniedPatterns({ denySecrets: true });
  const SECRETS = [".env", ".ssh/id_rsa", "a/.npmrc", ".aws/credentials", "keys/server.pem", "id_ed25519"];

  test.each(SECRETS)("%s", (secret) => {
    expect(denied.find(secret)).not.toBeNull();
    const ends = [
      "",
      ".",
      " ",
      "...",
      ". ",
      ":",
      ":x",
      "::$DATA",
      ":$DATA",
      "\\",
      "/",
      "\\.",
      "/.",
      "\\x\\..",
      "\u0000",
    ];
    const cases = [secret, secret.toUpperCase(), secret.replaceAll("/", "\\"), `.\\${secret}`, `x\\..\\${secret}`];
    const reached = cases
      .flatMap((name) => ends.map((end) => resolve(name + end, "win32")))
      .filter((found) => found !== "INVALID" && found !== "OUTSIDE" && denied.find(found) === null);
    expect(reached).toEqual([]);
  });

  test("nor by the short name that the system makes for it", () => {
    const short = [
      "ENV~1",
      "SSH~1/ID_RSA",
      "SSH~1\\id_rsa",
      "a\\NPMRC~1",
      "AWS~1\\CREDEN~1",
      "keys\\SERVER~1.PEM",
      "ID_ED2~1",
    ];
    expect(short.map((path) => resolve(path, "win32"))).toEqual(short.map(() => "INVALID"));
  });
});

describe("the name of a child", () => {
  const PATHS = ["", ".", "..", "a/b", "a\0"];
  const OTHERS = ["a\\b", "..\\..\\x", "a:b", "C:x", "nul", "com\u00b9", "a.", "a ", "a*", "a\n"];

  test("is one name, and on Windows one that stands for itself, as bytes and as text", () => {
    const rules = [rawChildNameRule, childNameRule].map((rule) => [rule("posix"), rule("win32")] as const);
    for (const [posix, win32] of rules) {
      for (const name of PATHS) expect([name, posix(name), win32(name)]).toEqual([name, false, false]);
      for (const name of ["a", "...a", "caf\xc3\xa9", "A~1"])
        expect([name, posix(name), win32(name)]).toEqual([name, true, true]);
    }
    for (const text of OTHERS) {
      expect([text, childNameRule("posix")(text), childNameRule("win32")(text)]).toEqual([text, true, false]);
      const raw = textToRaw(text);
      expect([raw, rawChildNameRule("posix")(raw), rawChildNameRule("win32")(raw)]).toEqual([raw, true, false]);
    }
  });

  test("is any text of other letters, whatever the low bytes of their numbers would be", () => {
    const isChildName = childNameRule("win32");
    // A Kelvin sign, and one whose number ends in the byte of each character that Windows forbids.
    const names = ["\u212a", "\u4e3c", ...'<>:"/\\|?*\0\n. '.split("").map((char) => `a${other(char)}`)];
    expect(names.filter((name) => !isChildName(name))).toEqual([]);
    expect(names.filter((name) => !rawChildNameRule("win32")(textToRaw(name)))).toEqual([]);
  });

  test("is on Windows no bytes that are only read as UTF-8: two dots in six bytes lead up, a backslash in three leads down", () => {
    const isRawChildName = rawChildNameRule("win32");
    const bytes = [
      "\xe0\x80\xae\xe0\x80\xae",
      "a\xe0\x81\x9cb",
      "\xf0\x80\x80\xae.",
      "\xc0\xae.",
      "a\xe0\x80\xba",
      "\xff",
      "a\x80",
      "\xe2\x82",
      "\xf8\x80\x80\x80\xae",
      "\xf4\x90\x80\x80",
    ];
    expect(bytes.filter(isRawChildName)).toEqual([]);
    expect(bytes.filter(rawChildNameRule("posix"))).toEqual(bytes);
    // NTFS also has names with half of a surrogate pair.
    const names = ["\u0080", "\u07ff", "\u0800", "\ud7ff", "\uffff", "\u{10000}", "\u{10ffff}"].map(textToRaw);
    expect([...names, "a\xed\xa0\x80", "\xed\xbf\xbf"].filter((raw) => !isRawChildName(raw))).toEqual([]);
  });

  const other = (char: string) => String.fromCharCode(0x4e00 + char.charCodeAt(0));
});

describe("the target of a link", () => {
  const read = (target: string, platform: PathPlatform) => {
    const found = readTarget(target, { names: ROOTS[platform], platform });
    return found === null ? "outside" : `${found.from}: ${found.names.join("|")}`;
  };

  test.each([
    ["a/../b", "here: a|..|b", "here: a|..|b"],
    ["a\\b", "here: a\\b", "here: a|b"],
    ["..\\x", "here: ..\\x", "here: ..|x"],
    ["/ws/a", "root: a", "outside"],
    ["/ws", "root: ", "outside"],
    ["/ws-other", "outside", "outside"],
    ["C:\\Users\\runneradmin\\ws\\a", "here: C:\\Users\\runneradmin\\ws\\a", "root: a"],
    ["c:\\users\\RUNNERADMIN\\ws\\..\\x", "here: c:\\users\\RUNNERADMIN\\ws\\..\\x", "root: ..|x"],
    ["C:\\Users\\runneradmin\\ws-other", "here: C:\\Users\\runneradmin\\ws-other", "outside"],
    ["C:\\Windows", "here: C:\\Windows", "outside"],
    ["C:x", "here: C:x", "outside"],
    ["\\x", "here: \\x", "outside"],
    ["\\\\srv\\share\\ws\\a", "here: \\\\srv\\share\\ws\\a", "root: a"],
    ["\\\\?\\C:\\Users\\runneradmin\\ws\\a", "here: \\\\?\\C:\\Users\\runneradmin\\ws\\a", "outside"],
    [".env::$DATA", "here: .env::$DATA", "outside"],
    [".env.", "here: .env.", "outside"],
    ["ENV~1", "here: ENV~1", "outside"],
    ["nul", "here: nul", "outside"],
    ["caf\xc3\xa9", "here: caf\xc3\xa9", "here: caf\xc3\xa9"],
  ])("%j leads %j and %j", (target, posix, win32) => {
    expect([read(target, "posix"), read(target, "win32")]).toEqual([posix, win32]);
  });
});
