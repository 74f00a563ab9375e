#!/usr/bin/env node
// The executable: checks the version of the runtime, then loads the command line. Even old versions of Node must be able to parse this
// file.

import { whyNotNode } from "./runtime.ts";

const refusal = whyNotNode(process.versions.node);
if (refusal === null) void start();
else refuse(refusal);

async function start(): Promise<void> {
  const refusal = await whyNotBun();
  if (refusal === null) await import("./start.ts");
  else refuse(refusal);
}

async function whyNotBun(): Promise<string | null> {
  if (process.versions.bun === undefined) return null;
  return (await import("../config/bun_files.ts")).whyNotBun(process.execArgv);
}

function refuse(reason: string): void {
  process.stderr.write(`porthole: ${reason}\n`);
  process.exitCode = 2;
}
