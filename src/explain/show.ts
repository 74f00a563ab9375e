// An explanation as a short text for a person. Leaves finding out to explain.ts.

import { sanitize } from "../security/sanitize.ts";
import type { Explanation, IgnoreRule } from "./types.ts";

export function showExplanation(explanation: Explanation): string {
  const facts = [
    `${sanitize(explanation.path ?? "the path")}: ${describePlace(explanation)}`,
    ...describeRules(explanation).map((line) => `  ${sanitize(line)}`),
  ];
  const names = Object.keys(explanation.tools);
  const width = Math.max(0, ...names.map((name) => name.length));
  const answers = Object.entries(explanation.tools).map(([name, { word, reason }]) => {
    const line = `  ${name.padEnd(width)}  ${word}`;
    return reason === "" ? line : `${line}: ${sanitize(reason)}`;
  });
  return `${[...facts, ...answers].join("\n")}\n`;
}

function describePlace({ place, kind, location, path, links }: Explanation): string {
  const through = links.length === 0 ? "" : `, through the link ${links.map(sanitize).join(" → ")}`;
  if (place === "outside") return `outside the workspace${through}`;
  if (place === "missing") return `not there${through}`;
  if (place === "invalid") return "not a path";
  const lies = location === null || location === path ? "" : `, lies at ${sanitize(location)}`;
  return `${kind ?? "inside"}${through}${lies}`;
}

function describeRules(explanation: Explanation): string[] {
  const { denied_by, hidden_by, excluded_by, git, gemini, outside_allowed_roots, problems } = explanation;
  return [
    ...(outside_allowed_roots === null ? [] : [`not in the allowed folders: ${outside_allowed_roots.join(", ")}`]),
    ...(denied_by === null ? [] : [`content denied by the pattern ${denied_by}`]),
    ...(hidden_by === null ? [] : [`hidden: ${hidden_by} starts with a dot`]),
    ...(excluded_by === null ? [] : [`left out of trees: ${excluded_by}`]),
    ...[git, gemini].flatMap((rule) => (rule === null ? [] : [describeIgnore(rule)])),
    ...problems,
  ];
}

function describeIgnore({ ignored, source, file, line, pattern }: IgnoreRule): string {
  const where = [file ?? source, line].filter((part) => part !== null).join(":");
  return `${ignored ? "ignored" : "kept"} by ${where}${pattern === null ? "" : ` (${pattern})`}`;
}
