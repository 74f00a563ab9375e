// Runs small programs against the built package in a child that has a folder of folding_mount.ts. On Linux they share a child, each with a
// folder of its own.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { answerOf } from "./child_program.ts";
import { type FoldingFolder, makeFoldingFolder } from "./folding_mount.ts";
import { canSharePartner, startPartner } from "./partner.ts";

const WARM_PROGRAM = fileURLToPath(new URL("warm_program.mjs", import.meta.url));
const BUILD = new URL("../../build/", import.meta.url).href;
const LIBRARY = 'const library = await import(new URL("../dist/lib.js", build));';

let mounted: FoldingFolder | undefined;
let partner: ReturnType<typeof startPartner> | undefined;
let count = 0;

/**
 * `program` is the body of an async function with `library` (that of dist/) and `args`: a folder that does not exist yet, then the given
 * ones. Its result comes back as JSON.
 */
export async function runInFoldingFolder(program: string, given: readonly string[]): Promise<unknown> {
  mounted ??= makeFoldingFolder?.() ?? { path: "", before: [] };
  const { path, before } = mounted;
  count += 1;
  const args = [join(path, `case${count}`), ...given];
  if (!canSharePartner) return answerOf(before, program, args);
  partner ??= startPartner([...before, process.execPath, WARM_PROGRAM]);
  const { returned, failed } = Object(partner({ build: BUILD, program: LIBRARY + program, args }));
  if (failed !== undefined) throw new Error(`the child failed: ${failed}`);
  return returned;
}
