// The table of bench:race: shares of the answers, as a range over the attackers.

import { describe, expect, test } from "vitest";
import { renderNotes, renderTable } from "../../bench/race/table.mjs";

const counts = (answers: number, outside: number, isShownAtRest = false) => {
  return { answers, refused: 1, outside, isShownAtRest };
};
const race = (attacker: string, read: ReturnType<typeof counts>, list: ReturnType<typeof counts>) => {
  return { attacker, read, list, swaps: 1000, evidence: null };
};
const rowOf = (...races: ReturnType<typeof race>[]) =>
  renderTable([{ title: "x 1", races, missing: null }]).split("\n")[2];

describe("the table of bench:race", () => {
  test("has the least and the greatest share of the answers", () => {
    const races = [race("directory", counts(1000, 3), counts(100, 27)), race("file", counts(100, 42), counts(100, 27))];
    expect(rowOf(...races)).toBe("| x 1 | 0.3–42 % | 27 % | 1,304 | 1,300 | 4 | 2,000 |");
  });

  test("says none only if no answer showed anything", () => {
    expect(rowOf(race("directory", counts(10, 0), counts(10, 0)))).toContain("| none | none |");
    expect(rowOf(race("directory", counts(10, 0), counts(0, 0)))).toContain("| none | – |");
    expect(rowOf(race("directory", counts(10, 0), counts(100_000, 1)))).toContain("| none | 0.001 % |");
  });

  test("leaves out links that are followed at rest, and notes it", () => {
    const races = [race("directory", counts(10, 1), counts(10, 2)), race("file", counts(10, 1), counts(10, 6, true))];
    expect(rowOf(...races)).toContain("| 10 % | 20 % |");
    expect(renderNotes([{ title: "x 1", races, missing: null }])).toEqual([
      "x 1 follows the link even if nothing is swapped: lists with the file attacker are left out of its range (60 % in the race).",
    ]);
  });

  test("says why a candidate was not measured", () => {
    const missing = [{ title: "x 1", races: [], missing: "no reason" }];
    expect(renderTable(missing)).toContain("| x 1 | – | – | – | – | – | – |");
    expect(renderNotes(missing)).toEqual(["x 1 was not measured: no reason."]);
  });
});
