// Finds the files that Bun reads from the current folder: `.env`, which could name another configuration, and `bunfig.toml`, which can run
// code. Node reads neither.

import { lstatSync } from "node:fs";
import { devNull } from "node:os";
import { isMissing } from "./find.ts";

const MODES = ["", ".development", ".production", ".test"];
const ENV_FILES = MODES.flatMap((mode) => [`.env${mode}`, `.env${mode}.local`]);

/** `flags` are Bun's own, as in `process.execArgv`. Null: Bun read nothing from the current folder. */
export function whyNotBun(flags: readonly string[]): string | null {
  const isEnvOff = flags.some((flag) => flag === "--no-env-file" || /^--env-file\b/.test(flag));
  // With `-c=FILE` and `--config FILE`, Bun 1.4 still reads the folder's file.
  const isConfigOff = flags.some((flag) => flag.startsWith("--config="));
  const found = [...(isConfigOff ? [] : ["bunfig.toml"]), ...(isEnvOff ? [] : ENV_FILES)].find(
    (name) => !isMissing(name, lstatSync),
  );
  if (found === undefined) return null;
  return `Bun has read ${found} in the current folder; use Node, another folder, or bun --no-env-file --config=${devNull}`;
}
