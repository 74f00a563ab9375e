// Runs small programs one after another, as unprivileged.ts gives them.
// @ts-check

import { answerAll } from "./partner.mjs";

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

await answerAll(async ({ build, program, args }) => {
  try {
    return { returned: await new AsyncFunction("build", "args", program)(new URL(build), args) };
  } catch (error) {
    return { failed: error instanceof Error ? error.stack : String(error) };
  }
});
