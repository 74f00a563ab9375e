// Stands in for an ignore file with more rules than are supported: everything that it could hide counts as ignored.

import { ANY_FOLDERS, STAR } from "../patterns/parts.ts";
import { type CompiledRules, RulesCompiler } from "./compiled_rules.ts";
import type { LoadedRules } from "./folder_rules.ts";
import type { IgnoreProblemReason } from "./verdict.ts";

/** For lack of room. The other files that are not obeyed are not obeyed by git either. */
export type Excess = Extract<IgnoreProblemReason, "too_large" | "too_many_rules">;

let everything: CompiledRules | undefined;

/** As if the file said `*`. Files that are asked before it may bring something back, as they could if it were obeyed. */
export function hideAll(label: Pick<LoadedRules, "source" | "file" | "isShown">, problem: Excess): LoadedRules {
  const { source, file } = label;
  const verdict = { ignored: true, from: { source, file, line: null, pattern: null, problem } };
  everything ??= compileEverything();
  return { ...label, set: everything, weight: 0, verdicts: [verdict] };
}

function compileEverything(): CompiledRules {
  const builder = new RulesCompiler("*");
  builder.add({ isDirectoryOnly: false, subject: "name", literal: null, parts: [ANY_FOLDERS, STAR] }, 1, 0);
  return builder.build();
}
