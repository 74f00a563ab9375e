// Every way in which list_directory of the Gemini dialect fails, or refuses to look. The answers are compared whole.
// Leaves refusals before the call to ../ls.test.ts.

import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LSTool, LSToolInvocation } from "../../../src/tools/ls.ts";
import { DeniedPatterns } from "../../../src/view/denied/patterns.ts";
import { makeTree } from "../../support/tree.ts";
import { countDescriptors, STRATEGIES } from "../../support/workspaces.ts";
import { linesOf, list, makeHost } from "./host.ts";

const signal = new AbortController().signal;
const OUTSIDE = "Path must be within one of the workspace directories:";

const failed = (reason: string, type: string) => ({
  llmContent: `Error listing directory: ${reason}`,
  returnDisplay: "Error: Failed to list directory.",
  error: { message: `Error listing directory: ${reason}`, type },
});
const noDirectory = (path: string) => ({
  llmContent: `Error: Path is not a directory: ${path}`,
  returnDisplay: "Error: Path is not a directory.",
  error: { message: `Error: Path is not a directory: ${path}`, type: "path_is_not_a_directory" },
});

describe.each(STRATEGIES)("a call, in workspaces kept by %s", (strategy) => {
  test("LS-04 answers with an error if nothing is there", async () => {
    const root = makeTree(["file f x", "symlink gone nowhere", "symlink loop loop"]);
    const host = makeHost(root, { trusting: true });
    for (const name of ["missing", "missing/x", "f/x", "gone", "loop"]) {
      const path = join(root, name);
      expect(await list(host, path, { strategy })).toEqual(
        failed(`${JSON.stringify(path)} does not exist`, "ls_execution_error"),
      );
    }
  });

  test("LS-04 answers with an error if it is no directory", async () => {
    const root = makeTree(["file f x", "symlink to-f f", "fifo pipe"]);
    for (const name of ["f", "to-f", "pipe", "./f"]) {
      const path = `${root}/${name}`;
      expect(await list(makeHost(root), path, { strategy })).toEqual(noDirectory(path));
    }
  });

  test("LS-04 answers with an error if the path has led elsewhere since it was checked", async () => {
    const root = makeTree(["dir d", "file d/mine x"]);
    const host = makeHost(root, { trusting: true });
    const invocation = new LSTool(host, { strategy }).build({ path: join(root, "d") });
    renameSync(join(root, "d"), join(root, "e"));
    symlinkSync("/etc", join(root, "d"));
    expect(await invocation.execute(signal)).toEqual(failed(`${OUTSIDE} ${root}`, "ls_execution_error"));
  });

  test("LS-04 answers with an error if the workspace directory cannot be opened", async () => {
    const root = makeTree(["dir d"]);
    const invocation = new LSTool(makeHost(root), { strategy }).build({ path: join(root, "d") });
    rmSync(root, { recursive: true });
    const expected = failed("the workspace directory cannot be opened", "ls_execution_error");
    expect(await invocation.execute(signal)).toEqual(expected);
    expect(await list(makeHost(root), root, { strategy })).toEqual(expected);
  });

  test("LS-04 answers with an error if it was cancelled, or if it was never checked", async () => {
    const root = makeTree(["dir d", "symlink out /"]);
    const call = (path: string) => new LSToolInvocation(makeHost(root, { trusting: true }), { path }, { strategy });
    expect(await call(root).execute(AbortSignal.abort())).toEqual(failed("Cancelled by user", "ls_execution_error"));
    expect(await call("d").execute(signal)).toEqual(failed("Path must be absolute: d", "ls_execution_error"));
    expect(await call(join(root, "out")).execute(signal)).toEqual(failed(`${OUTSIDE} ${root}`, "ls_execution_error"));
    expect((await call(root).execute()).llmContent).toBe(`Directory listing for ${root}:\n[DIR] d`);
  });

  test("LS-04 answers with an error that tells nothing if the host fails", async () => {
    const root = makeTree(["file f x"]);
    const fail = () => {
      throw new Error("/home/somebody/secret");
    };
    const hosts = [
      { ...makeHost(root), getFileService: fail },
      { ...makeHost(root), getFileService: () => ({ filterFilesWithReport: fail }) },
      { ...makeHost(root), getTargetDir: fail },
    ];
    for (const host of hosts) {
      expect(await list(host, root, { strategy })).toEqual(failed("the tool failed", "ls_execution_error"));
    }
  });

  test("a denied directory is listed by name and not looked into, by whatever name it is asked for", async () => {
    const root = makeTree(["file .ssh/known_hosts x", "dir .ssh/sub", "symlink keys .ssh", "file private/a/b x"]);
    const host = makeHost(root);
    expect(await linesOf(host, root, { strategy })).toEqual(["[DIR] .ssh", "[DIR] keys", "[DIR] private"]);
    for (const name of [".ssh", ".ssh/sub", ".ssh/missing", "keys", "keys/sub", ".SSH"]) {
      const path = join(root, name);
      const reason = `${JSON.stringify(path)} is denied by the pattern "**/.ssh/**"`;
      expect(await list(host, path, { strategy })).toEqual(failed(reason, "ls_execution_error"));
    }
    const denied = new DeniedPatterns({ patterns: ["private"], includeDefaults: false });
    const tool = new LSTool(host, { denied, strategy });
    const listed = await tool.buildAndExecute({ path: join(root, ".ssh/sub") }, signal);
    expect(listed).toEqual({
      llmContent: `Directory ${join(root, ".ssh/sub")} is empty.`,
      returnDisplay: "Directory is empty.",
    });
    const refused = await tool.buildAndExecute({ path: join(root, "private/a") }, signal);
    const reason = `${JSON.stringify(join(root, "private/a"))} is denied by the pattern "private"`;
    expect(refused).toEqual(failed(reason, "ls_execution_error"));
  });

  test.skipIf(process.platform !== "linux")("keeps nothing open, whatever comes of it", async () => {
    const root = makeTree(["dir d", "file f x", "symlink to-f f", "symlink out ..", "dir .ssh", "symlink keys .ssh"]);
    const host = makeHost(root, { trusting: true });
    const before = countDescriptors();
    for (const name of [".", "f", "missing", "out", ".ssh", "keys", "d"]) {
      await new LSTool(host, { strategy }).validateBuildAndExecute({ path: join(root, name) }, signal);
      await new LSToolInvocation(host, { path: join(root, name) }, { strategy }).execute(signal);
    }
    await new LSToolInvocation(host, { path: root }, { strategy }).execute(AbortSignal.abort());
    expect(countDescriptors()).toBe(before);
  });
});
