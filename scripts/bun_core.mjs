// The tests that depend on the runtime: those that touch the disk, buffers, encodings, streams or timers. `npm test` runs only these on
// Bun; `npm run test:all` runs everything on both.
// @ts-check

import { readdirSync } from "node:fs";

const ROOT = new URL("../", import.meta.url);
const FOLDERS = ["disk", "escapes", "git", "match", "regex", "text_form", "tools", "view", "walk"].map(
  (folder) => `test/${folder}/`,
);

// Their subject is our own logic, which is the same on both runtimes: comparisons with other programs, where answers and pages are cut (by
// a clock of the test too), which entries a filter leaves out, large inputs that other files have too, and layouts that need a child
// process each.
export const LEFT_TO_NODE = new Set([
  "test/git/config.test.ts",
  "test/git/git_layout.test.ts",
  "test/git/held_root.test.ts",
  "test/git/hostile.test.ts",
  "test/git/oracle.test.ts",
  "test/git/settings.test.ts",
  "test/regex/path_automaton.test.ts",
  "test/regex/text_pattern_oracle.test.ts",
  "test/regex/text_pattern_work.test.ts",
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
  "test/walk/huge.test.ts",
  "test/tools/ls/bounds.test.ts",
  "test/tools/ls/ignore_globs.test.ts",
  "test/explain/marks/agreement.test.ts",
  "test/explain/marks/list.test.ts",
  "test/disk/letter_case.test.ts",
  "test/disk/short_names.test.ts",
  "test/disk/stalled_mount.test.ts",
  "test/disk/windows_names.test.ts",
]);

/** @param {string} folder */
function listTests(folder) {
  const names = readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" });
  const paths = names.map((name) => folder + name.replaceAll("\\", "/"));
  return paths.filter((path) => path.endsWith(".test.ts") && !LEFT_TO_NODE.has(path)).sort();
}

export const BUN_CORE = FOLDERS.flatMap(listTests);
