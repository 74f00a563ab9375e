// Packs porthole.mcpb, which desktop clients install on a double click: `pack_mcpb.mjs [FILE]`. Run after `npm run build`. The bundle
// contains the command line as it ships, its licences and a manifest, which the format's own validator checks.
// @ts-check

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packExtension } from "@anthropic-ai/mcpb";
import { makeManifest } from "./mcpb/manifest.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
// The library is not needed: dist/cli is self-contained.
const PACKED = ["dist/cli", "LICENSE", "THIRD_PARTY_LICENSES"];

const [file = join(ROOT, "porthole.mcpb")] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "porthole-mcpb-"));
try {
  for (const path of PACKED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  const manifest = makeManifest(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const isPacked = await packExtension({ extensionPath: folder, outputPath: file });
  process.exitCode = isPacked ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
