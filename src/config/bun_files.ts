// Finds the files that Bun obeys in the folder where it is started: `.env`, which could name another configuration, and `bunfig.toml`, which can
// run code. Node obeys neither.

import { lstatSync } from "node:fs";
import { devNull } from "node:os";
import { isMissing } from "./find.ts";

const MODES = ["", ".development", ".production", ".test"];
const ENV_FILES = MODES.flatMap((mode) => [`.env${mode}`, `.env${mode}.local`]);

/** `flags` are Bun's own, as in `process.execArgv`. Null: nothing in the current folder had a say. */
export function whyNotBun(flags: readonly string[]): string | null {
  const isEnvOff = flags.some((flag) => flag === "--no-env-file" || /^--env-file\b/.test(flag));
  // Bun 1.4 takes `-c=FILE` and `--config FILE`, and obeys the folder's file all the same.
  const isConfigOff = flags.some((flag) => flag.startsWith("--config="));
  const found = [...(isConfigOff ? [] : ["bunfig.toml"]), ...(isEnvOff ? [] : ENV_FILES)].find(
    (name) => !isMissing(name, lstatSync),
  );
  if (found === undefined) return null;
  return `Bun has obeyed ${found} in the current folder; use Node, another folder, or bun --no-env-file --config=${devNull}`;
}
