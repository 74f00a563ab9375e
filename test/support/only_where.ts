// For tests that hold only under a condition of the machine: where it is not met they are skipped under a name that says why, so that a
// report can count them (scripts/portable/show.mjs).

import { existsSync, mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { describe, test } from "vitest";
import { hasHandles } from "./handles.ts";

interface Need {
  readonly isMet: boolean;
  /** What follows "only". */
  readonly words: string;
}

/** What is asserted is a property of the stronger strategy, or of its system calls. */
export const HANDLES: Need = { isMet: hasHandles, words: "where there are handles" };

/** Two names that differ only in letter case are two names. Asked of the folder for temporary files. */
export const LETTER_CASE: Need = { isMet: keepsCaseApart(), words: "where letter case tells names apart" };

function keepsCaseApart(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "porthole-case-"));
  const isFound = existsSync(join(dirname(folder), basename(folder).toUpperCase()));
  rmdirSync(folder);
  return !isFound;
}

const title = (name: string, { isMet, words }: Need, reason: string) =>
  isMet ? name : `${name} (only ${words}: ${reason})`;

/** `reason`: why it would fail elsewhere. */
export function testWhere(need: Need, reason: string, name: string, body: () => unknown): void {
  test.skipIf(!need.isMet)(title(name, need, reason), body as () => Promise<void>);
}

/** `reason`: why it would fail elsewhere. */
export function describeWhere(need: Need, reason: string, name: string, body: () => void): void {
  describe.skipIf(!need.isMet)(title(name, need, reason), body);
}
