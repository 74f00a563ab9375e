import { defineConfig } from "vitest/config";
import { seed } from "./test/support/seed.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/temp_folder.ts"],
    setupFiles: ["test/support/seed.ts", "test/support/optimize_later.mjs"],
    env: { PORTHOLE_SEED: String(seed) },
    pool: "forks",
    // As on Bun: files share a process. A process for each cost a third of all the time.
    isolate: false,
    // Even where there are two processors only: much of the time a test waits for a child.
    maxWorkers: 2,
    // Keeps compiled files for the next run: a third of the processor time of loading them.
    experimental: { fsModuleCache: true },
    // For a test that hangs, not for one that is slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: ["default", ["json", { outputFile: ".reports/node.json" }]],
  },
});
