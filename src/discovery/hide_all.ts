// Stands in for an ignore file that cannot be obeyed: hides everything that the file could hide.

import { ANY_FOLDERS, STAR } from "../patterns/parts.ts";
import { type CompiledRules, RulesCompiler } from "./compiled_rules.ts";
import type { LoadedRules } from "./folder_rules.ts";
import type { IgnoreProblemReason } from "./verdict.ts";

/** How an ignore file is told, before it is read. */
export type RulesLabel = Pick<LoadedRules, "source" | "file" | "isShown">;

let everything: CompiledRules | undefined;

/** As if the file said `*`. Files that are asked before it may bring something back, as they could if it were obeyed. */
export function hideAll(label: RulesLabel, problem: IgnoreProblemReason): LoadedRules {
  const { source, file } = label;
  const verdict = { ignored: true, from: { source, file, line: null, pattern: null, problem } };
  everything ??= compileEverything();
  return { ...label, set: everything, verdicts: [verdict] };
}

function compileEverything(): CompiledRules {
  const compiler = new RulesCompiler("*");
  compiler.add({ isDirectoryOnly: false, subject: "name", literal: null, parts: [ANY_FOLDERS, STAR] }, 1, 0);
  return compiler.build();
}
