// The rule of an ignore file that decided about a path, as it may be shown to the owner.

import type { IgnoreVerdict } from "../git/ignore_verdict.ts";
import type { Denied } from "./verdict.ts";

/** The rule of an ignore file that decided about a path. `pattern` is null if the file may not be shown. */
export interface IgnoreRule {
  readonly ignored: boolean;
  readonly source: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly pattern: string | null;
}

/** Null if no rule decided. A file that must not be read is applied, but its lines are not shown. */
export function toIgnoreRule({ ignored, from }: IgnoreVerdict, denied: Denied): IgnoreRule | null {
  if (from === null) return null;
  const isDenied = from.file !== null && denied.find(from.file, false) !== null;
  return { ignored, ...from, pattern: isDenied ? null : from.pattern };
}
