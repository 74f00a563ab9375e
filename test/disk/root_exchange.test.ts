// A race against a process that exchanges the workspace's own folder, or the one above it, with another one, in one step of the
// kernel. A link leads into that other folder, so a reader that asks where it has landed is told the workspace's own path now and then.

import { describe, expect, test } from "vitest";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { type Arena, makeArena } from "../hardening/support/arena.mjs";
import { naiveCall } from "../hardening/support/naive.mjs";
import { chooseSwapper, SCRIPT_SWAPPER, startSwapper } from "../hardening/support/swapper_process.mjs";
import { type Call, contest, type Tally } from "../hardening/support/tally.mjs";
import { isServed, targetsIn } from "../hardening/support/targets.mjs";
import { executeCall } from "../hardening/support/toolkit_calls.mjs";
import { paired, times } from "../support/scale.ts";
import { makeTempFolder } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";

const LONGEST_MS = 600_000;
// The weaker strategy answers only in rests, and waits for them.
const TERMS = {
  handles: { calls: times(60, 1500), restMs: 0 },
  verify: { calls: times(25, 500), restMs: 60 },
  naive: { calls: times(60, 400), restMs: 0 },
} as const;
type Contestant = keyof typeof TERMS;

const swapper = chooseSwapper(makeTempFolder());
const cannotExchange = swapper === SCRIPT_SWAPPER;
if (cannotExchange) console.warn("the races for the root are skipped: there is no C compiler to exchange folders with");

interface Opened {
  readonly call: Call;
  close(): void;
}

function open(contestant: Contestant, dialect: "forge" | "gemini", { root }: Arena): Opened {
  if (contestant === "naive") return { call: naiveCall(root), close: () => {} };
  const toolkit = createAgentToolkit({ workspaceRoot: root, strategy: contestant, dialect });
  return { call: (target) => executeCall(toolkit, target), close: () => toolkit.close() };
}

async function raceFor(
  contestant: Contestant,
  dialect: "forge" | "gemini",
  exchange: "root" | "parent",
): Promise<Tally> {
  const arena = await makeArena(makeTempFolder(), exchange);
  const targets = targetsIn(arena).filter(
    (target) =>
      target.dialect === dialect &&
      isServed("execute", target) &&
      (contestant !== "naive" || target.name === "read_file"),
  );
  const { calls, restMs } = TERMS[contestant];
  const { call, close } = open(contestant, dialect, arena);
  const swapping = await startSwapper(swapper, { milliseconds: LONGEST_MS, restMs }, arena.pairs);
  try {
    const isEnough = ({ inside, escaped }: Tally) => (contestant === "naive" ? escaped : inside) > 0;
    const isOver = (tally: Tally) => (tally.calls >= calls && isEnough(tally)) || !swapping.isRunning();
    return await contest({ arena, targets, call, width: 1, isOver });
  } finally {
    await swapping.stop();
    close();
  }
}

const EXCHANGES = ["root", "parent"] as const;
const DIALECTS = ["forge", "gemini"] as const;
const PLACES = STRATEGIES.flatMap((strategy) => EXCHANGES.map((exchange) => ({ strategy, exchange })));
const LEGS = paired(PLACES, DIALECTS).map(([place, dialect]) => ({ ...place, dialect }));

describe.skipIf(cannotExchange)("while another process exchanges folders", () => {
  test.each(LEGS)(
    "EX-12 nothing comes from outside: $exchange, $strategy, $dialect [promise replaced]",
    async (leg) => {
      const tally = await raceFor(leg.strategy, leg.dialect, leg.exchange);
      console.log(`race for the ${leg.exchange}, ${leg.strategy}, ${leg.dialect}: ${JSON.stringify(tally)}`);
      expect({ escaped: tally.escaped, isAnswered: tally.inside > 0 }).toEqual({ escaped: 0, isAnswered: true });
    },
  );

  test.each(EXCHANGES)(
    "the same race catches a reader that checks the path and then opens it: %s",
    async (exchange) => {
      expect((await raceFor("naive", "forge", exchange)).escaped).toBeGreaterThan(0);
    },
  );
});
