// The bundled packages run no install scripts, are pinned by hash, and are all named with their licences and in the bill of materials.
// Needs a build.

import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { chunks, packages, readJson, readText } from "../support/bundle.ts";
import { hasNpm } from "../support/npm.ts";
import { runScript } from "./support/run_script.ts";

interface Locked {
  readonly version?: string;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
}

const manifest = readJson("package.json");
const locked: Readonly<Record<string, Locked>> = readJson("package-lock.json").packages;
const own = packages.filter(({ within }) => within === undefined);
const named = packages.map(({ name, version }) => `${name}@${version}`);

describe("the package", () => {
  test("brings no other with it [promise install]", () => {
    const kinds = ["dependencies", "optionalDependencies", "bundleDependencies", "bundledDependencies"];
    expect(kinds.filter((kind) => manifest[kind] !== undefined)).toEqual([]);
    // The SDKs of the adapters: npm checks their versions if they are present, but installs none.
    const peers = Object.keys(manifest.peerDependencies);
    expect(peers.filter((name) => manifest.peerDependenciesMeta[name]?.optional !== true)).toEqual([]);
  });

  test("imports nothing that is not in it, but what the runtime has [promise install]", () => {
    const outside = chunks
      .flatMap(({ imports }) => imports)
      .filter((name) => !/^(node:\w+(\/\w+)?|[\w-]+\.js)$/.test(name));
    expect(outside).toEqual([]);
    for (const { file } of chunks)
      expect([file, existsSync(new URL(`../../${file}`, import.meta.url))]).toEqual([file, true]);
  });

  test("runs nothing when it is installed [promise install]", () => {
    const names = ["preinstall", "install", "postinstall"];
    expect(names.filter((name) => manifest.scripts[name] !== undefined)).toEqual([]);
  });

  test("claims no repository, and no provenance from one, while it has none", () => {
    const fields = ["repository", "bugs", "homepage", "author"];
    expect(fields.filter((field) => manifest[field] !== undefined)).toEqual([]);
    expect(manifest.publishConfig).toEqual({ access: "public" });
  });
});

describe("what is bundled", () => {
  const folders = chunks
    .flatMap(({ modules }) => modules)
    .flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);

  test("is written down, and comes from the versions in the lockfile", () => {
    expect(folders.length).toBeGreaterThan(50);
    // The bundler's own helpers are not files.
    expect([...new Set([...folders, "node_modules/rolldown"])].toSorted()).toEqual(
      own.map(({ path }) => path).toSorted(),
    );
    for (const { path, version } of own) expect([path, locked[path]?.version]).toEqual([path, version]);
  });

  test("comes from packages without a script that runs when they are installed", () => {
    expect(own.filter(({ path }) => locked[path]?.hasInstallScript === true)).toEqual([]);
  });

  test("is known to the byte", () => {
    expect(own.filter(({ path }) => !/^sha512-/.test(locked[path]?.integrity ?? ""))).toEqual([]);
  });

  test("is named in THIRD_PARTY_LICENSES, with the text of its licence", () => {
    const licenses = readText("THIRD_PARTY_LICENSES");
    const titles = [...licenses.matchAll(/^(\S+) (\S+) \(([\w.-]+)\)(?:, inside \S+)?\n=+\n\n(.+)/gm)];
    expect(titles.map(([, name, version]) => `${name}@${version}`).toSorted()).toEqual(named.toSorted());
    for (const { name, license, path } of packages) {
      expect([name, license]).toEqual([name, expect.stringMatching(/^(MIT|BSD-3-Clause|Apache-2\.0)$/)]);
      const file = ["LICENSE", "LICENSE.md"].find((entry) =>
        existsSync(new URL(`../../${path}/${entry}`, import.meta.url)),
      );
      const text =
        file === undefined ? "Permission is hereby granted, free of charge" : readText(`${path}/${file}`).trim();
      expect([name, licenses.includes(text)]).toEqual([name, true]);
    }
    expect(manifest.files).toContain("THIRD_PARTY_LICENSES");
  });

  test("is in the table of docs/dependencies.md, with its version", () => {
    const page = readText("docs/dependencies.md");
    const rows = [...page.matchAll(/^\| `([^`]+)` \| (\d+\.\d+\.\d+) \|/gm)].map(
      ([, name, version]) => `${name}@${version}`,
    );
    expect(rows.toSorted()).toEqual(named.toSorted());
  });
});

test.skipIf(!hasNpm)("the bill of materials names the package and all that is inside it", () => {
  const { status, stdout } = runScript("scripts/sbom.mjs", []);
  expect(status).toBe(0);
  const { metadata, components } = JSON.parse(stdout);
  const listed = components.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`);
  expect([metadata.component.name, metadata.component.version]).toEqual([manifest.name, manifest.version]);
  expect(listed.toSorted()).toEqual(named.toSorted());
});
