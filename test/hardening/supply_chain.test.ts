// What is installed with the package runs nothing by being installed, is known to the byte, and is all in the bill of materials.
// Reads the lockfile alone.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { runScript } from "./support/run_script.ts";

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const read = (path: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8"));
const manifest = read("package.json");
const packages: Readonly<Record<string, Locked>> = read("package-lock.json").packages;

/** Where npm put what `name` means to the package at `from`: in its own folder, or in one above. */
function locate(name: string, from: string): string {
  for (let place = from; ; place = place.slice(0, Math.max(place.lastIndexOf("/node_modules/"), 0))) {
    const path = `${place && `${place}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (place === "") throw new Error(`${name} is not in the lockfile`);
  }
}

function findRuntime(names: readonly string[], from = "", found = new Map<string, Locked>()): Map<string, Locked> {
  for (const path of names.map((name) => locate(name, from))) {
    const locked = packages[path];
    if (locked === undefined || found.has(path)) continue;
    found.set(path, locked);
    findRuntime(Object.keys(locked.dependencies ?? {}), path, found);
  }
  return found;
}

const runtime = findRuntime(Object.keys(manifest.dependencies));

describe("what is installed with the package", () => {
  test("is found in the lockfile, more than is asked for by name", () => {
    expect(runtime.size).toBeGreaterThan(Object.keys(manifest.dependencies).length);
    const marked = Object.entries(packages).filter(([path, locked]) => path !== "" && !locked.dev && !locked.optional);
    for (const [path] of runtime) expect(marked.map(([known]) => known)).toContain(path);
  });

  test("has no script that runs when it is installed", () => {
    const scripted = [...runtime].filter(([, locked]) => locked.hasInstallScript === true);
    expect(scripted.map(([path]) => path)).toEqual([]);
  });

  test("is known to the byte", () => {
    const unknown = [...runtime].filter(([, locked]) => !/^sha512-/.test(locked.integrity ?? ""));
    expect(unknown.map(([path]) => path)).toEqual([]);
  });

  test("and the package itself runs nothing when it is installed, and is published with its provenance", () => {
    const names = ["preinstall", "install", "postinstall"];
    expect(names.filter((name) => manifest.scripts[name] !== undefined)).toEqual([]);
    expect(manifest.publishConfig).toEqual({ access: "public", provenance: true });
  });
});

const hasNpm = spawnSync("npm", ["--version"], { shell: process.platform === "win32" }).status === 0;

test.skipIf(!hasNpm)("the bill of materials names the package and all that is installed with it", () => {
  const { status, stdout } = runScript("scripts/sbom.mjs", []);
  expect(status).toBe(0);
  const { metadata, components } = JSON.parse(stdout);
  const named = components.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`);
  const locked = [...runtime].map(([path, { version }]) => `${path.replace(/^.*node_modules\//, "")}@${version}`);
  expect([metadata.component.name, metadata.component.version]).toEqual([manifest.name, manifest.version]);
  expect(named.toSorted()).toEqual([...new Set(locked)].toSorted());
});
