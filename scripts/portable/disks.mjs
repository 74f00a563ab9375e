// The file systems that the suite is run on. Each is mounted in a mount namespace of the run alone, so that it is gone with it.
// @ts-check

import { spawnSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Sparse: only what is written takes room.
const IMAGE_BYTES = 8 * 1024 ** 3;

/**
 * `make`: what has to be done before it can be mounted. `mount`: shell, with $1 the image and $2 the mount point; temporary files go to the
 * folder `tmp` there. `within`: the words in front of a command that mount the disk for it alone, if no command of the system can. `tests`:
 * those that are run where none are named, if not all.
 * @typedef {{ name: string, what: string, make: (image: string) => Failure | null, mount: string, within?: Within, tests?: readonly string[] }} Disk
 * @typedef {(image: string, point: string) => readonly string[]} Within
 * @typedef {{ reason: string }} Failure
 */

const FOLD = fileURLToPath(new URL("../../test/support/fold.c", import.meta.url));

/** @type {readonly Disk[]} */
export const DISKS = [
  { name: "ext4", what: "ext4", make: (image) => format(image, []), mount: 'mount -o loop "$1" "$2"' },
  { name: "tmpfs", what: "tmpfs", make: () => null, mount: 'mount -t tmpfs -o size=8g tmpfs "$2"' },
  {
    name: "casefold",
    what: "ext4 in a case-insensitive directory",
    make: (image) => format(image, ["-O", "casefold", "-E", "encoding=utf8"]),
    mount: 'mount -o loop "$1" "$2" && mkdir "$2/tmp" && chattr +F "$2/tmp"',
  },
  {
    name: "fold",
    what: "a case-insensitive folder by FUSE",
    make: compileFold,
    mount: "true",
    // It answers every look-up anew, which takes too long for the others: a call in a deep folder reaches its time limit.
    tests: ["test/disk/letter_case", "test/disk/sandbox_path", "test/view", "test/git/se", "test/git/ignore_walk"],
    within: (image, point) => [`${image}.program`, point, `${image}.behind`],
  },
];

/** @param {string} image @returns {Failure | null} */
function compileFold(image) {
  mkdirSync(`${image}.behind`, { recursive: true });
  const flags = spawnSync("pkg-config", ["--cflags", "--libs", "fuse3"], { encoding: "utf8" });
  if (flags.status !== 0) return { reason: "no libfuse3 to compile with (libfuse3-dev, pkg-config)" };
  const words = ["-O2", "-o", `${image}.program`, FOLD, ...flags.stdout.trim().split(/\s+/)];
  const { status, stderr, error } = spawnSync("cc", words, { encoding: "utf8" });
  return status === 0 ? null : { reason: `cc: ${error?.message ?? stderr.trim()}` };
}

/** @param {string} image @param {readonly string[]} options @returns {Failure | null} */
function format(image, options) {
  writeFileSync(image, "");
  truncateSync(image, IMAGE_BYTES);
  const { status, stderr, error } = spawnSync("mkfs.ext4", ["-q", ...options, image], { encoding: "utf8" });
  return status === 0 ? null : { reason: `mkfs.ext4: ${error?.message ?? stderr.trim()}` };
}

/**
 * Runs a command whose temporary files lie on the disk. `arena`: a folder for the image and the mount point.
 * @param {Disk} disk @param {{ arena: string, cwd: string, command: readonly string[] }} run
 * @returns {{ status: number } | Failure} why it could not be mounted, if so
 */
export function runOnDisk({ name, make, mount, within }, { arena, cwd, command }) {
  const [image, point] = [join(arena, `${name}.img`), join(arena, name)];
  mkdirSync(point, { recursive: true });
  const failure = make(image);
  if (failure !== null) return failure;
  // The first time only to see whether it works: what is mounted is gone when the shell ends.
  const before = within?.(image, point) ?? [];
  const attempt = inNamespace(before, mount, [image, point], "pipe", cwd);
  if (attempt.status !== 0) return { reason: [attempt.stderr.trim(), kernelReason()].join("\n").trim() };
  // Sticky, as /tmp is: whoever makes a folder there does not disturb the others.
  const script = `{ ${mount}; } && mkdir -p "$2/tmp" && chmod 1777 "$2/tmp" && export TMPDIR="$2/tmp" && shift 2 && exec "$@"`;
  return { status: inNamespace(before, script, [image, point, ...command], "inherit", cwd).status ?? 1 };
}

/**
 * @param {readonly string[]} before @param {string} script @param {readonly string[]} args @param {"pipe" | "inherit"} output
 * @param {string} cwd
 */
function inNamespace(before, script, args, output, cwd) {
  const words = ["--mount", "--propagation", "private", ...before, "sh", "-c", script, "sh", ...args];
  const { status, stderr, error } = spawnSync("unshare", words, {
    cwd,
    stdio: ["ignore", output, output],
    encoding: "utf8",
  });
  return { status, stderr: error?.message ?? stderr ?? "" };
}

/** What the kernel said last about a file system, where this user may see it. */
function kernelReason() {
  const { stdout } = spawnSync("dmesg", [], { encoding: "utf8" });
  const line = (stdout ?? "").split("\n").findLast((text) => /ext4-fs|tmpfs/i.test(text));
  return line === undefined ? "" : `kernel: ${line.replace(/^\[[^\]]*\] */, "")}`;
}
