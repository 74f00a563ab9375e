// Each row in a workspace of its own: through the functions of a toolkit, and as a model calls. In a short run each row has one of the
// strategies, and on Bun the other one.

import { describe, expect, test } from "vitest";
import { type AgentToolkit, createAgentToolkit, type GeminiToolkit } from "../../src/toolkit.ts";
import type { Answer } from "../hardening/support/oracle.mjs";
import { forgeAt } from "../hardening/support/random_cursors.mjs";
import type { Target } from "../hardening/support/targets.mjs";
import { dataCall, executeCall } from "../hardening/support/toolkit_calls.mjs";
import { isPaired, isThorough } from "../support/scale.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { findFault, geminiOperation, operationsOn, ownOperation, walksFrom } from "./operations.ts";
import { ESCAPES } from "./table.ts";
import { type Asked, makeWorld } from "./world.ts";

type Call = (toolkit: AgentToolkit | GeminiToolkit, target: Target) => Promise<Answer>;
const isBun = process.versions.bun !== undefined;
const isTool = ({ name }: Target) => !/\/|^(marks|explain)$/.test(name);

const OWN = {
  definition: { name: "own", description: "", parameters: { type: "object", properties: {}, required: [] } },
  traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" },
  parse: ({ path }: Readonly<Record<string, unknown>>) => ({ path: String(path) }),
  summarize: () => "",
} as const;

/** In a short run one of the two, in turn. */
function waysFor(row: string): readonly Call[] {
  const turn = Math.floor(Object.keys(ESCAPES).indexOf(row) / 2);
  return [dataCall, executeCall].filter((_, at) => isThorough || at === turn % 2);
}

describe.each(STRATEGIES)("EX-12 RF-04 nothing leads out of a workspace kept by %s [promise outside]", (strategy) => {
  const rows = Object.keys(ESCAPES).filter((_, at) => isPaired(at + Number(isBun), strategy, STRATEGIES));

  test.each(rows)("TR-07 FR-LD-ERR-02 T-LD-03 %s", async (row) => {
    const world = makeWorld(row);
    const options = { workspaceRoot: world.root, strategy, config: { tools: world.tools ?? {} } };
    if (ESCAPES[row]?.isNotOpened) {
      expect(() => createAgentToolkit(options)).toThrow("is not a folder inside the workspace");
      return;
    }
    using forge = createAgentToolkit(options);
    using gemini = createAgentToolkit({ ...options, dialect: "gemini" });
    const toolkits = { forge, gemini };
    let ran = 0;
    forge.register({ ...OWN, run: (_, { kind }) => ({ kind, ran: ran++ }) });
    const faults: (string | null)[] = [];
    const start: Asked = { row, path: world.start, outcome: "inside", turn: () => true };
    for (const asked of [...world.asked, start]) {
      const { path } = asked;
      const operations = asked === start ? walksFrom(world) : operationsOn(path);
      for (const operation of [...operations, geminiOperation(world, path), ownOperation(path)]) {
        const { target } = operation;
        const ways = target.name === "own" ? [executeCall] : isTool(target) ? waysFor(row) : [dataCall];
        for (const call of ways)
          faults.push(findFault(world, asked, operation, await call(toolkits[target.dialect], target)));
      }
    }
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
    // It does not run on what is refused.
    expect(ran).toBe([...world.asked, start].filter(({ outcome }) => outcome === "inside").length);
  });
});

test("the cursors are taken, so that they prove something", async () => {
  using toolkit = createAgentToolkit({ workspaceRoot: makeWorld("a link").root });
  for (const name of ["list_files", "search_text"] as const) {
    const { args } = forgeAt("b/", { name, path: ".", pattern: name === "list_files" ? "**" : "inside" });
    const { content } = await toolkit.execute({ id: "1", name, arguments: args });
    expect(content).toContain('"b/f"');
    expect(content).toContain('"kept"');
    expect(content).not.toContain('"a.tmp"');
  }
});
