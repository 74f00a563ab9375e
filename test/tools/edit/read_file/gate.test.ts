// What is refused before read_file looks at a file: by the policy, for the arguments, by the sandbox, in this order.
// Leaves what it cannot read to tool.test.ts, and the order of its own checks to usecase.test.ts.

import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { SandboxPath } from "../../../../src/disk/sandbox_path.ts";
import { outsideWorkspace } from "../../../../src/errors/paths.ts";
import { makeTree } from "../../../support/tree.ts";
import { errorOf, STRATEGIES } from "../../../support/workspaces.ts";
import { dataOf, openReadFile, refusalOf } from "./open_tool.ts";

describe.each(STRATEGIES)("the gate of read_file on a workspace kept by %s", (strategy) => {
  test("RF-04 refuses a denied file by its pattern, also by way of a link, and whether or not it exists", async () => {
    const root = makeTree(["file keys/a.pem secret", "file .ssh/config secret", "symlink plain.txt keys/a.pem"]);
    const read = openReadFile(root, { strategy });
    const answers = ["keys/a.pem", "keys/none.pem", ".ssh/config", "plain.txt"].map(async (path) => {
      const { code, message } = refusalOf(await read(path));
      return [code, message];
    });
    expect(await Promise.all(answers)).toEqual([
      ["SANDBOX_VIOLATION", '"keys/a.pem" is denied by the pattern "**/*.pem"'],
      ["SANDBOX_VIOLATION", '"keys/none.pem" is denied by the pattern "**/*.pem"'],
      ["SANDBOX_VIOLATION", '".ssh/config" is denied by the pattern "**/.ssh/**"'],
      ["SANDBOX_VIOLATION", '"plain.txt" is denied by the pattern "**/*.pem"'],
    ]);
  });
});

describe("the order of refusals", () => {
  test("RF-04 the policy comes before the sandbox, the sandbox before the work", async () => {
    const root = makeTree(["symlink to-folder .."]);
    const paths = ["../outside/secret.txt", "to-folder", "none", "."];
    const codesUnder = async (policy: object) => {
      const read = openReadFile(root, { policy });
      return Promise.all(paths.map(async (path) => refusalOf(await read(path)).code));
    };
    const denied = "POLICY_DENIED";
    const outside = "SANDBOX_VIOLATION";
    expect(await codesUnder({ denylist: ["read_file"] })).toEqual([denied, denied, denied, denied]);
    expect(await codesUnder({ enabled: false })).toEqual([denied, denied, denied, denied]);
    expect(await codesUnder({ mode: "deny" })).toEqual([outside, outside, denied, denied]);
    expect(await codesUnder({})).toEqual([outside, outside, "NOT_FOUND", "NOT_FILE"]);
  });

  test("RF-04 nothing is reached but through SandboxPath.resolveInWorkspace", async () => {
    const read = openReadFile(makeTree(["file f x"]));
    const door = vi.spyOn(SandboxPath, "resolveInWorkspace").mockImplementation(() => {
      throw outsideWorkspace();
    });
    try {
      expect(refusalOf(await read("f")).code).toBe("SANDBOX_VIOLATION");
    } finally {
      door.mockRestore();
    }
    expect(dataOf(await read("f")).content).toBe("x");
  });
});

describe("bad arguments", () => {
  const read = openReadFile(makeTree(["file f x"]));
  const refusal = async (args: unknown) => {
    const { kind, code, message } = await errorOf(() => read.admit(args));
    expect([kind, code]).toEqual(["BadArgs", "INVALID_ARGUMENT"]);
    return message;
  };

  test("RF-14 refuses a path that is missing, empty or no string", async () => {
    const given = [{}, { path: "" }, { path: 5 }, { path: null }, { path: ["f"] }, { path: "f\0" }];
    expect(await Promise.all(given.map(refusal))).toEqual([
      "path is required",
      "path must not be empty; name a file, relative to the workspace root",
      "path must be a string, not 5",
      "path must be a string, not null",
      "path must be a string, not an array",
      "path must not contain a NUL character",
    ]);
    expect(refusalOf(await read("")).code).toBe("INVALID_ARGUMENT");
  });

  test("RF-14 refuses numbers of lines that are out of range, no whole number or no number", async () => {
    const starts = [0, -1, -0, 1.5, 2 ** 53, Number.NaN].map((start_line) => ({ path: "f", start_line }));
    expect(await Promise.all(starts.map(refusal))).toEqual(
      ["0", "-1", "0", "1.5", "9007199254740992", "NaN"].map(
        (given) => `start_line must be a whole number of at least 1, not ${given}`,
      ),
    );
    const limits = [0, 501, 2.5, Number.POSITIVE_INFINITY].map((max_lines) => ({ path: "f", max_lines }));
    expect(await Promise.all(limits.map(refusal))).toEqual(
      ["0", "501", "2.5", "Infinity"].map((given) => `max_lines must be a whole number from 1 to 500, not ${given}`),
    );
    expect(await refusal({ path: "f", start_line: "1" })).toBe('start_line must be a number, not "1"');
    expect(await refusal({ path: "f", max_lines: null })).toBe("max_lines must be a number, not null");
  });

  test("RF-14 looks at the arguments before the path", async () => {
    expect(await refusal({ path: "../f", max_lines: 0 })).toBe("max_lines must be a whole number from 1 to 500, not 0");
  });

  test("RF-15 a long path is named in part, and no character of it in half", async () => {
    for (const [before, named] of [
      [117, `${"x".repeat(117)}😀`],
      [118, "x".repeat(118)],
    ] as const) {
      const { message } = refusalOf(await read(`${"x".repeat(before)}${"😀".repeat(9)}`));
      expect(message).toBe(`"${named}… does not exist; the nearest existing folder is "."`);
    }
  });

  test("RF-15 no message contains an absolute path", async () => {
    const root = makeTree(["dir sub"]);
    mkdirSync(join(root, "x".repeat(200)));
    const inside = openReadFile(root);
    for (const path of ["none", "sub", "x".repeat(200), "../x"]) {
      expect(refusalOf(await inside(join(root, path))).message).not.toContain(dirname(root));
    }
  });
});
