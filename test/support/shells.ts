// Real shells in a pseudo-terminal, made by script(1): types keys, with Tab, and returns the words that the command gets.

import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasTerminals, porthole, SHELL } from "./cli.ts";
import { makeTempFolder } from "./tree.ts";

export type ShellName = "bash" | "zsh" | "fish";

/** Without the user's settings. */
const STARTS: Readonly<Record<ShellName, string>> = {
  bash: "bash --norc --noprofile -i",
  zsh: "zsh -f -i",
  fish: "fish --no-config -i",
};

/** Replaces the program: records the words that it gets, and runs nothing. */
const POSIX_STUB = `porthole() { printf '%s\\0' "$#" "$@" >> "$SEEN"; }`;
const STUBS: Readonly<Record<ShellName, string>> = {
  bash: POSIX_STUB,
  zsh: POSIX_STUB,
  // Its own prompt starts git each time.
  fish: "function porthole; printf '%s\\0' (count $argv) $argv >> $SEEN; end; function fish_prompt; echo -n '> '; end",
};

/** Far longer than any completion takes, so that a command that did not run is reported before the test times out. */
const PATIENCE_MS = 20_000;

/** Null: it can be tested here. */
export function whyNoShell(name: ShellName): string | null {
  if (spawnSync(name, ["--version"]).status !== 0) return `there is no ${name}`;
  return hasTerminals() ? null : "there is no script(1) that makes a terminal";
}

export interface ShellOptions {
  /** Lines that the shell reads before and after the completion. */
  readonly before?: string;
  readonly after?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** A shell that has loaded the completion. */
export async function openShell(name: ShellName, cwd: string, options: ShellOptions = {}): Promise<Shell> {
  const folder = makeTempFolder();
  const [seen, settings] = [join(folder, "seen"), join(folder, "settings")];
  writeFileSync(seen, "");
  const { status, stdout, stderr } = porthole("/", ["complete", name]);
  if (status !== 0) throw new Error(`there is no completion to load: ${stderr}`);
  const { before = "", after = "", env = {} } = options;
  writeFileSync(join(folder, "completion"), stdout);
  const lines = ["stty cols 200 rows 50", before, `source ${folder}/completion`, after, STUBS[name]];
  writeFileSync(settings, `${lines.join("\n")}\n`);
  const shell = new Shell(name, cwd, seen, { ...env, SEEN: seen, LOADED: `${folder}/completion` });
  await shell.type(`source ${settings}; porthole`, "");
  return shell;
}

export class Shell {
  readonly #seen: string;
  readonly #child;
  #screen = "";
  #read = 0;
  #hasEnded = false;

  constructor(name: ShellName, cwd: string, seen: string, env: NodeJS.ProcessEnv) {
    this.#seen = seen;
    const args = ["--quiet", "--return", "--echo", "never", "--command", STARTS[name], "/dev/null"];
    const clean = { ...process.env, XDG_CONFIG_HOME: "/nonexistent", HISTFILE: "", TERM: "xterm", LC_ALL: "C.UTF-8" };
    this.#child = spawn("script", args, { cwd, env: { ...clean, SHELL, ...env } });
    this.#child.stdout.on("data", (chunk) => {
      this.#screen += chunk;
    });
    this.#child.on("close", () => {
      this.#hasEnded = true;
    });
  }

  /** Everything that the terminal received. */
  get screen(): string {
    return this.#screen;
  }

  /** Types the keys, and Enter; returns the words after `porthole` that the command gets. */
  async type(keys: string, tab = "\t"): Promise<string[]> {
    this.#child.stdin.write(`${keys}${tab}\r`);
    return await this.#waitFor(() => this.#readWords(), keys);
  }

  /** Types the keys and waits until the text is on the screen. */
  async show(keys: string, text: string): Promise<void> {
    this.#child.stdin.write(keys);
    await this.#waitFor(() => this.#screen.includes(text) || null, keys);
  }

  async #waitFor<T>(look: () => T | null, keys: string): Promise<T> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!this.#hasEnded && Date.now() < deadline) {
      const found = look();
      if (found !== null) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`${JSON.stringify(keys)} led to nothing: ${JSON.stringify(this.#screen.slice(-1000))}`);
  }

  /** Of the next command; null if it has not run yet. */
  #readWords(): string[] | null {
    const fields = readFileSync(this.#seen, "utf8").split("\0").slice(0, -1);
    const [count, ...words] = fields.slice(this.#read);
    if (count === undefined || words.length < Number(count)) return null;
    this.#read += Number(count) + 1;
    return words.slice(0, Number(count));
  }

  async close(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = new Promise<void>((resolve) => this.#child.on("close", () => resolve()));
    // Its end hangs up the terminal, which ends the shell. An interactive shell ignores SIGTERM, and script(1) then waits for two seconds.
    this.#child.kill("SIGKILL");
    await ended;
  }
}
