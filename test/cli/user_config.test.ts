// The user's own configuration: absent only if it does not exist. It may forbid everything, so one that cannot be read must not pass for
// none. The built command line; a refused permission in a child without root's powers.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { porthole } from "../support/cli.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../support/unprivileged.ts";

const onWindows = process.platform === "win32";
if (!onWindows) console.warn("tests of the user's configuration on Windows are skipped: this is another system");

const root = makeTree(["file a.txt text"]);
const DISABLED = "[tools.approval]\nenabled = false\n";

describe.skipIf(onWindows)("the user's own configuration", () => {
  let home: string;
  let file: string;
  beforeEach(() => {
    home = makeTempFolder();
    mkdirSync(join(home, "porthole"));
    file = join(home, "porthole/config.toml");
  });

  const run = (args: readonly string[] = ["read", "a.txt"]) => porthole(root, args, { env: { XDG_CONFIG_HOME: home } });
  const served = { status: 0, stdout: "1  text\n", stderr: "" };
  const refused = (reason: string) => ({ status: 2, stdout: "", stderr: `porthole: ${file}: ${reason}\n` });

  test("is obeyed if it exists, also through a link", () => {
    writeFileSync(file, DISABLED);
    expect(run()).toEqual({ status: 1, stdout: "", stderr: "porthole: Tool execution disabled by policy\n" });
    const target = join(home, "elsewhere.toml");
    writeFileSync(target, DISABLED);
    rmSync(file);
    symlinkSync(target, file);
    expect(run().status).toBe(1);
  });

  test("is absent if the file or a folder on the way does not exist", () => {
    expect(run()).toEqual(served);
    rmSync(join(home, "porthole"), { recursive: true });
    expect(run()).toEqual(served);
    rmSync(home, { recursive: true });
    expect(run()).toEqual(served);
  });

  test("is an error if it is a broken link, with every command that opens the folder [promise user-config]", () => {
    symlinkSync(join(home, "gone"), file);
    const commands = [["tree"], ["ls"], ["read", "a.txt"], ["explain", "a.txt"], ["tools"], ["call", "tree", "{}"]];
    for (const args of [...commands, ["mcp", "."]])
      expect([args, run(args)]).toEqual([args, refused("a part of its path is a broken link")]);
  });

  test("is an error if a folder on the way is a broken link [promise user-config]", () => {
    rmSync(join(home, "porthole"), { recursive: true });
    symlinkSync(join(home, "unmounted"), join(home, "porthole"));
    expect(run()).toEqual(refused("a part of its path is a broken link"));
    rmSync(home, { recursive: true });
    symlinkSync(`${home} unmounted`, home);
    expect(run()).toEqual(refused("a part of its path is a broken link"));
  });

  test("is an error if it is a loop, a folder, or below a file [promise user-config]", () => {
    symlinkSync(file, file);
    expect(run()).toEqual(refused("it cannot be read (ELOOP)"));
    rmSync(file);
    mkdirSync(file);
    expect(run()).toEqual(refused("it is not a regular file"));
    rmSync(join(home, "porthole"), { recursive: true });
    writeFileSync(join(home, "porthole"), "");
    expect(run()).toEqual(refused("a part of its path is not a folder"));
  });

  test.skipIf(noUnprivilegedChild !== null)("is an error if a folder on the way is shut [promise user-config]", () => {
    writeFileSync(file, DISABLED);
    const program = `
      const { spawnSync } = await import("node:child_process");
      const { chmodSync } = await import("node:fs");
      const { fileURLToPath } = await import("node:url");
      const [root, home] = args;
      chmodSync(home, 0);
      const env = { ...process.env, XDG_CONFIG_HOME: home };
      const main = fileURLToPath(new URL("../dist/cli/main.js", build));
      const { status, stdout, stderr } = spawnSync(process.execPath, [main, "read", "a.txt"], { cwd: root, env, encoding: "utf8" });
      chmodSync(home, 0o700);
      return { status, stdout, stderr };`;
    expect(runUnprivileged(program, [root, home])).toEqual(refused("permission denied"));
  });
});

describe.skipIf(!onWindows)("on Windows the user's own configuration", () => {
  const put = (folder: string) => {
    const file = join(folder, "porthole", "config.toml");
    mkdirSync(join(folder, "porthole"), { recursive: true });
    writeFileSync(file, DISABLED);
    return file;
  };

  test("is in APPDATA, and an error where it was looked for before", () => {
    const [profile, home] = [makeTempFolder(), makeTempFolder()];
    const roaming = join(profile, "AppData", "Roaming");
    const run = (env: NodeJS.ProcessEnv, args: readonly string[] = []) =>
      porthole(root, ["read", "a.txt", ...args], {
        env: { XDG_CONFIG_HOME: "", USERPROFILE: profile, HOME: "", ...env },
      });
    expect(run({ APPDATA: roaming })).toEqual({ status: 0, stdout: "1  text\n", stderr: "" });
    const disabled = { status: 1, stdout: "", stderr: "porthole: Tool execution disabled by policy\n" };
    const file = put(roaming);
    for (const APPDATA of [roaming, ""]) expect(run({ APPDATA })).toEqual(disabled);
    for (const [folder, env] of [
      [profile, {}],
      [home, { HOME: home }],
    ] as const) {
      const former = put(join(folder, ".config"));
      const stderr = `porthole: ${former}: on Windows the user's own configuration is not read from here; move it to ${file}\n`;
      expect(run({ APPDATA: roaming, ...env })).toEqual({ status: 2, stdout: "", stderr });
      expect(run({ APPDATA: roaming, ...env }, ["--config", file])).toEqual(disabled);
      rmSync(former);
    }
  });
});
