// The command line of the bench: what it takes, and the one line it says of what it does not.

import { describe, expect, test } from "vitest";
import { readOptions } from "../../bench/options.mjs";

const IDS = ["list-30", "tree-1000"];
const read = (...args: string[]) => readOptions(args, IDS, "/default");

describe("the bench's options", () => {
  test("are complete without any", () => {
    expect(read()).toEqual({ help: false, large: false, only: null, rounds: 15, json: null, folder: "/default" });
  });

  test("are taken as they are given", () => {
    const args = "--large --only list-30 --only tree-1000 --rounds 3 --json f --trees t".split(" ");
    expect(read(...args)).toEqual({ help: false, large: true, only: IDS, rounds: 3, json: "f", folder: "t" });
  });

  test.each([
    [["--rounds", "0"], '--rounds must be a whole number from 1 to 1000, not "0"'],
    [["--rounds", "1.5"], '--rounds must be a whole number from 1 to 1000, not "1.5"'],
    [["--only", "list"], '--only: there is no case "list"; see --help'],
  ])("refuse %j with one line", (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });

  test("refuse a flag that does not exist", () => {
    expect(() => read("--fast")).toThrow(/--fast/);
  });
});
