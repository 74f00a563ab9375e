// What is really asked of the disk: every synchronous call about a folder, with what it was given and gave back. On Node only, whose
// modules can be told that a function of the system was replaced. Leaves to the tests what should be there.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

export interface FsCall {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly result: unknown;
}

export const cannotRecordFs = process.versions.bun !== undefined;

/** The calls of `act` that name something by way of `root` or of a descriptor; those of the test runner are left out. */
export async function recordFsCalls(root: string, act: () => unknown): Promise<FsCall[]> {
  const calls: FsCall[] = [];
  // Some that a system lacks have a name and no function.
  const originals = Object.keys(fs)
    .filter((name) => name.endsWith("Sync"))
    .map((name) => [name, Reflect.get(fs, name)] as const)
    .filter(([, real]) => typeof real === "function");
  for (const [name, real] of originals) Reflect.set(fs, name, record(name, real, calls));
  syncBuiltinESMExports();
  try {
    await act();
  } finally {
    for (const [name, real] of originals) Reflect.set(fs, name, real);
    syncBuiltinESMExports();
  }
  const opened = new Set<unknown>();
  return calls.filter(({ name, args: [first], result }) => {
    const isOurs = typeof first === "number" ? opened.has(first) : leadsTo(root, String(first));
    if (isOurs && name === "openSync") opened.add(result);
    if (isOurs && name === "closeSync") opened.delete(first);
    return isOurs;
  });
}

function leadsTo(root: string, path: string): boolean {
  return path === root || path.startsWith(`${root}/`) || path.startsWith("/proc/self/fd/");
}

/** A proxy, since some of these functions carry others. What failed has what was thrown for its result. */
function record(name: string, real: object, calls: FsCall[]): object {
  return new Proxy(real, {
    apply(target, self, args) {
      const note = (result: unknown) => calls.push({ name, args, result });
      try {
        if (typeof target !== "function") throw new TypeError(`${name} is no function`);
        const result: unknown = Reflect.apply(target, self, args);
        note(result);
        return result;
      } catch (error) {
        note(error);
        throw error;
      }
    },
  });
}
