// How tests are tied to what is promised: a test of a promise has its id in its name, and a page names files of tests.
// @ts-check

import { readdirSync, readFileSync } from "node:fs";

/** In the name of a test, or of a group of tests. @param {string} id of a promise of SECURITY.md */
export function tagOf(id) {
  return `[promise ${id}]`;
}

/** For the full names of tests of some promises. @param {readonly string[]} ids */
export function patternOf(ids) {
  return `\\[promise (?:${ids.join("|")})\\]`;
}

/**
 * The files that have a test of the promise.
 * @param {string} root
 * @returns {(id: string) => string[]}
 */
export function readTags(root) {
  /** @type {Map<string, string[]>} */
  const files = new Map();
  const names = readdirSync(`${root}/test`, { recursive: true, encoding: "utf8" });
  const tests = names.filter((name) => name.endsWith(".test.ts")).sort();
  for (const file of tests.map((name) => `test/${name.replaceAll("\\", "/")}`)) {
    const tags = readFileSync(`${root}/${file}`, "utf8").matchAll(/\[promise ([\w-]+)\]/g);
    for (const id of new Set([...tags].map(([, id = ""]) => id))) files.set(id, [...(files.get(id) ?? []), file]);
  }
  return (id) => files.get(id) ?? [];
}

/** @param {string} page @returns {string[]} the files of tests that it names */
export function readNamedFiles(page) {
  return [...page.matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file = ""]) => file);
}
