// Runs the tests of the promises of SECURITY.md; with --mutations also breaks each promise in a copy of the sources and requires its tests
// to fail. Exit 1 if a test is missing, skipped or fails, or if a mutation survives.
// @ts-check

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findReason, judgeMutation, judgeUnchanged } from "./promises/judge.mjs";
import { findListProblems, LIST, mutate, readList } from "./promises/list.mjs";
import { needsBuild } from "./promises/needs_build.mjs";
import { Scratch } from "./promises/scratch.mjs";
import { renderResults } from "./promises/show.mjs";
import { readTags } from "./promises/tags.mjs";

const HELP = `npm run promises -- [options]
  --mutations    also apply each mutation of ${LIST} and see its tests fail
  --only ID      one promise; may be given several times
  --allow-skips  a test that cannot run here counts as passed
  --jobs N       copies to work in, 1 or 2 (default: 2)
  --write        put the results into docs/promises.md; with --only, those of these promises`;
// A test that only ran out of time does not count as failed, unless the list says that it hangs.
const LIMITS = { testMs: 120_000, childMs: 30_000, runMs: 600_000 };
const HANGING_LIMITS = { testMs: 40_000, childMs: 20_000, runMs: 300_000 };

const repository = fileURLToPath(new URL("..", import.meta.url));
const options = readOptions();
const startedMs = Date.now();
const all = readList(repository);
const filesOf = readTags(repository);
const unknown = options.only?.find((id) => !all.some((promised) => promised.id === id));
if (unknown !== undefined) stop(`${LIST} has no promise ${unknown}`);
const list = all.filter(({ id }) => options.only?.includes(id) ?? true);
const allowed = { skips: options["allow-skips"] };
/** @type {Scratch[]} */
const copies = [];
/** @type {string[]} */
const problems = [];
/** Promises whose tests do not pass on the unchanged sources: nothing follows if they fail. */
const broken = new Set();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.once("exit", () => {
  for (const copy of copies) copy.remove();
});

complain(
  "the list",
  findListProblems(list, (file) => readFileSync(repository + file, "utf8"), filesOf),
);
const first = openCopy();
await runUnchanged(first);
if (options.mutations) await runMutations();
const mutations = options.mutations ? `, ${list.flatMap((each) => each.mutations).length} mutations` : "";
const seconds = Math.round((Date.now() - startedMs) / 1000);
console.log(`${list.length} promises${mutations}, ${problems.length} problems, ${seconds} s`);
if (options.write && problems.length === 0) writeResults(list.map(({ id }) => id));
process.exitCode = problems.length === 0 ? 0 : 1;

/** @param {Scratch} copy */
async function runUnchanged(copy) {
  const tagged = list.flatMap(({ id }) => filesOf(id));
  const complaint = await copy.build();
  if (complaint !== null) stop(`the unchanged sources do not build: ${complaint}`);
  const reports = await copy.test(
    list.map(({ id }) => id),
    [...new Set(tagged)],
  );
  if (reports === "hung") return;
  for (const { id } of list) {
    const wrong = judgeUnchanged(id, filesOf(id), reports, allowed);
    if (wrong.length > 0) broken.add(id);
    complain(id, wrong, "its tests pass");
  }
}

async function runMutations() {
  const jobs = list
    .filter(({ id }) => !broken.has(id))
    .flatMap(({ id, mutations }) => mutations.map((mutation) => ({ id, mutation, isBuilt: runsBuilt(mutation.by) })))
    .sort((a, b) => Number(a.isBuilt) - Number(b.isBuilt));
  const workers = [first, ...(options.jobs === "2" && jobs.length > 1 ? [openCopy()] : [])];
  await Promise.all(
    workers.map(async (copy) => {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
        const { wrong, reason } = await runMutation(copy, job);
        complain(`${job.id}: ${job.mutation.breaks}`, wrong, reason);
      }
    }),
  );
}

/**
 * @param {Scratch} copy
 * @param {{ id: string, mutation: import("./promises/list.mjs").Mutation, isBuilt: boolean }} job
 * @returns {Promise<{ wrong: string[], reason?: string }>} what is wrong, or why a test failed
 */
async function runMutation(copy, { id, mutation, isBuilt }) {
  const source = copy.read(mutation.file);
  try {
    copy.write(mutation.file, mutate(source, mutation));
    const complaint = isBuilt ? await copy.build() : null;
    if (complaint !== null) return { wrong: [`does not build: ${complaint}`] };
    const reports = await copy.test([id], mutation.by, mutation.hangs ? HANGING_LIMITS : LIMITS);
    const reason = findReason(id, mutation.by, reports) ?? "skipped";
    return { wrong: judgeMutation(id, mutation, reports, allowed), reason };
  } catch (error) {
    return { wrong: [String(error)] };
  } finally {
    copy.write(mutation.file, source);
  }
}

/** @param {readonly string[]} files */
function runsBuilt(files) {
  return files.some((file) => needsBuild(repository, file));
}

/** @param {readonly string[]} ids of the promises that were tried just now */
function writeResults(ids) {
  const page = `${repository}docs/promises.md`;
  writeFileSync(page, renderResults(all, ids, existsSync(page) ? readFileSync(page, "utf8") : ""));
}

function openCopy() {
  const copy = new Scratch(repository);
  copies.push(copy);
  return copy;
}

/**
 * @param {string} what
 * @param {string[]} wrong
 * @param {string} [right]
 */
function complain(what, wrong, right) {
  problems.push(...wrong);
  if (wrong.length > 0) console.log(`FAIL ${what}`);
  else if (right !== undefined) console.log(`ok   ${what}: ${right}`);
  for (const each of wrong) console.log(`     ${each}`);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        mutations: { type: "boolean", default: false },
        only: { type: "string", multiple: true },
        "allow-skips": { type: "boolean", default: false },
        jobs: { type: "string", default: "2" },
        write: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(HELP);
      process.exit(0);
    }
    if (!/^[12]$/.test(values.jobs)) throw new Error("--jobs must be 1 or 2");
    if (values.write && !values.mutations) throw new Error("--write needs --mutations");
    return values;
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : error}\n${HELP}`);
  }
}

/**
 * @param {string} reason
 * @returns {never}
 */
function stop(reason) {
  console.error(reason);
  process.exit(2);
}
