// @ts-check
// All cases, in the order of the table.

import { executeCases } from "./execute.mjs";
import { ignoreCases } from "./ignore.mjs";
import { listCases } from "./list.mjs";
import { mcpCases } from "./mcp.mjs";
import { processCases } from "./process.mjs";
import { readCases } from "./read.mjs";
import { treeCases } from "./tree.mjs";

/** @type {readonly import("../types.d.ts").Case[]} */
export const CASES = [
  ...listCases,
  ...treeCases,
  ...readCases,
  ...executeCases,
  ...ignoreCases,
  ...mcpCases,
  ...processCases,
];
