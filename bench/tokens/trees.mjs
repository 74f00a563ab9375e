// @ts-check
// Real trees for counting tokens, copied out of any repository, so that no ignore rules change the answers of the others.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

/** `list` has 100 entries or more; `read` 200 lines or more. */
export const TREES = [
  { name: "porthole", list: { path: "porthole/src", recursive: true }, read: "porthole/src/view/discovery_service.ts" },
  { name: "openai", list: { path: "openai/resources" }, read: "openai/client.js" },
  { name: "anthropic", list: { path: "anthropic/internal" }, read: "anthropic/client.js" },
];

/** Makes them and hands their folder to `use`; they are removed in any case. @template T @param {(root: string) => Promise<T>} use */
export async function withTrees(use) {
  const root = mkdtempSync(join(tmpdir(), "porthole-tokens-"));
  try {
    copyRepository(join(root, "porthole"));
    cpSync(join(REPOSITORY, "node_modules/openai"), join(root, "openai"), { recursive: true });
    cpSync(join(REPOSITORY, "node_modules/@anthropic-ai/sdk"), join(root, "anthropic"), { recursive: true });
    return await use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Makes the nodes of a tree as empty files and directories. @param {string} to @param {import("../../dist/lib.js").TreeEntry} node */
export function makeNodes(to, node) {
  if (node.kind === "symlink") symlinkSync("nowhere", to);
  else if (node.kind === "file") writeFileSync(to, "");
  else {
    mkdirSync(to, { recursive: true });
    for (const child of node.children ?? []) makeNodes(join(to, child.name), child);
  }
}

/** What is committed. @param {string} to */
function copyRepository(to) {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: REPOSITORY, encoding: "utf8" }).split("\0");
  for (const file of files.filter((name) => name !== "")) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(REPOSITORY, file), join(to, file));
  }
}
