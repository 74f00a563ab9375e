// The worker of list_far.ts: reads the directory at the path it is given, and hands over the names in parts, one for each message
// that it gets after the first. Leaves to list_far.ts that the path leads to the right directory.

import { parentPort, workerData } from "node:worker_threads";
import { errnoOf } from "./faults.ts";
import { openListing } from "./list_bounded.ts";
import { kindOf } from "./metadata.ts";

/** `names` have `/` between them, which no name contains; `kinds` has a letter for each. No names: the end. */
export type FarAnswer = { readonly names: string; readonly kinds: string } | { readonly errno: string };

const NAMES_PER_ANSWER = 2048;
const LETTERS = { file: "f", directory: "d", symlink: "l", other: "o" } as const;

function open(): () => FarAnswer {
  const stream = openListing(workerData);
  return () => {
    const names: string[] = [];
    let kinds = "";
    while (names.length < NAMES_PER_ANSWER) {
      const name = stream.readSync();
      if (name === null) break;
      names.push(name.name);
      kinds += LETTERS[kindOf(name)];
    }
    return { names: names.join("/"), kinds };
  };
}

function attempt(act: () => FarAnswer): FarAnswer {
  try {
    return act();
  } catch (error) {
    return { errno: errnoOf(error) ?? "UNKNOWN" };
  }
}

let next: (() => FarAnswer) | null = null;
const answer = () => {
  parentPort?.postMessage(
    attempt(() => {
      next ??= open();
      return next();
    }),
  );
};
parentPort?.on("message", answer);
answer();
