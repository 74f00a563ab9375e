// Refusals in full, the order of the checks, and corners such as odd root names.
// Leaves the plain examples to the tables of docs/paths.md, run by path_docs.test.ts.

import { describe, expect, test } from "vitest";
import { type PathPlatform, type ResolveOptions, SandboxPath } from "../../src/disk/sandbox_path.ts";
import { ToolError } from "../../src/errors.ts";

function resolve(unsafePath: unknown, rootNames: readonly string[], options: ResolveOptions = {}): string {
  return SandboxPath.resolveInWorkspace(unsafePath, rootNames, options).relative;
}

function refusal(unsafePath: unknown, rootNames: readonly string[], options: ResolveOptions = {}): unknown {
  try {
    return { accepted: resolve(unsafePath, rootNames, options) };
  } catch (error) {
    if (!ToolError.isInstance(error)) return error;
    const { kind, code, message, path, retriable } = error;
    return { kind, code, message, path, retriable };
  }
}

function invalid(message: string): unknown {
  return { kind: "BadArgs", code: "INVALID_ARGUMENT", message, path: undefined, retriable: false };
}

function violation(message: string): unknown {
  return { kind: "SandboxViolation", code: "SANDBOX_VIOLATION", message, path: undefined, retriable: false };
}

const OUTSIDE = violation("path is outside the workspace; use a path inside it, relative to its root");
const ABSOLUTE_REFUSED = violation("absolute paths are not allowed here; use a path relative to the workspace root");
const TOO_LONG = invalid("path must not be longer than 4096 bytes in UTF-8");
const POSIX = { platform: "posix" } as const;
const WIN32 = { platform: "win32" } as const;
const PLATFORMS: readonly PathPlatform[] = ["posix", "win32"];

describe("text that is no path", () => {
  test.each([
    [undefined, "path must be a string, not undefined"],
    [null, "path must be a string, not null"],
    [5, "path must be a string, not 5"],
    [true, "path must be a string, not true"],
    [["a"], "path must be a string, not an array"],
    [{ toString: () => "a" }, "path must be a string, not a value of type object"],
    [new String("a"), "path must be a string, not a value of type object"],
    [Symbol("a"), "path must be a string, not a value of type symbol"],
    [10n, "path must be a string, not a value of type bigint"],
    [() => "a", "path must be a string, not a value of type function"],
  ])("a value that is not a string is refused by its type (%#)", (value, message) => {
    for (const platform of PLATFORMS) expect(refusal(value, ["/ws"], { platform })).toEqual(invalid(message));
  });

  test("an empty path is refused and told how to name the root", () => {
    expect(refusal("", ["/ws"])).toEqual(invalid('path must not be empty; "." is the workspace root'));
  });

  test("NUL is refused wherever it stands, without repeating the path", () => {
    const expected = invalid("path must not contain a NUL character");
    for (const path of ["\0", "a\0", "\0a", "/ws/a\0", "/etc/passwd\0.txt", "../\0"]) {
      expect(refusal(path, ["/ws"], POSIX)).toEqual(expected);
    }
  });

  test("half of a surrogate pair is refused, a whole pair is a character", () => {
    const expected = invalid("path must not contain a lone surrogate");
    for (const path of ["\ud83d", "a/\ude00", "\ude00\ud83d", "/etc/\ud83d", "😀\ud83d"]) {
      expect(refusal(path, ["/ws"], POSIX)).toEqual(expected);
    }
    expect(resolve("a/😀", ["/ws"], POSIX)).toBe("a/😀");
  });

  test("4096 bytes are the most, counted as UTF-8", () => {
    expect(resolve("é".repeat(2048), ["/ws"])).toBe("é".repeat(2048));
    expect(refusal(`${"é".repeat(2048)}a`, ["/ws"])).toEqual(TOO_LONG);
    expect(refusal("😀".repeat(1025), ["/ws"])).toEqual(TOO_LONG);
  });

  test("the length is looked at before anything in the text is", () => {
    const huge = "../".repeat(4_000_000);
    for (const end of ["", "\0", "\ud800"]) expect(refusal(`${huge}${end}`, ["/ws"], POSIX)).toEqual(TOO_LONG);
  });
});

