// @ts-check
// One candidate of a case in a process of its own: warms up, then takes samples when its parent asks for them. In one process, each would
// pay for the others: for their garbage, and for the async hooks that gemini-cli-core turns on.

import { calibrate, sampleCalls } from "./measure.mjs";
import { prepareCase } from "./prepare.mjs";

const [id = "", folder = "", index] = process.argv.slice(2);
const { prepared, finish } = await prepareCase(id, folder);
const contestant = prepared.contestants[Number(index)];
if (contestant === undefined) throw new Error(`${id} has no candidate ${index}`);
process.on("message", async (calls) => {
  process.send?.(await sampleCalls(() => contestant.run(), Number(calls), contestant.readCpuMs));
});
process.on("disconnect", () => {
  finish();
  process.exit();
});
process.send?.({ calls: await calibrate(contestant) });
