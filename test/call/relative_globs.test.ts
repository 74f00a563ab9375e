// Globs that start at the root of the workspace, on both platforms. With real folders in test/walk/absolute.test.ts.

import { describe, expect, test } from "vitest";
import { type GlobPlace, toRelativeGlobs } from "../../src/call/relative_globs.ts";
import { ToolError } from "../../src/errors.ts";

const OUTSIDE = "SANDBOX_VIOLATION";
const INVALID = "INVALID_ARGUMENT";

function rewrite(glob: string, path: string, place: Partial<GlobPlace>, base: "path" | "root" = "path"): unknown {
  const pathNames = () => (path === "." ? [] : path.split("/"));
  const all = { rootNames: ["/home/me/ws"], allowAbsolute: true, pathNames, platform: "posix", ...place } as const;
  try {
    return toRelativeGlobs({ pattern: glob }, { pattern: base }, all).pattern;
  } catch (error) {
    return ToolError.isInstance(error) ? error.code : error;
  }
}

describe("a glob at the root of a call", () => {
  test.each([
    ["*.ts", "*.ts"],
    ["src/*.ts", "src/*.ts"],
    ["", ""],
    ["/home/me/ws/src/*.ts", "src/*.ts"],
    ["/home/me/ws/*.ts", "./*.ts"],
    ["/home/me/ws/**", "./**"],
    ["//home/./me/ws//src/*.ts", "src/*.ts"],
    ["/home/me/ws", "./"],
    ["/home/me/ws/", "./"],
    ["/home/me/ws/!a/b", "./!a/b"],
    ["/home/me/ws/{a,b/c}/*.ts", "{a,b/c}/*.ts"],
    ["/src/*.ts", "/src/*.ts"],
    ["/*.ts", "/*.ts"],
    ["/**/home/*.ts", "/**/home/*.ts"],
    ["/homes/me/ws/*.ts", "/homes/me/ws/*.ts"],
    ["/home/me/ws-other/*.ts", OUTSIDE],
    ["/home/me/*/src/*.ts", OUTSIDE],
    ["/home/**", OUTSIDE],
    ["/home/me/../me/ws/*.ts", OUTSIDE],
    ["porthole:///src/*.ts", "src/*.ts"],
    ["porthole:///*.ts", "./*.ts"],
    ["porthole:///", "./"],
    ["PORTHOLE:///src/**", "src/**"],
    ["porthole:///%5Bid%5D/a%20%2A%7Bb%2Cc%7D%3F.ts", "\\[id\\]/a \\*\\{b\\,c\\}\\?.ts"],
    ["porthole:///%2521/%C3%A9", "%21/é"],
    ["porthole:///src/%2e%2e/*.ts", INVALID],
    ["porthole:///../*.ts", INVALID],
    ["porthole:///a%2Fb", INVALID],
    ["porthole:///100%", INVALID],
    ["porthole:///%C3", INVALID],
    ["porthole://src/*.ts", INVALID],
    ["file:///home/me/ws/*.ts", INVALID],
    ["https://x/**", INVALID],
    ["porthole:/*.ts", "porthole:/*.ts"],
    ["./porthole:///*.ts", "./porthole:///*.ts"],
    ["C:/ws/*.ts", "C:/ws/*.ts"],
  ])("LK-14 %s is %s", (glob, expected) => {
    expect(rewrite(glob, ".", {})).toBe(expected);
  });

  test("LK-14 the name of the workspace is text, whatever characters it has", () => {
    for (const name of ["/a/[b]", "/a/*", "/a/{x,y}", "/a/b c%20", "/a/日本", "/a/\\", "/a/?", "/a/!x", "/a/b."])
      for (const glob of [`${name}/src/[ab]*.ts`, `${name.replaceAll(/[\\*?[\]{},!]/g, "\\$&")}/src/[ab]*.ts`])
        expect(rewrite(glob, ".", { rootNames: [name] })).toBe("src/[ab]*.ts");
    expect(rewrite("/a/b/x", ".", { rootNames: ["/a/[b]"] })).toBe(OUTSIDE);
    expect(rewrite("/a/bc/x", ".", { rootNames: ["/a/*"] })).toBe(OUTSIDE);
  });

  test("LK-14 every name of the workspace counts, and the top of the disk may be one", () => {
    const rootNames = ["/real/ws", "/link"];
    expect(rewrite("/link/a/b", ".", { rootNames })).toBe("a/b");
    expect(rewrite("/real/ws/a/b", ".", { rootNames })).toBe("a/b");
    expect(rewrite("/real/a/b", ".", { rootNames })).toBe(OUTSIDE);
    expect(rewrite("/etc/*.conf", ".", { rootNames: ["/"] })).toBe("etc/*.conf");
    expect(rewrite("/etc/*.conf", "etc", { rootNames: ["/"] })).toBe("./*.conf");
    expect(rewrite("/a/b/a/b/c", ".", { rootNames: ["/a/b/a/b"] })).toBe("./c");
    expect(rewrite("/a/b/a/b/a/b/c", ".", { rootNames: ["/a/b"] })).toBe("a/b/a/b/c");
  });

  test("LK-14 where absolute paths are refused, absolute globs are, inside or outside alike", () => {
    const place = { allowAbsolute: false };
    for (const glob of ["/home/me/ws/*.ts", "/home/me/ws", "/home/other/*.ts"])
      expect(() => toRelativeGlobs({ include: ["*.ts", glob] }, { include: "path" }, toPlace(place))).toThrow(
        "include[1]: absolute globs are not allowed here; use a relative one",
      );
    expect(rewrite("/src/*.ts", ".", place)).toBe("/src/*.ts");
    expect(rewrite("porthole:///src/*.ts", ".", place)).toBe("src/*.ts");
  });
});

