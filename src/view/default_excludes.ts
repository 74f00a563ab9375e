// The names that walks leave out by default, at every level and for every kind of entry.

const DEFAULT_EXCLUDES: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  "dist",
  "build",
  "target",
  ".vscode",
  ".DS_Store",
]);

export function isDefaultExclude(name: string): boolean {
  return DEFAULT_EXCLUDES.has(name);
}

/** Never entered, whatever a call requests. Ignores case: on some disks `.GIT` is the same directory. */
export function isDotGit(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === ".git";
}
