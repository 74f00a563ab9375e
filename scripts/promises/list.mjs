// The list of promises with the changes of the sources that break them. Says what is wrong with the list itself.
// @ts-check

import { readFileSync } from "node:fs";
import { tagOf } from "./tags.mjs";

/**
 * A change of one file that breaks the promise. `by`: the files of tests, each of which must then have a test of the promise that fails.
 * `hangs`: it fails by its time limit.
 * @typedef {{ breaks: string, file: string, find: string, replace: string, by: string[], hangs?: boolean }} Mutation
 */
/** @typedef {{ id: string, mutations: Mutation[] }} Promised */

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
 * @param {(id: string) => readonly string[]} filesOf the files of tests that have a promise's tag
 * @returns {string[]}
 */
export function findListProblems(list, read, filesOf) {
  const ids = list.map(({ id }) => id);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is in the list twice`),
    ...list.flatMap((promised) =>
      findProblems(promised, read, filesOf(promised.id)).map((problem) => `${promised.id}: ${problem}`),
    ),
  ];
}

/**
 * @param {Promised} promised
 * @param {(file: string) => string} read
 * @param {readonly string[]} tagged
 */
function findProblems({ id, mutations }, read, tagged) {
  const named = mutations.flatMap(({ by }) => by);
  return [
    ...(mutations.length === 0 ? ["it has no mutation"] : []),
    ...mutations.flatMap((mutation) => findMutationProblems(mutation, read)),
    ...[...new Set(named)]
      .filter((file) => !tagged.includes(file))
      .map((file) => `no name in ${file} has ${tagOf(id)}`),
    ...tagged.filter((file) => !named.includes(file)).map((file) => `no mutation makes a test of ${file} fail`),
  ];
}

/**
 * @param {Mutation} mutation
 * @param {(file: string) => string} read
 */
function findMutationProblems(mutation, read) {
  const problems = mutation.by.length === 0 ? [`${mutation.breaks}: no test has to fail`] : [];
  try {
    if (mutate(read(mutation.file), mutation) === read(mutation.file)) problems.push(`${mutation.breaks}: no change`);
  } catch (error) {
    problems.push(String(error));
  }
  return problems;
}
