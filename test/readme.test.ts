// The README stays short, and a reader can do what it says: the package is not on a registry yet.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const [beforeMore = ""] = readme.split("\n## More\n");

test("the README has at most 900 words before More", () => {
  expect(beforeMore).not.toBe(readme);
  expect(beforeMore.split(/\s+/).filter((word) => word !== "").length).toBeLessThanOrEqual(900);
});

test("the README names a registry only to say what will replace the clone, and never npx: a folder can replace what that runs", () => {
  const lines = readme.split("\n").filter((line) => /\b(?:npx|bunx|npm i(?:nstall)?)\b/.test(line));
  expect(lines).toEqual([
    expect.stringContaining("Once it is published, `npm install -g porthole` will replace the clone."),
  ]);
});

test.each(["npm ci && npm start", "npm ci && npm test", "docs/demo.svg", "docs/page.png"])(
  "the README has %s",
  (text) => {
    expect(beforeMore).toContain(text);
  },
);

test.each(["writes and edits files", "tools return images", "several folders at once"])(
  "the comparison says that porthole has not: %s",
  (row) => {
    expect(beforeMore).toMatch(new RegExp(`^\\| ${row} \\| \\*\\*no\\*\\*`, "m"));
  },
);
