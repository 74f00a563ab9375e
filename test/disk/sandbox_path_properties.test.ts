// What must hold for every path: a naive stack is the oracle for relative ones, node:path for absolute ones.
// Leaves single examples and the wording of refusals to path.test.ts.

import nodePath from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PathPlatform, type ResolveOptions, SandboxPath } from "../../src/disk/sandbox_path.ts";
import { ToolError } from "../../src/errors.ts";
import { anyCharacter } from "../support/any_character.ts";
import { times } from "../support/scale.ts";

const ROOTS = { posix: "/tmp/ws", win32: "C:\\tmp\\ws" };
const PLATFORMS: readonly PathPlatform[] = ["posix", "win32"];
const RUNS = { numRuns: times(60, 2000) };

const GOOD_NAMES = ["a", "B", "x y", " b", "é", "日本", "😀", "..c", ".d", "ws", "tmp"];
const BAD_ON_WINDOWS = ["e ", "f.", "...", ".. ", "nul", "Com1.txt", "gg:h", "i*"];
const WITH_BACKSLASH = ["j\\k", "..\\", "\\..", ".\\l", "m\\..\\.."];

// `.` and `..` are listed more than once, so that paths climb often enough to matter.
const segment = fc.constantFrom("", ".", "..", "..", "a", ...GOOD_NAMES, ...BAD_ON_WINDOWS, ...WITH_BACKSLASH);
const segments = fc.array(segment, { minLength: 1, maxLength: 8 });
const plainSegments = fc.array(fc.constantFrom("", ".", "..", "..", ...GOOD_NAMES), { maxLength: 8 });

type Outcome = { readonly relative: string } | "SANDBOX_VIOLATION" | "INVALID_ARGUMENT";

function outcomeOf(unsafePath: unknown, options: ResolveOptions & { platform: PathPlatform }): Outcome {
  try {
    return {
      relative: SandboxPath.resolveInWorkspace(unsafePath, [ROOTS[options.platform]], options).relative,
    };
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    if (error.code === "SANDBOX_VIOLATION" || error.code === "INVALID_ARGUMENT") return error.code;
    throw error;
  }
}

function naiveRelative(path: string, platform: PathPlatform): Outcome {
  const names = platform === "win32" ? path.replaceAll("\\", "/").split("/") : path.split("/");
  let stack: string[] = [];
  for (const name of names) {
    if (name === "..") {
      if (stack.length === 0) return "SANDBOX_VIOLATION";
      stack = stack.slice(0, -1);
    } else if (name !== "." && name !== "") {
      stack = [...stack, name];
    }
  }
  if (platform === "win32" && names.some((name) => BAD_ON_WINDOWS.includes(name))) return "INVALID_ARGUMENT";
  return { relative: stack.length === 0 ? "." : stack.join("/") };
}

function naiveAbsolute(path: string, platform: PathPlatform): Outcome {
  const { relative, sep } = nodePath[platform];
  const fromRoot = relative(ROOTS[platform], path);
  if (fromRoot === ".." || fromRoot.startsWith(`..${sep}`)) return "SANDBOX_VIOLATION";
  return { relative: fromRoot === "" ? "." : fromRoot.replaceAll(sep, "/") };
}

function expectNormal(relative: string): void {
  if (relative === ".") return;
  expect(relative.split("/").filter((name) => name === "" || name === "." || name === "..")).toEqual([]);
}

function expectInside(relative: string, platform: PathPlatform): void {
  const root = ROOTS[platform];
  const { resolve, sep } = nodePath[platform];
  const joined = resolve(root, relative);
  expect(joined === root || joined.startsWith(`${root}${sep}`)).toBe(true);
}

for (const platform of PLATFORMS) {
  describe(`any path on ${platform}`, () => {
    test("EX-12 a relative path gives what a naive stack gives [promise outside]", () => {
      fc.assert(
        fc.property(segments, (parts) => {
          const path = `./${parts.join("/")}`;
          expect(outcomeOf(path, { platform })).toEqual(naiveRelative(path, platform));
        }),
        RUNS,
      );
    });

    test("EX-12 an absolute path gives what node:path finds between it and the root", () => {
      const { sep } = nodePath[platform];
      const start = fc.constantFrom(ROOTS[platform], nodePath[platform].parse(ROOTS[platform]).root);
      fc.assert(
        fc.property(start, plainSegments, (from, parts) => {
          const path = [from, ...parts].join(sep);
          expect(outcomeOf(path, { platform })).toEqual(naiveAbsolute(path, platform));
        }),
        RUNS,
      );
    });

    test("a result is normal, lies inside the root, and resolves to itself", () => {
      const path = fc.tuple(fc.constantFrom("", "/", `${ROOTS[platform]}/`), segments).map(([a, b]) => a + b.join("/"));
      fc.assert(
        fc.property(path, (unsafePath) => {
          const outcome = outcomeOf(unsafePath, { platform });
          if (typeof outcome === "string") return;
          expectNormal(outcome.relative);
          expectInside(outcome.relative, platform);
          expect(outcomeOf(outcome.relative, { platform, allowAbsolute: false })).toEqual(outcome);
        }),
        RUNS,
      );
    });

    test("whatever is given is resolved inside or refused as outside or invalid", () => {
      const noise = fc.string({ unit: fc.constantFrom(..."/\\.:?aC \0\ud800é😀*") });
      fc.assert(
        fc.property(fc.oneof(noise, fc.string({ unit: anyCharacter }), fc.anything()), (unsafePath) => {
          const outcome = outcomeOf(unsafePath, { platform });
          if (typeof outcome === "string") return;
          expectNormal(outcome.relative);
          expectInside(outcome.relative, platform);
        }),
        RUNS,
      );
    });

    test("EX-14 with absolute paths disallowed, only what is relative comes through, and unchanged", () => {
      fc.assert(
        fc.property(segments, (parts) => {
          const path = parts.join("/");
          const outcome = outcomeOf(path, { platform, allowAbsolute: false });
          if (nodePath[platform].isAbsolute(path)) expect(outcome).toBe("SANDBOX_VIOLATION");
          else expect(outcome).toEqual(outcomeOf(path, { platform }));
        }),
        RUNS,
      );
    });
  });
}
