// Runs examples of the documentation. In a short run on Node they share a process, which loads the package once (run_examples.mjs).

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { isShared, RUNTIME_FLAGS } from "./cli.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TOGETHER = fileURLToPath(new URL("run_examples.mjs", import.meta.url));

export interface RanExample {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** In the order of `files`, one after another. */
export async function runExamples(files: readonly string[], env: NodeJS.ProcessEnv): Promise<RanExample[]> {
  if (isShared) return splitOutput(files, await run([TOGETHER, ...files], env));
  const ran: RanExample[] = [];
  for (const file of files) ran.push(await run([...RUNTIME_FLAGS, file], env));
  return ran;
}

/** If the process failed, all of them did. */
function splitOutput(files: readonly string[], { status, stdout, stderr }: RanExample): RanExample[] {
  const printed = stdout.split("\0");
  const complained = stderr.split("\0");
  return files.map((_, nth) => ({
    status: status === 0 ? Number(printed[2 * nth + 1] ?? 1) : status,
    stdout: printed[2 * nth] ?? "",
    stderr: complained[nth] ?? "",
  }));
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<RanExample> {
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, stdout, stderr };
}
