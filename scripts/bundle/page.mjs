// Builds the files of the page: its modules as one minified script, and its other files unchanged. They ship inside the bundle.
// @ts-check

import { readFileSync } from "node:fs";
import { rolldown } from "rolldown";

const FOLDER = "src/page/assets";
/** In this order: of two rules that are equally strong, the later one wins. */
const STYLES = ["base", "controls", "frame", "tree", "answer", "calls", "narrow"];

/** @returns {Promise<import("../../src/page/files.ts").PageFiles>} */
export async function bundlePage() {
  return {
    html: read("page.html").replaceAll(/\n\s*/g, "\n"),
    css: STYLES.map((name) => read(`styles/${name}.css`))
      .join("\n")
      .replaceAll(/\/\*.*?\*\//gs, "")
      .replaceAll(/\s+/g, " "),
    js: await bundleScript(),
    svg: read("page.svg"),
  };
}

/** @param {string} name */
function read(name) {
  return readFileSync(`${FOLDER}/${name}`, "utf8");
}

async function bundleScript() {
  const build = await rolldown({
    input: `${FOLDER}/main.ts`,
    platform: "browser",
    tsconfig: "tsconfig.page.json",
    transform: { target: "es2022" },
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  if (output.length !== 1) throw new Error(`the page's script is one file, not ${output.length}`);
  return output[0].code;
}
