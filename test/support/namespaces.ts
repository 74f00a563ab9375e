// Mount namespaces: mounts in one are visible only to its process, and disappear with it. Tests only.

import { spawn, spawnSync } from "node:child_process";

const WAYS = [
  ["unshare", "-Urm"],
  ["unshare", "-m"],
] as const;

/** The command prefix for a mount namespace; null if it is not available. */
export const IN_NAMESPACE: readonly string[] | null = process.platform === "linux" ? findWay() : null;

function findWay(): readonly string[] | null {
  const works = ([command, ...words]: (typeof WAYS)[number]) =>
    spawnSync(command, [...words, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;
  return WAYS.find(works) ?? null;
}

if (IN_NAMESPACE === null) {
  console.warn("tests with mounts are skipped: this user cannot make mount namespaces and mount a tmpfs in them");
}

export interface Inhabitant {
  readonly pid: number;
  /** Ends the process, and with it the namespace. */
  leave(): Promise<void>;
}

/**
 * A process that ran `script` (sh, with `args` as $1 and so on) in a mount namespace of its own, and stays there. It ends when this process
 * does.
 */
export async function inhabit(script: string, args: readonly string[]): Promise<Inhabitant> {
  const [command = "", ...words] = IN_NAMESPACE ?? [];
  const waiting = `set -e\n${script}\necho ready\nread -r _ || true`;
  const child = spawn(command, [...words, "sh", "-c", waiting, "sh", ...args], { stdio: ["pipe", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const isReady = await Promise.race([
    new Promise<boolean>((resolve) => child.stdout.once("data", () => resolve(true))),
    ended.then(() => false),
  ]);
  if (!isReady || child.pid === undefined) throw new Error(`nobody is in the namespace: ${complaint}`);
  const leave = () => {
    child.stdin.end();
    return ended;
  };
  return { pid: child.pid, leave };
}
