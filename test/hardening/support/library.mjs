// A contestant in a process of its own, on the runtime that started it: `library.mjs SEAL LABEL FOLDER EXCHANGE`. Calls the library, or for
// the seal `naive` a reader that must be caught, until its input ends. Prints an empty line at first, and its tally at last.
// @ts-check

import { createAgentToolkit } from "../../../dist/lib.js";
import { arenaIn, targetsIn } from "./arena.mjs";
import { naiveCall } from "./naive.mjs";
import { contest } from "./tally.mjs";

const [seal, label, folder = "", word] = process.argv.slice(2);
const exchange = /** @type {import("./arena.mjs").Exchange} */ (word);
const arena = arenaIn(folder, exchange);
const targets = targetsIn(arena.root, exchange).filter((target) => target.label === label);
const dialect = targets[0]?.dialect ?? "forge";
let isOver = false;
process.stdin.resume().on("end", () => {
  isOver = true;
});

/** @returns {import("./tally.mjs").Call} */
function openLibrary() {
  const strategy = seal === "verify" ? "verify" : "handles";
  const toolkit = createAgentToolkit({ workspaceRoot: arena.root, dialect, strategy });
  return async (name, args) => {
    const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: args });
    return { wire: content, content, isError: is_error };
  };
}

const call = seal === "naive" ? naiveCall(arena.root) : openLibrary();
process.stdout.write("\n");
const tally = await contest({ arena, targets, call, width: 1, isOver: () => isOver });
process.stdout.write(JSON.stringify(tally));
