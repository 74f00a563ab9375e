// Normalises the requested path for the answer, by its text alone and the same on every platform.

const DRIVE = /^[A-Za-z]:$/;

// Both slashes separate here, even on systems where a backslash may be part of a name. `..` is kept: resolving it would be a statement
// about the disk.
export function normalizeRequestPath(requested: string): string {
  const slashed = requested.trim().replaceAll("\\", "/");
  const names = slashed.split("/").filter((name) => name !== "" && name !== ".");
  const path = (slashed.startsWith("/") ? "/" : "") + names.join("/");
  // Without its slash, the root of a drive would mean that drive's current folder.
  if (DRIVE.test(path) && slashed.includes(`${path}/`)) return `${path}/`;
  return path === "" ? "." : path;
}
