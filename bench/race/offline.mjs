// @ts-check
// Keeps a candidate off the network: some of them send statistics or download programs when they start.

import { spawnSync } from "node:child_process";

const WAYS = [
  ["unshare", "-n"],
  ["unshare", "-Urn"],
];

/** The words before a command that give it a network namespace of its own, which has no way out. Null if this user cannot make one. */
export const OFFLINE =
  WAYS.find(([command = "", ...words]) => spawnSync(command, [...words, "true"]).status === 0) ?? null;

/**
 * The environment of a candidate: nothing of the user who runs this. In particular not PATH: desktop-commander runs `python3` in each call, and a
 * wrapper such as pyenv's would take most of the time.
 * @param {string} home
 * @returns {Record<string, string>}
 */
export function environmentIn(home) {
  return { PATH: "/usr/bin:/bin", HOME: home, XDG_CONFIG_HOME: home, DESKTOP_COMMANDER_DISABLE_TELEMETRY: "1" };
}

/** @param {readonly string[]} words of node @returns {{ command: string, args: string[] }} */
export function toCommand(words) {
  const [command = "", ...args] = [...(OFFLINE ?? []), process.execPath, ...words];
  return { command, args };
}
