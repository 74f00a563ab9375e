// Mount namespaces: mounts in one are visible only to its process, and disappear with it. Tests only.
// @ts-check

import { spawn, spawnSync } from "node:child_process";

const WAYS = [
  ["unshare", "-Urm"],
  ["unshare", "-m"],
];

/**
 * The command prefix for a mount namespace; null if it is not available.
 * @type {readonly string[] | null}
 */
export const IN_NAMESPACE = process.platform === "linux" ? findWay() : null;

function findWay() {
  const works = (/** @type {readonly string[]} */ [command = "", ...words]) =>
    spawnSync(command, [...words, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;
  return WAYS.find(works) ?? null;
}

if (IN_NAMESPACE === null) {
  console.warn("tests with mounts are skipped: this user cannot make mount namespaces and mount a tmpfs in them");
}

/** `leave` ends the process, and with it the namespace. @typedef {{ readonly pid: number, leave(): Promise<void> }} Inhabitant */

/**
 * A process that ran `script` (sh, with `args` as $1 and on) in a mount namespace of its own, and stays there. It ends by itself when
 * this process does.
 * @param {string} script
 * @param {readonly string[]} args
 * @returns {Promise<Inhabitant>}
 */
export async function inhabit(script, args) {
  const [command = "", ...words] = IN_NAMESPACE ?? [];
  const waiting = `set -e\n${script}\necho ready\nread -r _ || true`;
  const child = spawn(command, [...words, "sh", "-c", waiting, "sh", ...args], { stdio: ["pipe", "pipe", "pipe"] });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.on("close", () => resolve()));
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const isReady = await Promise.race([
    new Promise((resolve) => child.stdout.once("data", () => resolve(true))),
    ended.then(() => false),
  ]);
  if (!isReady || child.pid === undefined) throw new Error(`nobody is in the namespace: ${complaint}`);
  const leave = () => {
    child.stdin.end();
    return ended;
  };
  return { pid: child.pid, leave };
}
