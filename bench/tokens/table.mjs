// @ts-check
// Formats tokens as a Markdown table, and checks porthole's bounds. Pure.

/** @typedef {{ title: string, kind: "tree" | "list" | "read" | "tools", json: number, text: number, own?: number, others: Record<string, number | null> }} Row */

/** What text may cost at most: of the JSON, or of the file's own text. */
export const BOUNDS = { tree: 1 / 4, list: 1 / 5, read: 1.03 };

/** Null for what has no bound. @param {Row} row @returns {{ ratio: number, atMost: number, isMet: boolean } | null} */
export function judge({ kind, json, text, own }) {
  if (kind === "tools") return null;
  const ratio = text / (kind === "read" ? (own ?? Number.NaN) : json);
  return { ratio, atMost: BOUNDS[kind], isMet: ratio <= BOUNDS[kind] };
}

/** @param {readonly Row[]} rows @returns {string} */
export function renderTable(rows) {
  const others = Object.keys(rows[0]?.others ?? {});
  const head = ["", "porthole text", "porthole json", "text to json", "the file itself", ...others];
  return [
    head,
    ["---", ...head.slice(1).map(() => "--:")],
    ...rows.map((row) => [
      row.title,
      group(row.text),
      group(row.json),
      (row.text / row.json).toFixed(2),
      row.own === undefined ? "–" : group(row.own),
      ...others.map((name) => group(row.others[name] ?? null)),
    ]),
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** @param {number | null} count */
function group(count) {
  return count === null ? "–" : String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
