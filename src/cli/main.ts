#!/usr/bin/env node
// The executable: looks at what runs it, and loads the command line only then. Nothing that an older Node cannot load is imported above.

import { whyNotNode } from "./runtime.ts";

const refusal = whyNotNode(process.versions.node) ?? (await whyNotBun());
if (refusal === null) {
  await import("./start.ts");
} else {
  process.stderr.write(`porthole: ${refusal}\n`);
  process.exitCode = 2;
}

async function whyNotBun(): Promise<string | null> {
  if (process.versions.bun === undefined) return null;
  return (await import("../config/bun_files.ts")).whyNotBun(process.execArgv);
}
