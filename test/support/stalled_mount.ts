// A disk that never responds, like a network disk whose server is gone. It exists for one child at a time, in a mount namespace of its own,
// and disappears with it. Tests only.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { IN_NAMESPACE } from "./namespaces.mjs";
import { makeTempFolder } from "./tree.ts";

const SOURCE = fileURLToPath(new URL("stall.c", import.meta.url));

/** The command prefix for a process with the stalled disk at a folder; null if it is not available. */
export const besideStalled: ((folder: string) => readonly string[]) | null = prepare();

function prepare(): typeof besideStalled {
  const program = join(makeTempFolder(), "stall");
  const fault = findFault(program);
  if (fault === null) return (folder) => [...(IN_NAMESPACE ?? []), program, folder];
  console.warn(`tests with a stalled disk are skipped: ${fault}`);
  return null;
}

function findFault(program: string): string | null {
  const [command = "", ...words] = IN_NAMESPACE ?? [];
  if (IN_NAMESPACE === null) return "no mount namespaces";
  if (spawnSync("cc", ["-O2", "-Wall", "-o", program, SOURCE]).status !== 0) return "no C compiler";
  const { status } = spawnSync(command, [...words, program, makeTempFolder(), "true"], { timeout: 60_000 });
  if (status !== 0) return "/dev/fuse cannot be used";
  return null;
}
