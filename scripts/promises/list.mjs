// The list of promises: which tests hold each of them, and which changes of the sources break it. Says what is wrong with the list itself.
// @ts-check

import { readFileSync } from "node:fs";

/** @typedef {import("./names.mjs").NamedTests} NamedTests */
/**
 * A change of one file that breaks the promise, and the tests that must then fail. `hangs`: they fail by their time limit.
 * @typedef {{ breaks: string, file: string, find: string, replace: string, fails: NamedTests[], hangs?: boolean }} Mutation
 */
/**
 * `promise` is the start of its row in SECURITY.md.
 * @typedef {{ id: string, promise: string, tests: NamedTests[], mutations: Mutation[] }} Promised
 */

export const LIST = "test/promises/promises.json";

/**
 * @param {string} root
 * @returns {Promised[]}
 */
export function readList(root) {
  return JSON.parse(readFileSync(`${root}/${LIST}`, "utf8"));
}

/**
 * Throws if the snippet is not there exactly once: then nobody knows what the change would do.
 * @param {string} source
 * @param {Mutation} mutation
 */
export function mutate(source, { file, find, replace }) {
  const found = source.split(find).length - 1;
  if (found !== 1) throw new Error(`${file} has ${JSON.stringify(find)} ${found} times, not once`);
  return source.split(find).join(replace);
}

/**
 * @param {readonly Promised[]} list
 * @param {(file: string) => string} read
 * @returns {string[]}
 */
export function findListProblems(list, read) {
  const ids = list.map(({ id }) => id);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is in the list twice`),
    ...list.flatMap((promised) => findProblems(promised, read).map((problem) => `${promised.id}: ${problem}`)),
  ];
}

/**
 * @param {Promised} promised
 * @param {(file: string) => string} read
 */
function findProblems({ tests, mutations }, read) {
  const named = new Set(tests.flatMap(toPairs));
  return [
    ...tests.filter(({ names }) => names.length === 0).map(({ file }) => `no test of ${file} is named`),
    ...(mutations.length === 0 ? ["it has no mutation"] : []),
    ...mutations.flatMap((mutation) => [
      ...findMutationProblems(mutation, read),
      ...mutation.fails
        .flatMap(toPairs)
        .filter((pair) => !named.has(pair))
        .map((pair) => `${mutation.breaks}: ${pair} is not one of its tests`),
    ]),
    ...tests
      .flatMap(toPairs)
      .filter((pair) => !mutations.some(({ fails }) => fails.flatMap(toPairs).includes(pair)))
      .map((pair) => `no mutation makes ${pair} fail`),
  ];
}

/**
 * @param {Mutation} mutation
 * @param {(file: string) => string} read
 */
function findMutationProblems(mutation, read) {
  const problems = mutation.fails.length === 0 ? [`${mutation.breaks}: no test has to fail`] : [];
  try {
    if (mutate(read(mutation.file), mutation) === read(mutation.file)) problems.push(`${mutation.breaks}: no change`);
  } catch (error) {
    problems.push(String(error));
  }
  return problems;
}

/** @param {NamedTests} tests */
function toPairs({ file, names }) {
  return names.map((name) => `${file} ("${name}")`);
}
