// porthole explain: prints why an agent can or cannot see a path, as text or as JSON.

import { showExplanation } from "../explain/show.ts";
import { AS_OWNER, openToolkit, readOptions } from "./open.ts";
import { complain, EXIT, writeOut } from "./output.ts";
import { findOutsideCommand } from "./outside_hint.ts";
import type { Parsed } from "./parse.ts";

export async function run(request: Parsed): Promise<number> {
  const { positionals, values } = request;
  using toolkit = openToolkit(readOptions(values));
  const explanation = await toolkit.explain(positionals[0] ?? "", { client: AS_OWNER.client });
  await writeOut(values.json ? `${JSON.stringify(explanation)}\n` : showExplanation(explanation));
  const command = explanation.place === "outside" && !values.json ? findOutsideCommand(request) : null;
  if (command !== null) complain(`to look there: ${command}`, EXIT.ok);
  return EXIT.ok;
}
