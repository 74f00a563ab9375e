// The tests that depend on the runtime: those that touch the disk, buffers, encodings, streams or timers. `npm test` runs only these on
// Bun; `npm run test:all` runs everything on both.
// @ts-check

import { readdirSync } from "node:fs";

const ROOT = new URL("../", import.meta.url);
const FOLDERS = ["test/workspace/", "test/tools/", "test/patterns/", "test/discovery/", "test/text_form/"];

// Their subject is our own logic, which is the same on both runtimes: comparisons with other programs, where answers and pages are cut (by
// a clock of the test too), which entries a filter leaves out, large inputs that other files have too, and layouts that need a child
// process each.
export const LEFT_TO_NODE = new Set([
  "test/discovery/git_config.test.ts",
  "test/discovery/git_layout.test.ts",
  "test/discovery/held_root.test.ts",
  "test/discovery/hostile.test.ts",
  "test/discovery/oracle.test.ts",
  "test/discovery/settings.test.ts",
  "test/patterns/automaton.test.ts",
  "test/patterns/text_pattern_oracle.test.ts",
  "test/patterns/text_pattern_work.test.ts",
  "test/text_form/answers.test.ts",
  "test/text_form/budget.test.ts",
  "test/text_form/surfaces.test.ts",
  "test/tools/edit/list_directory/fit.test.ts",
  "test/tools/edit/list_directory/passages.test.ts",
  "test/tools/edit/list_files/pages.test.ts",
  "test/tools/edit/read_file/fit.test.ts",
  "test/tools/edit/read_files/fit.test.ts",
  "test/tools/edit/search_text/oracle.test.ts",
  "test/tools/edit/search_text/pages.test.ts",
  "test/tools/edit/search_text/time.test.ts",
  "test/tools/edit/tree/filter.test.ts",
  "test/tools/edit/tree/fit.test.ts",
  "test/tools/looking/huge.test.ts",
  "test/tools/ls/bounds.test.ts",
  "test/tools/ls/ignore_globs.test.ts",
  "test/tools/marks/agreement.test.ts",
  "test/tools/marks/list.test.ts",
  "test/workspace/letter_case.test.ts",
  "test/workspace/short_names.test.ts",
  "test/workspace/stalled_mount.test.ts",
  "test/workspace/windows_names.test.ts",
]);

/** @param {string} folder */
function listTests(folder) {
  const names = readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" });
  const paths = names.map((name) => folder + name.replaceAll("\\", "/"));
  return paths.filter((path) => path.endsWith(".test.ts") && !LEFT_TO_NODE.has(path)).sort();
}

export const BUN_CORE = FOLDERS.flatMap(listTests);
