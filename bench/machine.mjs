// @ts-check
// The environment of the figures: date, processor, runtime, versions.

import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { nativeVersions } from "./peers/native.mjs";

export function describeMachine() {
  const processors = cpus();
  return {
    date: new Date().toISOString(),
    processor: processors[0]?.model ?? "unknown",
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()} ${process.arch}`,
    node: process.version,
    versions: { porthole: readJson("../package.json").version, ...peerVersions(), ...nativeVersions() },
  };
}

/** @returns {Record<string, string>} */
function peerVersions() {
  const names = Object.keys(readJson("./package.json").dependencies);
  return Object.fromEntries(names.map((name) => [name, readJson(`./node_modules/${name}/package.json`).version]));
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
}
