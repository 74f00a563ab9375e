// How the requested path is repeated in the answer: a matter of spelling alone, the same on every platform.
// Leaves to the sandbox what the path means.

const DRIVE = /^[A-Za-z]:$/;

// Either slash separates here, also where a backslash may be part of a name. `..` stays: taking it back would be a
// statement about the disk.
export function normalizeRequestPath(requested: string): string {
  const slashed = requested.trim().replaceAll("\\", "/");
  const names = slashed.split("/").filter((name) => name !== "" && name !== ".");
  const path = (slashed.startsWith("/") ? "/" : "") + names.join("/");
  // Without its slash, the root of a drive would be that drive's current folder.
  if (DRIVE.test(path) && slashed.includes(`${path}/`)) return `${path}/`;
  return path === "" ? "." : path;
}
