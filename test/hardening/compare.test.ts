// The comparison of two builds: it must find what differs, and nothing else. The long form is `npm run compare`. Needs a build.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { makeTempFolder } from "../support/tree.ts";
import { runScript } from "./support/run_script.ts";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

/** A build that answers like this one, except for one letter in every error. */
const OTHER_BUILD = `
import { createAgentToolkit as create } from ${JSON.stringify(pathToFileURL(join(DIST, "lib.js")).href)};
export function createAgentToolkit(options) {
  const toolkit = create(options);
  const answer = async (call, context) => {
    const answered = await toolkit.answer(call, context);
    return { ...answered, content: answered.content.replace("INVALID_ARGUMENT", "INVALID_ARGUMENTS") };
  };
  return { ...toolkit, answer };
}
`;

describe.skipIf(process.platform !== "linux")("two builds", () => {
  const compare = (before: string) =>
    runScript("test/hardening/compare.mjs", ["--before", before, "--calls", "100", "--seed", "7"]);

  test("a build answers as itself, also behind its own cursors", async () => {
    const { status, stdout } = await compare(DIST);
    expect({ status, end: stdout.trim().split("\n").at(-1) }).toEqual({
      status: 0,
      end: expect.stringMatching(/^\d+ calls, 0 differences$/),
    });
    expect(stdout).toMatch(/^ {2}list_files: \d+$/m);
  });

  test("an answer that differs is shown with its call", async () => {
    const other = makeTempFolder();
    writeFileSync(join(other, "lib.js"), OTHER_BUILD);
    const { status, stdout } = await compare(other);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /arguments: .*\n {2}before: true .*INVALID_ARGUMENTS.*\n {2}after: {2}true .*INVALID_ARGUMENT\b/,
    );
  });
});
