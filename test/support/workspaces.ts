// Both strategies, for suites that run with each, and small helpers to inspect a workspace.

import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CallClock } from "../../src/disk/call_clock.ts";
import { openWorkspace } from "../../src/disk/open.ts";
import { promiseNode } from "../../src/disk/promised.ts";
import { SandboxPath } from "../../src/disk/sandbox_path.ts";
import { toEnd } from "../../src/disk/steps.ts";
import type {
  EntryOrder,
  Folder,
  Metadata,
  SealedDirectory,
  SealedFile,
  SealedNode,
  Strategy,
  Workspace,
} from "../../src/disk/types.ts";
import { ToolError } from "../../src/errors.ts";
import { HANDLES } from "./only_where.ts";

export const STRATEGIES: readonly Strategy[] = HANDLES.isMet ? ["handles", "verify"] : ["verify"];

/** Until the weaker strategy looks into what has just been made: more than a tick of the file system's clock (path_proof.ts). */
export function letSettle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

export const byName: EntryOrder = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

export function withWorkspace<T>(root: string, strategy: Strategy, use: (workspace: Workspace) => T): T {
  const workspace = openWorkspace(root, { strategy });
  let result: T;
  try {
    result = use(workspace);
  } catch (error) {
    workspace.close();
    throw error;
  }
  if (result instanceof Promise) return result.finally(() => workspace.close()) as T;
  workspace.close();
  return result;
}

/** The same workspace, except for `changes`. Closing this one does not close it. */
export function withChanges(workspace: Workspace, changes: Partial<Workspace>): Workspace {
  const { inner, strategy, rootNames, device, ownerUid } = workspace;
  return {
    inner,
    strategy,
    rootNames,
    device,
    ownerUid,
    resolve: (...asked) => workspace.resolve(...asked),
    close: () => {},
    [Symbol.dispose]: () => {},
    ...changes,
  };
}

/** The same folder, except for `changes`. Closing this one does not close it. */
export function changeFolder(folder: Folder, changes: Partial<Folder>): Folder {
  return changed(folder, { close: () => {}, [Symbol.dispose]: () => {}, ...changes });
}

/** The same object, except for `changes`. */
export function changed<T extends object>(object: T, changes: Partial<T>): T {
  return new Proxy(object, {
    get: (_, key) => {
      const source = key in changes ? changes : object;
      const value: unknown = Reflect.get(source, key, source);
      return typeof value === "function" ? value.bind(source) : value;
    },
  });
}

/** A normalised path below the root, as `resolve` takes it. */
export const at = (path: string) => SandboxPath.ofLocation(path);

export function openDirectory(workspace: Workspace, path: string): SealedDirectory {
  const node = openNode(workspace, path);
  if (node.kind === "directory") return node;
  node.close();
  throw new Error(`${path} is a ${node.kind}`);
}

export function openFile(workspace: Workspace, path: string): SealedFile {
  const node = openNode(workspace, path);
  if (node.kind === "file") return node;
  node.close();
  throw new Error(`${path} is a ${node.kind}`);
}

function openNode(workspace: Workspace, path: string): SealedNode {
  return promiseNode(toEnd(workspace.inner.resolve(at(path))));
}

/** The metadata of one child; throws if it has none. */
export async function lookAt(directory: SealedDirectory, raw: string): Promise<Metadata> {
  const [metadata] = await directory.childMetadata([raw], new CallClock());
  if (metadata === undefined || ToolError.isInstance(metadata)) throw metadata ?? new Error("one name was asked for");
  return metadata;
}

export function readText(workspace: Workspace, path: string): string {
  const file = openFile(workspace, path);
  try {
    return Buffer.from(file.read(1024, new CallClock()).bytes).toString("utf8");
  } finally {
    file.close();
  }
}

export async function listNames(workspace: Workspace, path: string): Promise<string[]> {
  const directory = await workspace.resolve(at(path), new CallClock());
  try {
    if (directory.kind !== "directory") throw new Error(`${path} is a ${directory.kind}`);
    const listing = await directory.list({ limit: Number.POSITIVE_INFINITY, order: byName }, new CallClock());
    return listing.entries.map((entry) => entry.name);
  } finally {
    directory.close();
  }
}

/** The code of the `ToolError` that `act` throws; anything else is rethrown. */
export async function codeOf(act: () => unknown): Promise<string> {
  return (await errorOf(act)).code;
}

export async function errorOf(act: () => unknown): Promise<ToolError> {
  try {
    await act();
  } catch (error) {
    if (ToolError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/**
 * The number of descriptors of this process for test folders, or for one of them; others come and go with the runner. For all folders it
 * includes those of calls that an earlier test cancelled, which are closed later on a busy machine.
 */
export function countDescriptors(folder?: string): number {
  const start = folder === undefined ? join(realpathSync(tmpdir()), "porthole-") : realpathSync(folder);
  return readdirSync("/proc/self/fd").filter((fd) => readDescriptor(fd).startsWith(start)).length;
}

function readDescriptor(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return "";
  }
}
