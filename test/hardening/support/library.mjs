// Runs one race in a process of its own: `library.mjs RACE FOLDER`, where RACE is JSON. Calls the functions of the library (`data`), `execute`,
// or for the seal `naive` a reader that must be caught, until its input ends. Prints an empty line when it is ready, and its tally at the end.
// @ts-check

import { createAgentToolkit } from "../../../dist/lib.js";
import { arenaIn } from "./arena.mjs";
import { NAIVE_KINDS, naiveCall } from "./naive.mjs";
import { contest } from "./tally.mjs";
import { isServed, targetsIn } from "./targets.mjs";
import { dataCall, executeCall } from "./toolkit_calls.mjs";

const WIDTH = 8;
/** A naive reader ends after so many escapes. */
const CAUGHT = 5;

const [word = "", folder = ""] = process.argv.slice(2);
/** @type {import("./races.mjs").Race} */
const race = JSON.parse(word);
const isNaive = race.seal === "naive";
const arena = arenaIn(folder, race.attacker);
const served = targetsIn(arena).filter((target) => isServed(race.surface, target));
const targets = isNaive ? served.filter(({ kind, isAbsent }) => kind === race.kind && !isAbsent) : served;
let isEnded = false;
process.stdin.resume().on("end", () => {
  isEnded = true;
});

/** @returns {import("./tally.mjs").Call} */
function openLibrary() {
  const { seal, format, surface } = race;
  const options = { workspaceRoot: arena.root, strategy: /** @type {"handles" | "verify"} */ (seal), format };
  const toolkits = {
    forge: createAgentToolkit(options),
    gemini: createAgentToolkit({ ...options, dialect: "gemini" }),
  };
  const call = surface === "data" ? dataCall : executeCall;
  return (target) => call(toolkits[target.dialect], target);
}

if (isNaive && !NAIVE_KINDS.includes(race.kind ?? "")) throw new Error("there is no such reader");
const call = isNaive ? naiveCall(arena.root) : openLibrary();
process.stdout.write("\n");
const isOver = (/** @type {import("./tally.mjs").Tally} */ { escaped, followed }) =>
  isEnded || (isNaive && escaped + followed >= CAUGHT);
const tally = await contest({ arena, targets, call, width: isNaive ? 1 : WIDTH, isOver });
process.stdout.write(JSON.stringify(tally), () => process.exit());
