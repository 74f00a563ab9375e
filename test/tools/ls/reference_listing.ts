// A listing of the Gemini dialect as one would write it in ten minutes, on plain calls of node:fs. An oracle for tests. Shares with
// the tool how a control character is written, and nothing else.

import { readdirSync, realpathSync, statSync } from "node:fs";
import { sanitize } from "../../../src/input/sanitize.ts";
import type { ToolResult } from "../../../src/tools/base.ts";

export interface ReferenceCall {
  readonly ignore: readonly string[];
  /** Of paths relative to the root, a slash behind directories. */
  readonly isGit: (path: string) => boolean;
  readonly isGemini: (path: string) => boolean;
}

const toText = (raw: string) => Buffer.from(raw, "latin1").toString("utf8");
const toRaw = (text: string) => Buffer.from(text).toString("latin1");

/** `root` is canonical; `relative` is `.` or a path without links. */
export function referenceListing(root: string, relative: string, shown: string, call: ReferenceCall): ToolResult {
  const folder = toRaw(relative === "." ? root : `${root}/${relative}`);
  const all = readdirSync(Buffer.from(folder, "latin1"), { withFileTypes: true, encoding: "latin1" });
  if (all.length === 0) return { llmContent: `Directory ${shown} is empty.`, returnDisplay: "Directory is empty." };
  const named = all.map((dirent) => {
    const name = toText(dirent.name);
    const path = `${relative === "." ? "" : `${relative}/`}${name}${dirent.isDirectory() ? "/" : ""}`;
    return { raw: dirent.name, name, path, isLink: dirent.isSymbolicLink() };
  });
  const git = named.filter(({ path }) => call.isGit(path));
  const gemini = named.filter(({ path }) => !call.isGit(path) && call.isGemini(path));
  const rest = named.filter((entry) => !git.includes(entry) && !gemini.includes(entry));
  const lines = rest
    .filter(({ name }) => !call.ignore.some((pattern) => toExpression(pattern).test(name)))
    .flatMap((entry) => {
      const kind = lookAt(root, folder, entry);
      return kind === null ? [] : [{ ...entry, isDirectory: kind === "directory" }];
    })
    .sort((a, b) => {
      if (a.isDirectory !== b.isDirectory) return a.isDirectory ? -1 : 1;
      return a.name.localeCompare(b.name, "en") || compare(a.name, b.name) || compare(a.raw, b.raw);
    })
    .map(({ name, isDirectory }) => (isDirectory ? `[DIR] ${sanitize(name)}` : sanitize(name)));
  const counts = [[git.length, "git"] as const, [gemini.length, "gemini"] as const].filter(([count]) => count > 0);
  const ignored = counts.map(([count, who]) => `${count} ${who}-ignored`).join(", ");
  return {
    llmContent: `Directory listing for ${shown}:\n${lines.join("\n")}${ignored && `\n\n(${ignored})`}`,
    returnDisplay: `Listed ${lines.length} item(s).${ignored && ` (${ignored})`}`,
  };
}

function lookAt(
  root: string,
  folder: string,
  { raw, name, isLink }: { raw: string; name: string; isLink: boolean },
): "directory" | "other" | null {
  const path = Buffer.from(`${folder}/${raw}`, "latin1");
  try {
    if (isLink && (toRaw(name) !== raw || !isInside(realpathSync(path.toString("utf8")), root))) return null;
    return statSync(path).isDirectory() ? "directory" : "other";
  } catch {
    return null;
  }
}

function isInside(real: string, root: string): boolean {
  return real === root || real.startsWith(`${root}/`);
}

function toExpression(pattern: string): RegExp {
  const source = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${source.replaceAll("*", ".*").replaceAll("?", ".")}$`, "su");
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
