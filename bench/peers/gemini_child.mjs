// @ts-check
// One tool of gemini-cli-core in a process of its own: takes as many calls as its parent says, and answers with their times.
// It turns on async hooks, which make every promise of the process it is in several times as expensive.

import { sampleCalls } from "../measure.mjs";
import { geminiCall, loadGemini } from "./gemini.mjs";

const [module = "", tool = "", root = "", params = "{}"] = process.argv.slice(2);
const tools = await loadGemini(module, root);
const run = geminiCall(tools[/** @type {keyof typeof tools} */ (tool)], JSON.parse(params));
process.on("message", async (calls) => {
  try {
    process.send?.(await sampleCalls(run, Number(calls)));
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
