// @ts-check
// A bare stdio server: for every request that comes in, the bytes of the file that it was given. The floor of an MCP call.
// A notification gets no answer; nothing else is looked at.

import { readFileSync } from "node:fs";

const answer = readFileSync(process.argv[2] ?? "");
let rest = "";
process.stdin.setEncoding("utf8").on("data", (/** @type {string} */ chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) if (line.includes('"id":')) process.stdout.write(answer);
});
