// The content of dist/, as recorded by the last build. Tests only; needs a build.

import { readFileSync } from "node:fs";

/** Paths from the root of the repository. */
interface Chunk {
  readonly file: string;
  /** By name in the same folder, or `node:…`; static imports only. */
  readonly imports: readonly string[];
  readonly modules: readonly string[];
}

interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  readonly license: string;
  readonly within?: string;
}

const root = new URL("../../", import.meta.url);
const { chunks, packages }: { chunks: readonly Chunk[]; packages: readonly BundledPackage[] } = JSON.parse(
  readFileSync(new URL("build/bundle.json", root), "utf8"),
);

export { chunks, packages };

export const readText = (path: string): string => readFileSync(new URL(path, root), "utf8");
export const readJson = (path: string) => JSON.parse(readText(path));
