// Starts warm_cli.mjs once in a process of the tests and asks it to run commands, while the caller waits. Linux and Node only.

import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTempFolder } from "./tree.ts";

const SCRIPT = fileURLToPath(new URL("warm_cli.mjs", import.meta.url));

export interface WarmCommand {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** In base64. */
  readonly input: string;
}

let started: ((command: WarmCommand) => { status: number; stdout: string; stderr: string }) | undefined;

export function runWarm(main: string, command: WarmCommand): { status: number; stdout: string; stderr: string } {
  started ??= start(main);
  return started(command);
}

function start(main: string): NonNullable<typeof started> {
  const folder = makeTempFolder();
  const [asks, answers, stdout, stderr] = ["asks", "answers", "stdout", "stderr"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  spawnSync("mkfifo", [asks, answers]);
  // Opened both ways first: with one end alone it would wait for the other.
  const both = [asks, answers].map((file) => openSync(file, "r+"));
  const [ask, toRead] = [openSync(asks, "w"), openSync(asks, "r")];
  const [answer, toWrite] = [openSync(answers, "r"), openSync(answers, "w")];
  const stdio = ["ignore", "ignore", "ignore", toRead, toWrite] as const;
  spawn(process.execPath, [SCRIPT, main], { stdio: [...stdio], cwd: "/" }).unref();
  // Only the other process holds them now, so either end is told when the other is gone.
  for (const descriptor of [...both, toRead, toWrite]) closeSync(descriptor);
  const buffer = Buffer.alloc(64);
  return (command) => {
    writeSync(ask, `${JSON.stringify({ ...command, stdout, stderr })}\n`);
    const count = readSync(answer, buffer);
    if (count === 0) throw new Error(`the process that runs commands has ended at ${command.args.join(" ")}`);
    const status = Number(buffer.toString("utf8", 0, count));
    return { status, stdout: readFileSync(stdout, "utf8"), stderr: readFileSync(stderr, "utf8") };
  };
}
