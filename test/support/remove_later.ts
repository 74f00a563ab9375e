// Removes folders in a detached process: after a whole suite it takes longer than a hook may.

import { spawn } from "node:child_process";

const PROGRAM = `
  const { rmSync } = require("node:fs");
  for (const folder of process.argv.slice(1)) rmSync(folder, { recursive: true, force: true });`;

export function removeLater(folders: readonly string[]): void {
  // Windows has no `rm`.
  const [command, ...words] =
    process.platform === "win32"
      ? [process.execPath, "-e", PROGRAM, "--", ...folders]
      : ["rm", "-rf", "--", ...folders];
  spawn(command ?? "", words, { detached: true, stdio: "ignore" }).unref();
}
