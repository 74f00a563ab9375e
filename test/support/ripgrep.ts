// ripgrep as an oracle: whether it is installed, and the lines that it finds. Tests only.

import { spawnSync } from "node:child_process";

/** Why it is not available, or null. */
export const noRipgrep: string | null =
  spawnSync("rg", ["--version"]).status === 0 ? null : "ripgrep (rg) is not installed";

if (noRipgrep !== null) console.warn(`comparisons with ripgrep are skipped: ${noRipgrep}`);

/** `path:line:text` in the order of paths; null if it refuses the pattern. */
export function askRipgrep(folder: string, pattern: string, options: readonly string[]): string[] | null {
  const flags = ["--no-config", "--no-heading", "--with-filename", "--line-number", "--null", "--sort", "path"];
  const { status, stdout } = spawnSync("rg", [...flags, ...options, "-e", pattern, "--", "."], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status === 2) return null;
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => line.replace(/^\.\//, "").replace("\0", ":"));
}