describe("outside", () => {
  test("EX-12 a relative path that climbs above the root is refused before any access, without naming it", () => {
    for (const path of ["..", "../", "a/../..", "../ws/x", "../ws", "./../ws/x", "a/b/../../../ws/a/b"]) {
      expect(refusal(path, ["/ws"], POSIX)).toEqual(OUTSIDE);
      expect(refusal(path, ["C:\\ws"], WIN32)).toEqual(OUTSIDE);
    }
  });

  test("a climbing path is refused in a root that has nothing above it, too", () => {
    expect(refusal("../a", ["/"], POSIX)).toEqual(OUTSIDE);
    expect(refusal("..\\a", ["C:\\"], WIN32)).toEqual(OUTSIDE);
  });

  test("EX-12 an absolute path outside is refused without naming it", () => {
    for (const path of ["/", "/etc/passwd", "/w", "/ws/..", "/ws/../../ws2", "/home/ws"]) {
      expect(refusal(path, ["/ws"], POSIX)).toEqual(OUTSIDE);
    }
  });

  test("EX-12 a sibling whose name begins with the root's is outside [promise outside]", () => {
    for (const end of ["-other", " ", "'", '"', ".", "\\", "2/a", "\n", "é"]) {
      expect(refusal(`/tmp/ws${end}`, ["/tmp/ws", "/tmp/ws/"], POSIX)).toEqual(OUTSIDE);
    }
    for (const end of ["-other", " ", ".", "2\\a", ":stream"]) {
      expect(refusal(`C:\\tmp\\ws${end}`, ["C:\\tmp\\ws", "C:\\tmp\\ws\\"], WIN32)).toEqual(OUTSIDE);
    }
  });

  test("a part of a root name of several parts is not the root", () => {
    expect(refusal("/a/b", ["/a/b/c"], POSIX)).toEqual(OUTSIDE);
    expect(refusal("/a/b/d/c", ["/a/b/c"], POSIX)).toEqual(OUTSIDE);
    expect(refusal("/b/c", ["/a/b/c"], POSIX)).toEqual(OUTSIDE);
  });

  test("without root names no absolute path is inside", () => {
    expect(refusal("/ws", [], POSIX)).toEqual(OUTSIDE);
    expect(resolve("ws", [], POSIX)).toBe("ws");
  });

  test("a root name that is not absolute matches nothing", () => {
    expect(refusal("/ws", ["ws", "", "."], POSIX)).toEqual(OUTSIDE);
    expect(refusal("C:\\ws", ["ws", "C:ws", "\\ws", "\\\\?\\C:\\ws"], WIN32)).toEqual(OUTSIDE);
    for (const device of ["\\\\?\\C:\\ws", "\\\\.\\C:\\ws", "//./C:/ws"]) {
      expect(refusal(device, [device], WIN32)).toEqual(OUTSIDE);
    }
  });
});

describe("absolute paths inside", () => {
  test("any of the root's names will do, with or without a separator at its end", () => {
    const names = ["/private/tmp/ws", "/tmp/ws/"];
    expect(resolve("/private/tmp/ws/a", names, POSIX)).toBe("a");
    expect(resolve("/tmp/ws/a/", names, POSIX)).toBe("a");
    expect(resolve("/tmp/ws", names, POSIX)).toBe(".");
  });

  test("the root of a disk or of a share can be the workspace", () => {
    expect(resolve("/", ["/"], POSIX)).toBe(".");
    expect(resolve("/../etc/passwd", ["/"], POSIX)).toBe("etc/passwd");
    for (const root of ["C:\\", "c:/"]) {
      expect(resolve("C:\\", [root], WIN32)).toBe(".");
      expect(resolve("C:/Windows\\a", [root], WIN32)).toBe("Windows/a");
      expect(refusal("D:\\a", [root], WIN32)).toEqual(OUTSIDE);
    }
    for (const root of ["\\\\srv\\share", "\\\\srv\\share\\", "//srv/share"]) {
      expect(resolve("\\\\SRV\\share", [root], WIN32)).toBe(".");
      expect(resolve("\\\\srv\\share\\..\\a", [root], WIN32)).toBe("a");
      expect(refusal("\\\\srv\\share2\\a", [root], WIN32)).toEqual(OUTSIDE);
    }
  });

  test("on Windows the case of the root's letters does not matter, beyond ASCII too", () => {
    expect(resolve("c:\\ÜBUNG\\ΟΔΌΣ\\Äö", ["C:\\Übung\\οδόσ"], WIN32)).toBe("Äö");
  });

  test("on Windows letters that only look alike to JavaScript stay apart", () => {
    const pairs = [
      ["k", "\u212a"],
      ["straße", "STRASSE"],
      ["i", "\u0130"],
      ["I", "\u0131"],
      ["s", "\u017f"],
      ["ﬀ", "ff"],
    ];
    for (const [a, b] of pairs) {
      expect(refusal(`C:\\${a}`, [`C:\\${b}`], WIN32)).toEqual(OUTSIDE);
      expect(refusal(`C:\\${b}`, [`C:\\${a}`], WIN32)).toEqual(OUTSIDE);
    }
  });

  test("EX-14 absolute paths can be disallowed, inside and outside alike, and the refusal says so", () => {
    const posix = { platform: "posix", allowAbsolute: false } as const;
    for (const path of ["/ws/a", "/ws", "/etc", "/"]) expect(refusal(path, ["/ws"], posix)).toEqual(ABSOLUTE_REFUSED);
    const win32 = { platform: "win32", allowAbsolute: false } as const;
    for (const path of ["C:\\ws\\a", "D:/", "C:a", "\\a", "/a", "\\\\srv\\share\\a", "\\\\?\\C:\\ws", "\\\\.\\nul"]) {
      expect(refusal(path, ["C:\\ws"], win32)).toEqual(ABSOLUTE_REFUSED);
    }
  });

  test("EX-14 relative paths do not mind, and absolute ones are allowed by default", () => {
    expect(resolve("a/../b", ["/ws"], { platform: "posix", allowAbsolute: false })).toBe("b");
    expect(refusal("../b", ["/ws"], { platform: "posix", allowAbsolute: false })).toEqual(OUTSIDE);
    expect(resolve("/ws/b", ["/ws"], { platform: "posix", allowAbsolute: true })).toBe("b");
    expect(resolve("/ws/b", ["/ws"], POSIX)).toBe("b");
  });
});

