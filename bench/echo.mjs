// @ts-check
// A minimal stdio server: answers every request with the bytes of a given file, and ignores notifications. The lower bound for an MCP call.

import { readFileSync } from "node:fs";

const answer = readFileSync(process.argv[2] ?? "");
let rest = "";
process.stdin.setEncoding("utf8").on("data", (/** @type {string} */ chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) if (line.includes('"id":')) process.stdout.write(answer);
});
