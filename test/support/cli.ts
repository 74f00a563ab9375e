// Runs the built command line as a person or a program would. Needs a fresh build. In a short run on Node the commands of `porthole` share a
// process (warm_cli.mjs), which saves two thirds of their time, and servers for the page share another one (warm_servers.mjs); with the
// large counts each has its own.

import { type ChildProcessWithoutNullStreams, type StdioOptions, spawn, spawnSync } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { canSharePartner } from "./partner.ts";
import { isThorough } from "./scale.ts";
import { runWarm } from "./warm.ts";
import { startWarmServer, type WarmServer } from "./warm_servers.ts";

/** The command line. */
export const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const FOR_PEOPLE = /^((NO|FORCE)_COLOR|LS_COLORS|BASH_ENV|ENV)$/;
/** Without the user's own configuration, colours and start-up files of shells. They are unset rather than empty, because Node 22 warns about having both. */
const CLEAN_ENV = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOR_PEOPLE.test(name))),
  XDG_CONFIG_HOME: "/nonexistent",
};

/** For a folder with files that Bun reads, such as this repository. */
export const RUNTIME_FLAGS = process.versions.bun === undefined ? [] : ["--no-env-file", "--config=/dev/null"];

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly input?: string | Buffer;
  readonly env?: NodeJS.ProcessEnv;
}

// Node reads others once, at its start.
const READ_LATE = /^(TZ|(NO|FORCE)_COLOR|LS_COLORS|TERM|HOME|XDG_CONFIG_HOME|PORTHOLE_\w+)$/;

/** Whether commands share a process. warm_cli.mjs and warm_servers.mjs are for Node. */
export const isShared = canSharePartner && !isThorough && process.versions.bun === undefined;

export function porthole(cwd: string, args: readonly string[], options: Options = {}): Ran {
  const { input = "", env = {} } = options;
  if (!isShared || !Object.keys(env).every((name) => READ_LATE.test(name))) return portholeAlone(cwd, args, options);
  return runWarm(MAIN, { cwd, args, env: { ...CLEAN_ENV, ...env }, input: Buffer.from(input).toString("base64") });
}

/** In a process of its own, whatever runs. */
export function portholeAlone(cwd: string, args: readonly string[], options: Options = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd,
    encoding: "utf8",
    input: options.input ?? "",
    env: { ...CLEAN_ENV, ...options.env },
    maxBuffer: 256 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}

/** With its peak memory. */
export function portholeMeasured(cwd: string, args: readonly string[]): Ran & { readonly maxKilobytes: number } {
  // Not `resourceUsage().maxRSS`, which on Linux begins with that of the process that started this one.
  const source = `process.on("exit", () => process._rawDebug(
      /VmHWM:\\s*(\\d+)/.exec(require("node:fs").readFileSync("/proc/self/status", "utf8"))[1]));
    process.argv.splice(1, 0, ${JSON.stringify(MAIN)}); require(${JSON.stringify(MAIN)});`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", source, "--", ...args], {
    cwd,
    encoding: "utf8",
    env: CLEAN_ENV,
    maxBuffer: 256 * 1024 * 1024,
  });
  return { status, stdout, stderr, maxKilobytes: Number(stderr) };
}

/** With its standard output going to an open file. */
export function portholeInto(output: number, cwd: string, args: readonly string[]): Omit<Ran, "stdout"> {
  const stdio: StdioOptions = ["ignore", output, "pipe"];
  const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd,
    encoding: "utf8",
    stdio,
    env: CLEAN_ENV,
  });
  return { status, stderr };
}

/** Uses `script` of util-linux, which is not installed everywhere; some containers have no terminals. */
function runOnTerminal(command: string, cwd: string, env: NodeJS.ProcessEnv) {
  const args = ["--quiet", "--return", "--echo", "never", "--command", command, "/dev/null"];
  return spawnSync("script", args, { cwd, encoding: "utf8", input: "", env: { ...env, SHELL } });
}

/** Runs the commands of script(1), instead of the user's shell. */
export const SHELL = "/bin/sh";

let canMakeTerminals: boolean | undefined;

export function hasTerminals(): boolean {
  canMakeTerminals ??= process.platform === "linux" && runOnTerminal("test -t 1", "/", CLEAN_ENV).status === 0;
  return canMakeTerminals;
}

/** The terminal's output. */
export function portholeOnTerminal(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): string {
  const command = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(" ");
  return runOnTerminal(command, cwd, { ...CLEAN_ENV, ...env }).stdout;
}

/** Killing the child closes the terminal. */
export function startOnTerminal(cwd: string, args: readonly string[]) {
  const command = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(" ");
  return spawn("script", ["--quiet", "--command", command, "/dev/null"], { cwd, env: { ...CLEAN_ENV, SHELL } });
}

export function startPorthole(
  cwd: string,
  args: readonly string[],
  options: { readonly detached?: boolean; readonly stdio?: StdioOptions } = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: CLEAN_ENV,
    ...options,
  }) as ChildProcessWithoutNullStreams;
}

/** `porthole mcp` on a folder, over HTTP, until it is told to end. In a short run on Node such servers share a process. */
export function startHttpServer(root: string, args: readonly string[]): WarmServer {
  if (isShared) return startWarmServer(MAIN, ["mcp", root, "--http", ...args], CLEAN_ENV);
  const child = startPorthole(root, ["mcp", ".", "--http", ...args]);
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  return { stdout: child.stdout, ended, end: () => void child.kill("SIGTERM") };
}

export interface Greeted {
  readonly printed: string;
  readonly url: string;
  readonly token: string;
}

/** The output of `porthole mcp --http` once it serves. Fails if it ends before. */
export function whenServing({ stdout }: { readonly stdout: Readable }): Promise<Greeted> {
  return new Promise((resolve, reject) => {
    let printed = "";
    stdout.on("data", (chunk) => {
      printed += chunk;
      if (printed.includes("Ctrl-C")) resolve({ printed, ...readClient(printed) });
    });
    stdout.on("close", () => reject(new Error(`the server ended before it served: ${printed}`)));
  });
}

/** From the client settings, which it prints as JSON. */
function readClient(printed: string): Omit<Greeted, "printed"> {
  const json = printed.slice(printed.indexOf("{"), printed.lastIndexOf("}") + 1);
  const { url, headers } = JSON.parse(json).mcpServers.porthole;
  return { url, token: String(headers.Authorization).slice("Bearer ".length) };
}
