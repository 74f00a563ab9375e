// Tells whether a file is visible inside a folder through a mount: one place on a disk may be mounted at several paths. Linux only;
// elsewhere the answer is no.

import { readFileSync } from "node:fs";

interface Mount {
  readonly device: string;
  /** The mounted folder or file, as a path on its disk. */
  readonly root: string;
  /** The mount point. */
  readonly point: string;
}

/** Both paths are absolute and free of symbolic links. The file need not exist. */
export function isMountedInside(file: string, workspaceRoot: string): boolean {
  const mounts = readMounts();
  const place = findPlace(mounts, file);
  if (place === null) return false;
  const shown = [findPlace(mounts, workspaceRoot), ...mounts.filter(({ point }) => isWithin(point, workspaceRoot))];
  return shown.some((mount) => mount?.device === place.device && isWithin(place.root, mount.root));
}

/** Cached, because it rarely changes and is needed for each line. */
let parsed: { readonly text: string; readonly mounts: readonly Mount[] } = { text: "", mounts: [] };

function readMounts(): readonly Mount[] {
  try {
    const text = readFileSync("/proc/self/mountinfo", "utf8");
    if (text !== parsed.text) parsed = { text, mounts: parseMounts(text) };
    return parsed.mounts;
  } catch {
    return [];
  }
}

/** See proc_pid_mountinfo(5). */
function parseMounts(text: string): readonly Mount[] {
  return text.split("\n").flatMap((line) => {
    const [, , device, root, point] = line.split(" ").map(decodeOctal);
    return device === undefined || root === undefined || point === undefined ? [] : [{ device, root, point }];
  });
}

/** White space and backslashes are escaped as octal numbers. */
function decodeOctal(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/** The place on a disk that is visible at `path`. */
function findPlace(mounts: readonly Mount[], path: string): Pick<Mount, "device" | "root"> | null {
  // Of two mounts on the same point, the later one hides the other.
  const over = mounts.filter(({ point }) => isWithin(path, point));
  const [nearest] = over.reverse().sort((a, b) => b.point.length - a.point.length);
  if (nearest === undefined) return null;
  const rest = path.slice(nearest.point === "/" ? 0 : nearest.point.length);
  return { device: nearest.device, root: nearest.root === "/" ? rest || "/" : nearest.root + rest };
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}