function toPlace(more: Partial<GlobPlace>): GlobPlace {
  return { rootNames: ["/home/me/ws"], allowAbsolute: true, pathNames: () => [], platform: "posix", ...more };
}

describe("a glob in a call with a path", () => {
  test.each([
    ["/home/me/ws/src/*.ts", "src", "./*.ts"],
    ["/home/me/ws/src/a/*.ts", "src", "a/*.ts"],
    ["/home/me/ws/src", "src", "./"],
    ["/home/me/ws/**/*.ts", "src", "**/*.ts"],
    ["/home/me/ws/**", "src/a", "./**"],
    ["/home/me/ws/src/**/*.ts", "src/a/b", "**/*.ts"],
    ["/home/me/ws/app/[id]/*.ts", "app/[id]", "./*.ts"],
    ["/home/me/ws/app/\\[id\\]/*.ts", "app/[id]", "./*.ts"],
    ["porthole:///src/*.ts", "src", "./*.ts"],
    ["porthole:///%5Bid%5D/*.ts", "[id]", "./*.ts"],
    ["porthole:///**/", "src", "./**"],
    ["/home/me/ws/lib/*.ts", "src", INVALID],
    ["/home/me/ws/*.ts", "src", INVALID],
    ["/home/me/ws/*/*.ts", "src", INVALID],
    ["/home/me/ws/**/src/*.ts", "src", INVALID],
    ["/home/me/ws/**/{a,src/b}", "src", INVALID],
    ["/home/me/ws", "src", INVALID],
    ["*.ts", "src", "*.ts"],
  ])("LK-14 %s in %s is %s", (glob, path, expected) => {
    expect(rewrite(glob, path, {})).toBe(expected);
  });

  test("LK-14 the path does not matter to globs that are relative to the root", () => {
    expect(rewrite("/home/me/ws/src/*.ts", "lib", {}, "root")).toBe("src/*.ts");
  });
});

describe("on Windows", () => {
  const rootNames = ["C:\\Users\\me\\ws", "\\\\srv\\share\\ws"];
  test.each([
    ["C:/Users/me/ws/src/*.ts", "src/*.ts"],
    ["c:\\USERS\\me\\ws\\src\\*.ts", "src/*.ts"],
    ["C:\\Users/me/ws\\src/*.ts", "src/*.ts"],
    ["C:/Users/me/ws/src/\\[a\\].ts", "src/\\[a\\].ts"],
    ["\\\\srv\\share\\ws\\src\\*.ts", "src/*.ts"],
    ["//SRV/share/ws/src/*.ts", "src/*.ts"],
    ["/src/*.ts", "/src/*.ts"],
    ["\\!a", "\\!a"],
    ["src/\\[a\\]", "src/\\[a\\]"],
    ["D:/ws/*.ts", OUTSIDE],
    ["C:/Windows/*.ini", OUTSIDE],
    ["C:*.ts", OUTSIDE],
    ["C:", OUTSIDE],
    ["\\\\?\\C:\\Users\\me\\ws\\*.ts", OUTSIDE],
    ["//./C:/Users/me/ws/*.ts", OUTSIDE],
    ["//srv/other/ws/*.ts", OUTSIDE],
    ["porthole:///src/*.ts", "src/*.ts"],
  ])("LK-14 %s is %s", (glob, expected) => {
    expect(rewrite(glob, ".", { rootNames, platform: "win32" })).toBe(expected);
  });
});
