// The names that walks leave out unless they are told otherwise, at every level and whatever the kind of the entry.

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

/** Never entered, whatever a call asks for. In any case: on some disks `.GIT` names the same directory. */
export function isDotGit(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === ".git";
}
