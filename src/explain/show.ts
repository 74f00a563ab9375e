// Formats an explanation as a short text for people.

import { sanitize } from "../input/sanitize.ts";
import { describeDenial, describeIgnore } from "./rule_words.ts";
import type { Explanation, ToolAnswer } from "./types.ts";

/** Formats an explanation as a short text for people. */
export function showExplanation(explanation: Explanation): string {
  const facts = [
    `${sanitize(explanation.path ?? "the path")}: ${describePlace(explanation)}`,
    ...describeRules(explanation).map((line) => `  ${sanitize(line)}`),
  ];
  const names = Object.keys(explanation.tools);
  const width = Math.max(0, ...names.map((name) => name.length));
  const answers = Object.entries(explanation.tools).map(
    ([name, answer]) => `  ${name.padEnd(width)}  ${sanitize(describeAnswer(answer))}`,
  );
  return `${[...facts, ...answers].join("\n")}\n`;
}

/** The answer by name is added only if it is not obvious: "not a directory", for example, is left out for files. */
function describeAnswer({ word, reason, by_name }: ToolAnswer): string {
  const answer = reason === "" ? word : `${word}: ${reason}`;
  const isHidden = word === "hidden" || word === "not searched";
  if (isHidden && by_name.word === "answered") return by_name.reason === "" ? `${answer}; available by name` : answer;
  const isTold = word === "refused" || word === "readable" || by_name.word === "answered";
  if (isTold || by_name.code === "NOT_DIRECTORY") return answer;
  return !isHidden ? `${answer}; refused by name: ${by_name.reason}` : `${answer}; refused by name`;
}

function describePlace({ place, kind, location, path, links }: Explanation): string {
  const through = links.length === 0 ? "" : `, through the link ${links.map(sanitize).join(" → ")}`;
  const isLink = kind === "symlink";
  if (place === "outside") return `${isLink ? "symlink, leads " : ""}outside the workspace${through}`;
  if (place === "missing") return `${isLink ? "symlink, leads nowhere" : "not there"}${through}`;
  if (place === "invalid") return "not a path";
  if (place === "unknown") return `${kind === null ? "" : `${kind}, `}cannot be looked at${through}`;
  const lies = location === null || location === path ? "" : `, lies at ${sanitize(location)}`;
  return `${kind ?? "inside"}${through}${lies}`;
}

function describeRules(explanation: Explanation): string[] {
  const { denied_by, hidden_by, excluded_by, git, gemini, outside_allowed_roots, problems } = explanation;
  const allowed = outside_allowed_roots?.join(", ") || "none";
  return [
    ...(outside_allowed_roots === null ? [] : [`is or leads outside the allowed folders: ${allowed}`]),
    ...(denied_by === null ? [] : [`content ${describeDenial(denied_by)}`]),
    ...(hidden_by === null ? [] : [`hidden name: ${hidden_by}`]),
    ...(excluded_by === null ? [] : [`name that trees leave out: ${excluded_by}`]),
    ...[git, gemini].flatMap((rule) => (rule === null ? [] : [describeIgnore(rule)])),
    ...problems,
  ];
}
