// The bundle for desktop clients: packed, checked by the format's own validator, unpacked into an empty folder, and started as its manifest
// says, with the folder that a user would choose. dist/ and build/ must be built.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getMcpConfigForManifest, unpackExtension, v0_3 } from "@anthropic-ai/mcpb";
import { beforeAll, describe, expect, test } from "vitest";
import { readJson } from "../support/bundle.ts";
import { greet, startRawServer, toMessage } from "../support/mcp.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";

const SCRIPT = fileURLToPath(new URL("../../scripts/pack_mcpb.mjs", import.meta.url));
const folder = makeTempFolder();
const unpacked = join(folder, "unpacked");

describe("porthole.mcpb", () => {
  beforeAll(async () => {
    const file = join(folder, "porthole.mcpb");
    const { status, stderr } = spawnSync("node", [SCRIPT, file], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(await unpackExtension({ mcpbPath: file, outputDir: unpacked, silent: true })).toBe(true);
  });

  /** Throws if it is not valid; the packer refuses it then, too. */
  const readManifest = () =>
    v0_3.McpbManifestSchema.parse(JSON.parse(readFileSync(join(unpacked, "manifest.json"), "utf8")));

  test("has a valid manifest that asks for one folder, and its licences", () => {
    const { name, version } = readJson("package.json");
    const user_config = { folder: { type: "directory", required: true } };
    expect(readManifest()).toMatchObject({ name, version, user_config });
    expect(Object.keys(readManifest().user_config ?? {})).toEqual(["folder"]);
    expect(readdirSync(unpacked).sort()).toEqual(["LICENSE", "THIRD_PARTY_LICENSES", "dist", "manifest.json"]);
  });

  test("starts by its own command on the folder that was chosen, lists the tools it names and answers", async () => {
    const manifest = readManifest();
    const userConfig = { folder: makeTree(["file a.txt one", "dir src"]) };
    const places = { extensionPath: unpacked, systemDirs: {}, pathSeparator: "/" } as const;
    const config = await getMcpConfigForManifest({ manifest, userConfig, ...places });
    const server = startRawServer(config?.command ?? "", config?.args ?? []);
    await greet(server);
    server.send(toMessage("legacy", 2, "tools/list"));
    const { tools } = JSON.parse(await server.answer(2)).result;
    const names = tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(manifest.tools?.map(({ name }) => name).sort());
    server.send(toMessage("legacy", 3, "tools/call", { name: "read_file", arguments: { path: "a.txt" } }));
    expect(JSON.parse(await server.answer(3)).result.content[0].text).toContain("one");
    expect(await server.end()).toBe(0);
  });
});
