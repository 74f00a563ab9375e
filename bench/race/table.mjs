// @ts-check
// Formats the races as a markdown table, one row for each candidate, and the notes below it. Pure.

/** @typedef {import("./run.mjs").Race} Race */
/** `missing`: why there are no races. @typedef {{ title: string, races: readonly Race[], missing: string | null }} Result */

const HEAD = ["", "reads from outside", "lists from outside", "calls", "answers", "refusals", "swaps"];
const KINDS = /** @type {const} */ (["read", "list"]);

/** @param {readonly Result[]} results */
export function renderTable(results) {
  const rows = results.map(({ title, races, missing }) => {
    if (missing !== null) return [title, ...HEAD.slice(1).map(() => "–")];
    const all = races.flatMap(({ read, list }) => [read, list]);
    const sum = (/** @type {"answers" | "refused"} */ what) => all.reduce((total, counts) => total + counts[what], 0);
    const [answers, refused] = [sum("answers"), sum("refused")];
    const swaps = races.reduce((total, race) => total + race.swaps, 0);
    const shares = KINDS.map((kind) => showShares(races, kind));
    return [title, ...shares, ...[answers + refused, answers, refused, swaps].map((n) => n.toLocaleString("en"))];
  });
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [line(HEAD), line(HEAD.map((_, at) => (at < 3 ? "---" : "--:"))), ...rows.map(line)].join("\n");
}

/** @param {readonly Result[]} results @returns {readonly string[]} */
export function renderNotes(results) {
  return results.flatMap(({ title, races, missing }) => {
    if (missing !== null) return [`${title} was not measured: ${missing}.`];
    return races.flatMap((race) =>
      KINDS.filter((kind) => race[kind].isShownAtRest).map((kind) => {
        const share = showPercent(shareOf(race[kind]) ?? 0);
        const what = `${kind}s with the ${race.attacker} attacker are left out of its range (${share} % in the race)`;
        return `${title} follows the link even if nothing is swapped: ${what}.`;
      }),
    );
  });
}

/** The least and the greatest share, over the attackers whose links the candidate refuses at rest. @param {readonly Race[]} races @param {"read" | "list"} kind */
function showShares(races, kind) {
  const shares = races.flatMap((race) => (race[kind].isShownAtRest ? [] : [shareOf(race[kind]) ?? []])).flat();
  if (shares.length === 0) return "–";
  if (shares.every((share) => share === 0)) return "none";
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map(showPercent);
  return least === most ? `${least} %` : `${least}–${most} %`;
}

/** In per cent; null if there was no answer. @param {import("./run.mjs").Counts} counts */
function shareOf({ answers, outside }) {
  return answers === 0 ? null : (100 * outside) / answers;
}

/** @param {number} percent */
function showPercent(percent) {
  return percent >= 1 || percent === 0 ? percent.toFixed(0) : Number(percent.toPrecision(1)).toString();
}
