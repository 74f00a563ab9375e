// The other end of partner.ts: a process that reads a request, a line of JSON, answers with a line, and ends when nobody can ask any more.
// @ts-check

import { readSync, writeSync } from "node:fs";

const [ASK, ANSWER] = [3, 4];

/** @returns {any} null at the end */
function readRequest() {
  const chunks = [];
  for (;;) {
    const chunk = Buffer.alloc(65_536);
    const count = readSync(ASK, chunk);
    if (count === 0) return null;
    chunks.push(chunk.subarray(0, count));
    if (chunk[count - 1] === 10) return JSON.parse(Buffer.concat(chunks).toString());
  }
}

/** @param {(request: any) => Promise<unknown>} answer what it resolves to goes back through JSON */
export async function answerAll(answer) {
  for (let request = readRequest(); request !== null; request = readRequest()) {
    const bytes = Buffer.from(`${JSON.stringify(await answer(request))}\n`);
    for (let written = 0; written < bytes.length; ) written += writeSync(ANSWER, bytes, written);
  }
  process.exit();
}
