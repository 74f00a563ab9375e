// Writes docs/page.png, the picture of the page in the README. The test that takes it is told where to put it.
// @ts-check

import { spawnSync } from "node:child_process";

const args = ["node_modules/vitest/vitest.mjs", "run", "test/page/screenshot.test.ts"];
const env = { ...process.env, PORTHOLE_SCREENSHOT: "docs/page.png" };
process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit", env }).status ?? 1;
