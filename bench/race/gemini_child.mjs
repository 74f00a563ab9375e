// @ts-check
// The tools of gemini-cli-core 0.61 for the race: answers one message after the other, and ends with its parent.

import { join } from "node:path";
import { geminiCall, loadGemini, VERSIONS } from "../peers/gemini.mjs";

const version = VERSIONS.find(({ module }) => module === "gemini-cli-core-0.61");
if (version === undefined) throw new Error("there is no such version");
const root = process.argv[2] ?? "";
const tools = await loadGemini(version.module, root);
// As its command line does: it also allows a folder for temporary files, and checks a path a second time for that.
await tools.config.storage.initialize();

process.on("message", async (message) => {
  const { kind, path } = /** @type {{ kind: "read" | "list", path: string }} */ (message);
  const full = join(root, path);
  const call =
    kind === "read" ? geminiCall(tools.read, version.readParams(full)) : geminiCall(tools.ls, version.listParams(full));
  const { text, isError } = await call().then(
    (text) => ({ text, isError: false }),
    (error) => ({ text: String(error), isError: true }),
  );
  process.send?.({ text, wire: text, isError });
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