describe("names on Windows", () => {
  test.each([
    ["a/nul.txt", 'path has a name that cannot be used: "nul.txt" is a device on Windows'],
    ["a:b:c", "path is outside the workspace; use a path inside it, relative to its root"],
    [
      "ab:c",
      'path has a name that cannot be used: "ab:c" contains ":", which stands for an alternate stream on Windows',
    ],
    ["x/a?", 'path has a name that cannot be used: "a?" contains one of < > " | ? *, which Windows does not allow'],
    ["a\tb", 'path has a name that cannot be used: "a\\tb" contains a control character, which Windows does not allow'],
    ["a./b", 'path has a name that cannot be used: "a." ends in a dot or a space, which Windows drops'],
    ["C:\\ws\\b ", 'path has a name that cannot be used: "b " ends in a dot or a space, which Windows drops'],
  ])("%j is told what is wrong, and never shows an absolute path", (path, message) => {
    expect(refusal(path, ["C:\\ws"], WIN32)).toEqual(
      message.startsWith("path is") ? violation(message) : invalid(message),
    );
  });

  test("every device is refused, with an extension, spaces and in either case", () => {
    const numbered = ["COM", "LPT"].flatMap((port) => [..."0123456789¹²³"].map((digit) => `${port}${digit}`));
    for (const device of ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", ...numbered]) {
      for (const name of [
        device,
        device.toLowerCase(),
        `${device}.txt`,
        `${device}  .a.b`,
        `${device} `,
        `${device}.`,
      ]) {
        const message = `path has a name that cannot be used: "${name}" is a device on Windows`;
        expect(refusal(`a\\${name}\\b`, [], WIN32)).toEqual(invalid(message));
      }
    }
  });

  test("a name that a later .. takes back is looked at, one outside is not", () => {
    expect(refusal("nul/../a", [], WIN32)).toEqual(
      invalid('path has a name that cannot be used: "nul" is a device on Windows'),
    );
    expect(refusal("nul/../../a", [], WIN32)).toEqual(OUTSIDE);
    expect(refusal("C:\\nul", ["C:\\ws"], WIN32)).toEqual(OUTSIDE);
  });

  test("a long name is shortened in the message", () => {
    const shown = `"${"a".repeat(119)}…`;
    expect(refusal(`${"a".repeat(3000)}.`, [], WIN32)).toEqual(
      invalid(`path has a name that cannot be used: ${shown} ends in a dot or a space, which Windows drops`),
    );
  });
});

describe("SandboxPath", () => {
  test("follows the platform of the process unless told", () => {
    const expected = process.platform === "win32" ? "a/b" : "a\\b";
    expect(resolve("a\\b", [])).toBe(expected);
  });

  test("cannot be changed once made", () => {
    const path = SandboxPath.resolveInWorkspace("a", []);
    expect(Reflect.set(path, "relative", "../b")).toBe(false);
    expect(path.relative).toBe("a");
  });
});

describe("a location that the workspace told", () => {
  test.each([".", "a", "a/b", "...", "a/..b", "c\\d", "caf\ufffd"])("is taken as it is: %j", (location) => {
    const path = SandboxPath.ofLocation(location);
    expect([path.relative, path.names.join("/") || "."]).toEqual([location, location]);
  });

  test.each(["", "..", "a/..", "../a", "./a", "a/.", "a//b", "/a", "a/", "a\0b"])(
    "is refused unless it is normal: %j",
    (location) => {
      expect(() => SandboxPath.ofLocation(location)).toThrow("not a location");
    },
  );
});
