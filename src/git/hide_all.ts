// Replaces an ignore file that cannot be applied: hides everything that the file could hide.

import { ANY_FOLDERS, STAR } from "../match/path_nodes.ts";
import { atOnce } from "../regex/work.ts";
import { type CompiledRules, RulesCompiler } from "./compiled_rules.ts";
import type { LoadedRules } from "./folder_rules.ts";
import type { IgnoreProblemReason } from "./ignore_verdict.ts";

/** How an ignore file is shown, before it is read. */
export type RulesLabel = Pick<LoadedRules, "source" | "file" | "isShown">;

/** As if the file contained `*`. Files with higher precedence may include paths again, as usual. */
export function hideAll(label: RulesLabel, problem: IgnoreProblemReason): LoadedRules {
  const { source, file } = label;
  const verdict = { ignored: true, from: { source, file, line: null, pattern: null, problem } };
  return { ...label, set: compileEverything(), verdicts: [verdict] };
}

function compileEverything(): CompiledRules {
  const compiler = new RulesCompiler("*");
  compiler.add({ isDirectoryOnly: false, subject: "name", literal: null, nodes: [ANY_FOLDERS, STAR] }, 1, 0);
  return atOnce(compiler.build());
}
