// Runs a small program against the built package in a child without the power to override permissions. Tests often run as root, which is
// never refused access. On Linux, the programs of a process share one child (warm_program.mjs).

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { canSharePartner, startPartner } from "./partner.ts";

const SHARED = fileURLToPath(new URL("warm_program.mjs", import.meta.url));
const BUILD = new URL("../../build/", import.meta.url);
/** The command prefix; empty if the user has no such powers. */
const DROP_POWERS: readonly string[] =
  process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [];

/** Why such a child is not available, or null. */
export const noUnprivilegedChild: string | null = probe();

function probe(): string | null {
  if (process.platform === "win32") return "no POSIX permissions on this system";
  if (process.getuid?.() !== 0) return null;
  const tried = spawnSync(DROP_POWERS[0] ?? "", [...DROP_POWERS.slice(1), "true"]);
  return tried.status === 0 ? null : "running as root, and setpriv cannot drop root's powers";
}

if (noUnprivilegedChild !== null) console.warn(`permission tests are skipped: ${noUnprivilegedChild}`);

/** `program` is the body of an async function with `build` (a URL) and `args`; its result comes back as JSON. */
export function runUnprivileged(program: string, args: readonly string[]): unknown {
  return canSharePartner ? runShared(program, args) : runAlone(program, args);
}

let partner: ReturnType<typeof startPartner> | undefined;

function runShared(program: string, args: readonly string[]): unknown {
  partner ??= startPartner([...DROP_POWERS, process.execPath, SHARED]);
  const { returned, failed } = Object(partner({ build: BUILD.href, program, args }));
  if (failed !== undefined) throw new Error(`the child failed: ${failed}`);
  return returned;
}

function runAlone(program: string, args: readonly string[]): unknown {
  const source = `
    const build = new URL(${JSON.stringify(BUILD.href)});
    const args = ${JSON.stringify(args)};
    const answer = await (async () => { ${program} })();
    process.stdout.write(JSON.stringify(answer));`;
  const command = [process.execPath, "--input-type=module", "-e", source];
  const full = [...DROP_POWERS, ...command];
  const child = spawnSync(full[0] ?? "", full.slice(1), { encoding: "utf8", cwd: "/" });
  if (child.status !== 0) throw new Error(`the child failed: ${child.stderr}`);
  return JSON.parse(child.stdout);
}
