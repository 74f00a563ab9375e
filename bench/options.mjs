// @ts-check
// Parses the command line of the benchmark. Pure: throws a UsageError with one line on wrong usage.

import { parseArgs } from "node:util";

export const HELP = `npm run bench -- [options]

Measures porthole, a floor and other tools on generated trees, in turn, and prints ratios.

  --large          also the tree of a million files, which takes a minute and 1.2 million inodes to make
  --only CASE      this case alone; may be given several times
  --rounds N       samples of each contestant, 1 to 1000 (default 15)
  --json FILE      writes all figures, with date, machine and versions
  --trees FOLDER   where the trees are made and kept (default: porthole-bench in the folder for temporary files)
  --help           this text

Cases:
`;

export class UsageError extends Error {}

/**
 * @param {readonly string[]} args
 * @param {readonly string[]} caseIds
 * @param {string} defaultFolder
 */
export function readOptions(args, caseIds, defaultFolder) {
  const values = parse(args);
  const rounds = Number(values.rounds ?? 15);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1000) {
    throw new UsageError(`--rounds must be a whole number from 1 to 1000, not ${JSON.stringify(values.rounds)}`);
  }
  for (const id of values.only ?? []) {
    if (!caseIds.includes(id)) throw new UsageError(`--only: there is no case ${JSON.stringify(id)}; see --help`);
  }
  return {
    help: values.help === true,
    large: values.large === true,
    only: values.only ?? null,
    rounds,
    json: values.json ?? null,
    folder: values.trees ?? defaultFolder,
  };
}

/** @param {readonly string[]} args */
function parse(args) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        large: { type: "boolean" },
        only: { type: "string", multiple: true },
        rounds: { type: "string" },
        json: { type: "string" },
        trees: { type: "string" },
        help: { type: "boolean" },
      },
    });
    return values;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new UsageError(text.split("\n")[0] ?? text);
  }
}
