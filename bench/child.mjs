// @ts-check
// Measures one case in a process of its own, so that no case warms or dirties another, and sends the figures to its parent. Where
// processor time is compared, each candidate has its own process as well.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { measure } from "./measure.mjs";
import { prepareCase } from "./prepare.mjs";

/** @typedef {import("./types.d.ts").Contestant} Contestant */

const CANDIDATE = fileURLToPath(new URL("./candidate.mjs", import.meta.url));

const [id = "", folder = "", rounds] = process.argv.slice(2);
const { found, prepared, finish } = await prepareCase(id, folder);
try {
  const { title, meter, goals } = found;
  const contestants = meter === "cpu" ? prepared.contestants.map(isolate) : prepared.contestants;
  const figures = await measure(contestants, Number(rounds));
  process.send?.({ id, title, meter, goals, figures });
} finally {
  finish();
}
process.exit();

/** Started when it is first needed: so they warm up one after the other. @param {Contestant} contestant @param {number} index @returns {Contestant} */
function isolate(contestant, index) {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  /** @returns {Promise<any>} */
  const nextMessage = () =>
    new Promise((resolve, reject) => {
      const onExit = (/** @type {number | null} */ code) => reject(new Error(`${contestant.name} ended with ${code}`));
      child?.once("exit", onExit);
      child?.once("message", (message) => {
        child?.off("exit", onExit);
        resolve(message);
      });
    });
  return {
    ...contestant,
    async warmUp() {
      child = fork(CANDIDATE, [id, folder, String(index)], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
      return (await nextMessage()).calls;
    },
    async sample(calls) {
      child?.send(calls);
      return nextMessage();
    },
  };
}
