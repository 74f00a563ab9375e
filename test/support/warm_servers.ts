// Asks warm_servers.mjs, which is started once in a process of the tests, to run servers.

import { type ChildProcess, fork } from "node:child_process";
import { PassThrough, type Readable } from "node:stream";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("warm_servers.mjs", import.meta.url));

interface Told {
  readonly id: number;
  readonly printed?: string;
  readonly ended?: true;
}

export interface WarmServer {
  readonly stdout: Readable;
  readonly ended: Promise<void>;
  end(): void;
}

/** Each server's modules live about as long as the young generation is by default, so a fifth of the time was garbage collection. */
const FEW_COLLECTIONS = ["--min-semi-space-size=32", "--max-semi-space-size=32", "--single-threaded-gc"];

let host: ChildProcess | undefined;
let count = 0;

function startHost(main: string, env: NodeJS.ProcessEnv): ChildProcess {
  const child = fork(SCRIPT, [main], {
    env,
    execArgv: FEW_COLLECTIONS,
    cwd: "/",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // One listener for each server that runs.
  child.setMaxListeners(0);
  // It ends with this process.
  child.unref();
  child.channel?.unref();
  return child;
}

/** `env` is that of the first server. */
export function startWarmServer(main: string, args: readonly string[], env: NodeJS.ProcessEnv): WarmServer {
  host ??= startHost(main, env);
  const child = host;
  const id = count++;
  const stdout = new PassThrough();
  const ended = new Promise<void>((resolve) => {
    const listen = (told: Told) => {
      if (told.id !== id) return;
      if (told.printed !== undefined) stdout.write(told.printed);
      if (told.ended === undefined) return;
      child.off("message", listen);
      stdout.end();
      resolve();
    };
    child.on("message", listen);
  });
  child.send({ id, args });
  return { stdout, ended, end: () => void child.send({ id, signal: "SIGTERM" }) };
}
