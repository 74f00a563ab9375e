// The manifest of the bundle for desktop clients: what they show before installing, what they ask for, and what they start.
// @ts-check

import { TOOL_DEFINITIONS } from "../../build/registory/definitions.js";

/** @typedef {{ name: string, version: string, description: string, license: string, keywords: string[], engines: { node: string } }} Package */

/** @param {Package} source package.json */
export function makeManifest({ name, version, description, license, keywords, engines }) {
  return {
    manifest_version: "0.3",
    name,
    display_name: "Porthole",
    version,
    description,
    long_description:
      "Shows one folder of your choice to the model: it can list, find, search and read files there, and look at pictures. It changes nothing, and sees nothing outside the folder.",
    author: { name: "the porthole authors" },
    license,
    keywords,
    server: {
      type: "node",
      entry_point: "dist/cli/main.js",
      mcp_config: {
        command: "node",
        args: [`${fill("__dirname")}/dist/cli/main.js`, "mcp", fill("user_config.folder")],
      },
    },
    // For people: the first sentence of the model's description.
    tools: Object.values(TOOL_DEFINITIONS).map(({ name: tool, description: about }) => ({
      name: tool,
      description: about.split(/(?<=\.)\s/, 1)[0],
    })),
    compatibility: { platforms: ["darwin", "linux", "win32"], runtimes: { node: engines.node } },
    user_config: {
      folder: {
        type: "directory",
        title: "Folder",
        description: "The folder that the model may look at. Nothing outside of it can be seen.",
        required: true,
      },
    },
  };
}

/** As clients write what they fill in. @param {string} name */
function fill(name) {
  return `\${${name}}`;
}
