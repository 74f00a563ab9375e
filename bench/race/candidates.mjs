// @ts-check
// The candidates of the race, each in a process of its own: how to start one for a folder, and how to ask it for a file and for a list.

import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findServer } from "../peers/server_filesystem.mjs";
import { openGemini } from "./gemini.mjs";
import { openMcp } from "./mcp.mjs";
import { OFFLINE } from "./offline.mjs";

/** What a model gets, and the whole answer. @typedef {{ text: string, wire: string, isError: boolean }} Answer */
/** Rejects only if the process has ended. @typedef {(path: string) => Promise<Answer>} Ask */
/** @typedef {{ read: Ask, list: Ask, close: () => Promise<void> }} Opened */
/** @typedef {{ root: string, home: string }} Place */
/**
 * @typedef {object} Candidate
 * @property {string} name
 * @property {string} module
 * @property {string | null} [missing] why it cannot be measured here
 * @property {(place: Place) => Promise<Opened>} open
 */

const PORTHOLE = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const COMMANDER = "@wonderwhy-er/desktop-commander";
const require = createRequire(import.meta.url);

/** @type {readonly Candidate[]} */
export const CANDIDATES = [
  {
    name: "porthole",
    module: "porthole",
    open: ({ root, home }) =>
      openMcp([PORTHOLE, "mcp", root], home, {
        read: (path) => ["read_file", { path }],
        list: (path) => ["list_directory", { path }],
      }),
  },
  {
    name: "server-filesystem",
    module: "@modelcontextprotocol/server-filesystem",
    open: ({ root, home }) =>
      openMcp([findServer(), root], home, {
        read: (path) => ["read_text_file", { path: join(root, path) }],
        list: (path) => ["list_directory_with_sizes", { path: join(root, path) }],
      }),
  },
  { name: "gemini-cli-core", module: "gemini-cli-core-0.61", open: openGemini },
  {
    name: "desktop-commander",
    module: COMMANDER,
    missing: OFFLINE === null ? "it uses the network, and this user cannot make a network namespace" : null,
    open: ({ root, home }) => {
      allowOnly(root, home);
      return openMcp([require.resolve(`${COMMANDER}/dist/index.js`), "--no-onboarding"], home, {
        read: (path) => ["read_file", { path: join(root, path) }],
        list: (path) => ["list_directory", { path: join(root, path) }],
      });
    },
  },
];

/** The configuration of desktop-commander: by default it shows the whole disk. @param {string} root @param {string} home */
function allowOnly(root, home) {
  const folder = join(home, ".claude-server-commander");
  const config = { allowedDirectories: [root], telemetryEnabled: false, welcomeOnboardingEligible: false };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "config.json"), JSON.stringify(config));
}
