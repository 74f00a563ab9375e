// Records the synchronous file system calls about a folder, with arguments and results. On Node only, whose modules notice that a built-in
// function was replaced.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

export interface FsCall {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly result: unknown;
}

export const cannotRecordFs = process.versions.bun !== undefined;

/** The calls of `act` that name something through `root` or a descriptor; those of the test runner are left out. */
export async function recordFsCalls(root: string, act: () => unknown): Promise<FsCall[]> {
  const calls: FsCall[] = [];
  // Some names have no function on some systems.
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

/** A proxy, because some of these functions have properties. If a call failed, its result is what it threw. */
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
