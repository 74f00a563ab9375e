// What a call through the gate may reach: inside, not denied, in the allowed folders. Leaves the rest of the gate to factory.test.ts.

import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createToolContext } from "../../src/call/context.ts";
import { createSecureTool } from "../../src/call/secure_tool.ts";
import type { Workspace } from "../../src/disk/types.ts";
import { busyFailure } from "../../src/errors/calls.ts";
import { codeOf, makePeek, setUp } from "../support/peek_tool.ts";
import { makeTree } from "../support/tree.ts";
import { countDescriptors, STRATEGIES, withChanges } from "../support/workspaces.ts";

function withRefusal(workspace: Workspace, resolve: () => never): Workspace {
  return withChanges(workspace, { resolve: async () => resolve() });
}

describe("createSecureTool", () => {
  test("hands the tool an open object and the path as it was asked for", async () => {
    const { peek, root } = setUp({ entries: ["file a/f x", "symlink link a"] });
    expect(await peek("link//./f")).toEqual({ status: "success", data: "file link/f at a/f" });
    expect(await peek(join(root, "a/f"))).toEqual({ status: "success", data: "file a/f at a/f" });
    expect(await peek(".")).toEqual({ status: "success", data: "directory . at ." });
  });

  test("EX-14 refuses absolute paths where a setting says so", async () => {
    const { peek, root } = setUp({ allowAbsolute: false });
    expect(await codeOf(peek(join(root, "a/f")))).toBe("denied SANDBOX_VIOLATION");
    expect((await peek("a/f")).status).toBe("success");
  });

  test("EX-13 denies by the asked path and by where a link leads, and names the pattern [promise private-keys]", async () => {
    const { peek } = setUp({ entries: ["file .ssh/config x", "file server.pem x", "symlink notes.txt server.pem"] });
    const denials = [".ssh", ".ssh/config", "server.pem", "notes.txt"].map(async (path) => {
      const outcome = await peek(path);
      return outcome.status === "denied" ? outcome.error.message : outcome.status;
    });
    expect(await Promise.all(denials)).toEqual([
      '".ssh" is denied by the pattern "**/.ssh/**"',
      '".ssh/config" is denied by the pattern "**/.ssh/**"',
      '"server.pem" is denied by the pattern "**/*.pem"',
      '"notes.txt" is denied by the pattern "**/*.pem"',
    ]);
  });

  test("EX-13 the built-in patterns can be turned off and own ones added", async () => {
    const { peek } = setUp({
      entries: ["file server.pem x", "file secrets/x x"],
      includeDefaultDenies: false,
      deniedPatterns: ["secrets"],
    });
    expect((await peek("server.pem")).status).toBe("success");
    expect(await codeOf(peek("secrets/x"))).toBe("denied SANDBOX_VIOLATION");
  });

  test("EX-12 allowed roots narrow the workspace to folders that were made canonical once", async () => {
    const { peek, root } = setUp({
      entries: ["file src/f x", "file lib/f x", "symlink alias src", "symlink src/out ../lib/f", "file src-2/f x"],
      allowedRoots: ["alias"],
    });
    for (const path of ["src", "src/f", "alias/f", "src/none"])
      expect(await codeOf(peek(path))).not.toContain("SANDBOX");
    for (const path of [".", "lib", "lib/f", "lib/none", "src/out", "src-2/f"]) {
      expect(await codeOf(peek(path))).toBe("denied SANDBOX_VIOLATION");
    }
    rmSync(join(root, "alias"));
    symlinkSync("lib", join(root, "alias"));
    expect(await codeOf(peek("alias/f"))).toBe("denied SANDBOX_VIOLATION");
    const outcome = await peek("lib");
    expect(outcome.status === "denied" && outcome.error.message).toBe('"lib" is outside the allowed folders: "src"');
  });

  test("EX-12 a link from an allowed root tells nothing of what lies elsewhere, there or not", async () => {
    for (const strategy of STRATEGIES) {
      const { peek } = setUp({
        entries: [
          "file src/f x",
          "dir src/d",
          "file lib/there x",
          "symlink src/to-there ../lib/there",
          "symlink src/to-none ../lib/none",
          "symlink src/lib ../lib",
          "symlink src/own d",
        ],
        allowedRoots: ["src"],
        strategy,
      });
      const shown = async (path: string) => {
        const outcome = await peek(path);
        return outcome.status === "success" ? "seen" : outcome.error.message.replaceAll(path, "PATH");
      };
      const refused = '"PATH" is outside the allowed folders: "src"';
      const hidden = ["src/to-there", "src/to-none", "src/lib/there", "src/lib/none", "src/lib/none/x", "lib/x/y"];
      for (const path of hidden) expect([path, await shown(path)]).toEqual([path, refused]);
      for (const [path, folder] of [
        ["src/none", "src"],
        ["src/none/x", "src"],
        ["src/own/none", "src/own"],
        ["src/f/x", "src"],
      ] as const) {
        const message = `"PATH" does not exist; the nearest existing folder is "${folder}"`;
        expect([path, await shown(path)]).toEqual([path, message]);
      }
    }
  });

  test.each(STRATEGIES)("EX-12 a root that is gone or busy is told where it may be looked at: %s", async (strategy) => {
    const { peek, root, context } = setUp({
      entries: ["file src/f x"],
      allowedRoots: ["src"],
      strategy,
    });
    const tell = async (path: string, tool: typeof peek) => {
      const outcome = await tool(path);
      return outcome.status === "success" ? "seen" : [outcome.error.code, outcome.error.retriable];
    };
    const refuse = (): never => {
      throw busyFailure(".", "busy");
    };
    const busy = { ...context, workspace: withRefusal(context.workspace, refuse) };
    const busyPeek = createSecureTool(busy, makePeek([]));
    for (const path of ["src/f", "src/none"]) {
      expect([path, await tell(path, busyPeek)]).toEqual([path, ["INTERNAL", true]]);
    }
    rmSync(root, { recursive: true });
    for (const path of ["src/f", "src/none"]) {
      expect([path, await tell(path, peek)]).toEqual([path, ["INTERNAL", false]]);
    }
  });

  test("EX-12 an allowed root must have a name that no other folder can be taken for", async () => {
    const workspaceRoot = makeTree(["symlink alias none", "dir ok"]);
    const raw = (name: string) => Buffer.concat([Buffer.from(`${workspaceRoot}/`), Buffer.from(name, "latin1")]);
    for (const name of ["d\xfe", "d\xff"]) mkdirSync(raw(name));
    rmSync(join(workspaceRoot, "alias"));
    symlinkSync(Buffer.from("d\xfe", "latin1"), join(workspaceRoot, "alias"));
    const before = countDescriptors();
    expect(() => createToolContext({ workspaceRoot, allowedRoots: ["ok", "alias"] })).toThrow(
      "the allowed root lies in a folder whose name is not UTF-8: alias",
    );
    expect(countDescriptors()).toBe(before);
  });

  test("EX-12 allowed roots must be folders inside the workspace", () => {
    const before = countDescriptors();
    const workspaceRoot = makeTree(["file f x", "symlink out .."]);
    for (const root of ["..", "/", "none", "out", "f", ""]) {
      expect(() => createToolContext({ workspaceRoot, allowedRoots: [root] })).toThrow(
        "the allowed root is not a folder",
      );
    }
    expect(countDescriptors()).toBe(before);
  });
});
