// The answers that clients pass on uncut, by the clients' names. docs/clients.md has the evidence for each.

import type { ClientLimit } from "../call/budget.ts";

interface KnownClient {
  /** Occurs as a word in the name by which the client introduces itself, in any case. */
  readonly word: string;
  readonly limit: ClientLimit;
}

/** For each name, the smallest known limit with default settings. */
export const KNOWN_CLIENTS: readonly KnownClient[] = [
  // The JSON of the whole result: the frame is what surrounds the text and the structured content in it.
  { word: "cline", limit: { most: 8000, unit: "JSON characters", frame: 256 } },
  // For models that it does not know. Two lines with the time that the call took come before the answer.
  { word: "codex", limit: { most: 12_000, unit: "bytes", frame: 64 } },
  { word: "copilot", limit: { most: 20_480, unit: "bytes", frame: 0 } },
  { word: "gemini-cli", limit: { most: 40_000, unit: "characters", frame: 0 } },
  { word: "opencode", limit: { most: 51_200, unit: "bytes", frame: 0, mostLines: 2000 } },
];

/** Longer names are cut. */
const MAX_NAME_CHARS = 160;

/** Null for a client that is not known to cut answers. */
export function findClientLimit(name: string): ClientLimit | null {
  const words = name
    .slice(0, MAX_NAME_CHARS)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const said = `-${words.join("-")}-`;
  return KNOWN_CLIENTS.find(({ word }) => said.includes(`-${word}-`))?.limit ?? null;
}
