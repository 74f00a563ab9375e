// A service on a made-up tree, in a world where the user has no git configuration unless a test gives one. Tests only.

import type { Strategy } from "../../src/disk/types.ts";
import { FileDiscoveryService } from "../../src/view/discovery_service.ts";
import { makeTree } from "../support/tree.ts";

/** What git takes for a repository. */
export const REPOSITORY: readonly string[] = [
  "file .git/HEAD ref: refs/heads/main",
  "dir .git/objects",
  "dir .git/refs",
  "dir .git/info",
];

export const NO_USER = { HOME: "/nonexistent" };

export function serve(root: string, strategy?: Strategy): FileDiscoveryService {
  return new FileDiscoveryService(root, { environment: NO_USER, ...(strategy ? { strategy } : {}) });
}

/** A service on a repository with these entries. */
export function serveRepository(lines: readonly string[]): FileDiscoveryService {
  return serve(makeTree([...REPOSITORY, ...lines]));
}
