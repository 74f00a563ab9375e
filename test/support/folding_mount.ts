// A folder in which letter case does not tell names apart, as on macOS and Windows. On Linux it exists for one child at a time, in a mount
// namespace of its own, and is gone with it. Tests only.

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { IN_NAMESPACE } from "./namespaces.mjs";
import { LETTER_CASE } from "./only_where.ts";
import { makeTempFolder } from "./tree.ts";

const SOURCE = fileURLToPath(new URL("fold.c", import.meta.url));

export interface FoldingFolder {
  /** Where the folder is for a command behind `before`. */
  readonly path: string;
  readonly before: readonly string[];
}

/** An empty one; null where there can be none. */
export const makeFoldingFolder: (() => FoldingFolder) | null = prepare();

function prepare(): typeof makeFoldingFolder {
  if (!LETTER_CASE.isMet) return () => ({ path: makeTempFolder(), before: [] });
  const program = join(makeTempFolder(), "fold");
  const fault = findFault(program);
  if (fault === null) return () => mountWith(program);
  console.warn(`tests in a case-insensitive folder are skipped: ${fault}`);
  return null;
}

function mountWith(program: string): FoldingFolder {
  const folder = makeTempFolder();
  const [path, behind] = [join(folder, "folding"), join(folder, "behind")];
  for (const made of [path, behind]) mkdirSync(made);
  return { path, before: [...(IN_NAMESPACE ?? []), program, path, behind] };
}

function findFault(program: string): string | null {
  if (IN_NAMESPACE === null) return "no mount namespaces";
  const { status: hasLibrary, stdout } = spawnSync("pkg-config", ["--cflags", "--libs", "fuse3"], { encoding: "utf8" });
  if (hasLibrary !== 0) return "no libfuse3 to compile with (libfuse3-dev, pkg-config)";
  const words = ["-O2", "-Wall", "-o", program, SOURCE, ...stdout.trim().split(/\s+/)];
  if (spawnSync("cc", words).status !== 0) return "no C compiler";
  const { before } = mountWith(program);
  const [command = "", ...rest] = before;
  const { status } = spawnSync(command, [...rest, "true"], { timeout: 60_000 });
  return status === 0 ? null : "/dev/fuse cannot be used";
}
