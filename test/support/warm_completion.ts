// Answers the questions that a shell asks while it completes, by the process that commands share (cli.ts), instead of a new process for each
// Tab. Linux only; needs bash.

import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeFileSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { porthole } from "./cli.ts";

export interface WarmCompletion {
  /** The command that takes the place of the runtime and the command line. */
  readonly command: string;
  close(): void;
}

/** Its files are in `folder`. */
export function startWarmCompletion(folder: string): WarmCompletion {
  const [script, asks, answers] = [join(folder, "ask"), join(folder, "asks"), join(folder, "answers")];
  const answer = join(folder, "answer");
  execFileSync("mkfifo", [asks, answers]);
  // The shell asks one question at a time. No word of it contains NUL.
  writeFileSync(
    script,
    `printf '%s\\0' "$(($# + 2))" "$PWD" "$HOME" "$@" > ${asks}
     read -r status < ${answers}
     cat ${answer}
     exit "$status"\n`,
  );
  // Opened both ways: it has no end when the shell closes its own, and nobody waits for the other end.
  const asked = new Socket({ fd: openSync(asks, constants.O_RDWR | constants.O_NONBLOCK), writable: false });
  const toAnswer = openSync(answers, "r+");
  let unread = "";
  asked.setEncoding("utf8").on("data", (chunk: string) => {
    unread += chunk;
    const [count = "", ...fields] = unread.split("\0");
    if (fields.length <= Number(count)) return;
    unread = "";
    const [cwd = "/", HOME, ...args] = fields.slice(0, -1);
    const { status, stdout } = porthole(cwd, args, { env: { HOME } });
    writeFileSync(answer, stdout);
    writeSync(toAnswer, `${status}\n`);
  });
  const close = () => {
    asked.destroy();
    closeSync(toAnswer);
  };
  return { command: `/bin/bash --norc --noprofile ${script}`, close };
}
