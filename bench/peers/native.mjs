// @ts-check
// `tree` and `fd`, if they are installed. Each call is a process, measured in wall time.

import { spawnSync } from "node:child_process";

/** @param {...string} names @returns {string | null} the first that can be started */
function find(...names) {
  return names.find((name) => spawnSync(name, ["--version"]).status === 0) ?? null;
}

const native = { tree: find("tree"), fd: find("fd", "fdfind") };

/** @param {string} command @param {readonly string[]} args */
export function runProcess(command, args, cwd = process.cwd()) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, maxBuffer: 1 << 30, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  return stdout;
}

/** @param {string} root @param {number} depth @param {number} limit @returns {import("../types.d.ts").Contestant[]} */
export function nativeContestants(root, depth, limit) {
  /** @type {import("../types.d.ts").Contestant[]} */
  const contestants = [];
  const shared = { readCpuMs: () => performance.now() };
  const { tree, fd } = native;
  if (tree !== null)
    contestants.push({
      ...shared,
      name: "tree",
      differs: "a process, by the clock; no limit",
      run: () => runProcess(tree, ["-J", "-L", String(depth)], root),
    });
  if (fd !== null)
    contestants.push({
      ...shared,
      name: "fd",
      differs: "a process, by the clock; any order",
      run: () => runProcess(fd, ["-uu", `--max-depth=${depth}`, `--max-results=${limit}`], root),
    });
  return contestants;
}

/** @returns {Record<string, string>} */
export function nativeVersions() {
  return Object.fromEntries(
    Object.entries(native).map(([name, command]) => [
      name,
      command === null ? "not installed" : (/[\d.]+/.exec(runProcess(command, ["--version"]))?.[0] ?? "unknown"),
    ]),
  );
}
