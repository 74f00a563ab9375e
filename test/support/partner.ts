// A process beside the tests that answers one request after another while the caller waits, so that what it has loaded is loaded once.
// Linux only. Its end is partner.mjs.

import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder } from "./tree.ts";

export const canSharePartner = process.platform === "linux";

export function startPartner(command: readonly string[]): (request: object) => unknown {
  const folder = makeTempFolder();
  const [asks, answers] = [join(folder, "asks"), join(folder, "answers")];
  spawnSync("mkfifo", [asks, answers]);
  // Opened both ways first: with one end alone it would wait for the other.
  const both = [asks, answers].map((file) => openSync(file, "r+"));
  const [ask, toRead] = [openSync(asks, "w"), openSync(asks, "r")];
  const [answer, toWrite] = [openSync(answers, "r"), openSync(answers, "w")];
  const [name = "", ...args] = command;
  spawn(name, args, { stdio: ["ignore", "ignore", "ignore", toRead, toWrite], cwd: "/" }).unref();
  // Only the other process holds them now, so either is told when the other is gone.
  for (const descriptor of [...both, toRead, toWrite]) closeSync(descriptor);
  return (request) => {
    const bytes = Buffer.from(`${JSON.stringify(request)}\n`);
    for (let written = 0; written < bytes.length; ) written += writeSync(ask, bytes, written);
    return JSON.parse(readLine(answer));
  };
}

function readLine(descriptor: number): string {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.alloc(65_536);
    const count = readSync(descriptor, chunk);
    if (count === 0) throw new Error("the process that answers has ended");
    chunks.push(chunk.subarray(0, count));
    if (chunk[count - 1] === 10) return Buffer.concat(chunks).toString();
  }
}
