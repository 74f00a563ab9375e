// Configuration files for a test, and what became of loading them.
// Leaves to the tests what should have become of it.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { ConfigError } from "../../src/config/error.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { PortholeConfig } from "../../src/registory/config_keys.ts";

/** A folder of this test file, gone when it ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "porthole-config-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type Refusal = Pick<ConfigError, "message" | "file" | "line" | "key">;

/** The fields of the `ConfigError` that `act` throws; anything else is thrown on, and no error at all is one. */
export function refusalOf(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    if (!(error instanceof ConfigError) || error.name !== "ConfigError") throw error;
    const { message, file, line, key } = error;
    return { message, file, line, key };
  }
  throw new Error("nothing was refused");
}

export class ConfigFile {
  readonly path: string;

  constructor(folder: string) {
    this.path = join(folder, "config.toml");
  }

  load(content: string | Uint8Array): PortholeConfig {
    writeFileSync(this.path, content);
    return loadConfig(this.path);
  }

  /** As `refusalOf`, with `FILE` for the path in the message, and the file itself checked and left out. */
  refusal(content: string | Uint8Array): Omit<Refusal, "file"> {
    const { message, file, line, key } = refusalOf(() => this.load(content));
    if (file !== this.path) throw new Error(`the refusal is for the file ${file}`);
    return { message: message.replaceAll(this.path, "FILE"), line, key };
  }
}
