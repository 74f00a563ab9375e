// A copy of the repository in a temporary folder, in which a source can be changed, built and tested. The working tree stays as it is.
// @ts-check

import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { readVitest } from "../reports.mjs";
import { patternOf } from "./tags.mjs";

/** @typedef {import("../reports.mjs").TestFile} TestFile */

/**
 * How long a test, a child that it starts, and the whole run may take.
 * @typedef {{ testMs: number, childMs: number, runMs: number }} Limits
 */

// The one that vitest.config.ts names.
const REPORT = ".reports/node.json";

export class Scratch {
  /** @type {import("node:child_process").ChildProcess | null} */
  #child = null;
  /** Holds the copy, and the temporary files of its tests. @type {string} */
  #folder;

  /** @param {string} repository */
  constructor(repository) {
    this.#folder = mkdtempSync(join(tmpdir(), "porthole-promises-"));
    this.root = join(this.#folder, "copy");
    mkdirSync(join(this.#folder, "tmp"));
    const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: repository,
      encoding: "utf8",
    });
    if (listed.status !== 0) throw new Error(`git cannot list the files of the repository: ${listed.stderr}`);
    for (const file of listed.stdout.split("\0").filter((name) => name !== "" && existsSync(join(repository, name)))) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      cpSync(join(repository, file), join(this.root, file));
    }
    this.#copyPackages(join(repository, "node_modules"));
    // A change that leaves a check out leaves its name unused.
    this.write("tsconfig.json", this.read("tsconfig.json").replace(/"noUnused(\w+)": true/g, '"noUnused$1": false'));
  }

  /** By hard links if they can be made. Symlinks would not do: the bundler puts modules into parts by their paths in the repository. @param {string} folder */
  #copyPackages(folder) {
    const copy = join(this.root, "node_modules");
    for (const how of ["-al", "-a"]) {
      if (spawnSync("cp", [how, folder, copy], { stdio: "ignore" }).status === 0) return;
      rmSync(copy, { recursive: true, force: true });
    }
    throw new Error("node_modules cannot be copied");
  }

  /** @param {string} file */
  read(file) {
    return readFileSync(join(this.root, file), "utf8");
  }

  /**
   * @param {string} file
   * @param {string} text
   */
  write(file, text) {
    writeFileSync(join(this.root, file), text);
  }

  /** @returns {Promise<string | null>} the first complaint, or null */
  async build() {
    const { code, printed } = await this.#run([join(this.root, "scripts/build.mjs")]);
    return code === 0 ? null : (printed.trim().split("\n")[0] ?? "no reason");
  }

  /**
   * Runs the tests of these promises in these files.
   * @param {readonly string[]} ids
   * @param {readonly string[]} files
   * @param {Limits} [limits]
   * @returns {Promise<TestFile[] | "hung">}
   */
  async test(ids, files, limits) {
    rmSync(join(this.root, REPORT), { force: true });
    const limit = limits === undefined ? [] : [`--testTimeout=${limits.testMs}`];
    const vitest = join(this.root, "node_modules/vitest/vitest.mjs");
    const { printed, isHung } = await this.#run([vitest, "run", ...files, "-t", patternOf(ids), ...limit], limits);
    if (isHung) return "hung";
    if (!existsSync(join(this.root, REPORT))) throw new Error(`the tests left no report: ${printed.slice(-2000)}`);
    return readVitest(this.read(REPORT), this.root);
  }

  /** Ends whatever still runs in it, and removes it. */
  remove() {
    this.#kill();
    // What was ended may still be writing.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  #kill() {
    try {
      if (this.#child?.pid !== undefined) process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
    this.#child = null;
  }

  /**
   * @param {string[]} args
   * @param {Limits} [limits]
   * @returns {Promise<{ code: number | null, printed: string, isHung: boolean }>}
   */
  async #run(args, limits) {
    const hanging = limits === undefined ? {} : { PORTHOLE_HANG_MS: String(limits.childMs) };
    const env = { ...process.env, TMPDIR: join(this.#folder, "tmp"), ...hanging };
    // A group of its own, which can be ended as a whole.
    const child = spawn(process.execPath, args, {
      cwd: this.root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#child = child;
    let isHung = false;
    const giveUp = () => {
      isHung = true;
      this.#kill();
    };
    const timer = limits === undefined ? undefined : setTimeout(giveUp, limits.runMs);
    const ended = new Promise((/** @type {(code: number | null) => void} */ resolve) => child.on("exit", resolve));
    const printed = [child.stdout, child.stderr].map((stream) => text(stream));
    const code = await ended;
    clearTimeout(timer);
    // What a test has left behind must not hold the output open.
    this.#kill();
    return { code, printed: (await Promise.all(printed)).join(""), isHung };
  }
}
