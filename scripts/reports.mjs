// Reads the reports of the two test runners, vitest's JSON and Bun's JUnit XML, into one shape.
// @ts-check

import { relative } from "node:path";

/** @typedef {"passed" | "failed" | "skipped"} Status */
/**
 * `why`: the first line of what a failed test said.
 * @typedef {{ name: string, status: Status, why?: string }} TestRun
 */
/**
 * `broken`: the file failed although none of its tests did, because it did not load or a hook threw.
 * @typedef {{ path: string, tests: TestRun[], broken: boolean }} TestFile
 */
/** @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestAssertion */
/** @typedef {{ testResults: { name: string, status: string, assertionResults: VitestAssertion[] }[] }} VitestReport */

/**
 * @param {string} json
 * @param {string} root the folder that the paths shall be relative to
 * @returns {TestFile[]}
 */
export function readVitest(json, root) {
  /** @type {VitestReport} */
  const report = JSON.parse(json);
  if (!Array.isArray(report.testResults)) throw new Error("not a vitest JSON report: it has no testResults");
  return report.testResults.map((file) => {
    const tests = file.assertionResults.map(({ fullName, status, failureMessages }) =>
      testRun(fullName, statusOf(status), failureMessages?.[0]),
    );
    const broken = file.status === "failed" && tests.every((test) => test.status !== "failed");
    return { path: relative(root, file.name).replaceAll("\\", "/"), tests, broken };
  });
}

/**
 * @param {string} name
 * @param {Status} status
 * @param {string | undefined} message
 * @returns {TestRun}
 */
function testRun(name, status, message) {
  const why = message?.trim().split("\n", 1)[0];
  return status === "failed" && why ? { name, status, why } : { name, status };
}

/**
 * @param {string} status vitest also says todo, pending and disabled: none of them ran
 * @returns {Status}
 */
function statusOf(status) {
  return status === "passed" || status === "failed" ? status : "skipped";
}

/**
 * A file that does not load is missing from Bun's report altogether, so nothing here can be `broken`.
 * @param {string} xml
 * @returns {TestFile[]}
 */
export function readJunit(xml) {
  const total = /<testsuites\b[^>]*\btests="(\d+)"/.exec(xml)?.[1];
  if (total === undefined || !xml.includes("</testsuites>")) throw new Error("not a complete JUnit report");
  /** @type {Map<string, TestRun[]>} */
  const files = new Map();
  let found = 0;
  for (const [, attributes = "", body = ""] of xml.matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const path = attribute(attributes, "file").replaceAll("\\", "/");
    const tests = files.get(path) ?? [];
    tests.push(testRun(attribute(attributes, "name"), junitStatus(body), junitMessage(body)));
    files.set(path, tests);
    found += 1;
  }
  if (found !== Number(total)) throw new Error(`the JUnit report announces ${total} tests and holds ${found}`);
  return [...files].map(([path, tests]) => ({ path, tests, broken: false }));
}

/**
 * @param {string} body
 * @returns {Status}
 */
function junitStatus(body) {
  if (/<(failure|error)\b/.test(body)) return "failed";
  return /<skipped\b/.test(body) ? "skipped" : "passed";
}

/** @param {string} body */
function junitMessage(body) {
  return attribute(/<(?:failure|error)\b([^>]*)>/.exec(body)?.[1] ?? "", "message");
}

/**
 * @param {string} attributes
 * @param {string} name
 */
function attribute(attributes, name) {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
  return value.replace(/&(lt|gt|quot|apos|amp|#\d+);/g, (_, entity) => decodeEntity(entity));
}

/** @param {string} entity */
function decodeEntity(entity) {
  if (entity.startsWith("#")) return String.fromCodePoint(Number(entity.slice(1)));
  return { lt: "<", gt: ">", quot: '"', apos: "'" }[entity] ?? "&";
}
