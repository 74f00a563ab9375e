// The TypeScript and JavaScript in the documents type-checks as it stands, in a strict project that has the built package and the SDKs.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeTempFolder } from "./support/tree.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
// The compiler runs on Node; under Bun the test asks the `node` on the path.
const NODE = process.versions.bun === undefined ? process.execPath : "node";
const DEPENDENCIES = ["ai", "openai", "@anthropic-ai", "@google", "@types"];
const COMPILER_OPTIONS = {
  ...{ module: "nodenext", target: "es2023", lib: ["es2023", "esnext.disposable"], types: ["node"] },
  ...{ strict: true, allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true },
};

interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

function readBlocks(): Block[] {
  const pages = ["README.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)];
  return pages
    .filter((page) => page.endsWith(".md"))
    .toSorted()
    .flatMap((page) => {
      const text = readFileSync(join(ROOT, page), "utf8");
      return [...text.matchAll(/^```(ts|js)\n([\s\S]*?)^```$/gm)].map(({ index, 1: language = "", 2: code = "" }) => ({
        ...{ page, language, code },
        line: text.slice(0, index).split("\n").length,
      }));
    });
}

/** The programs for other clients' SDKs, which this project does not install: test/mcp/clients_docs.test.ts checks their entries. */
function needsOtherPackages({ page, code }: Block): boolean {
  const packages = [...code.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, name = ""]) => name);
  const isKnown = (name: string) => /^(?:node:|porthole\b|(?:ai|openai|@anthropic-ai\/sdk|@google\/genai)$)/.test(name);
  return page === "docs/clients.md" && !packages.every(isKnown);
}

/** JavaScript is checked as it is and as TypeScript, unless it has types in comments, which TypeScript does not read. */
function toExtensions({ language, code }: Block): string[] {
  if (language === "ts") return ["mts"];
  return code.includes("@type {") ? ["mjs"] : ["mjs", "mts"];
}

function checkTypes(blocks: readonly Block[]): string {
  const folder = makeTempFolder();
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  symlinkSync(ROOT, join(modules, "porthole"));
  for (const name of DEPENDENCIES) symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  for (const block of blocks)
    for (const extension of toExtensions(block)) {
      const name = `${block.page.replaceAll(/\W/g, "_")}_${block.line}_${extension}.${extension}`;
      writeFileSync(join(folder, name), `${block.code}\nexport {};\n`);
    }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  return spawnSync(NODE, [tsc, "-p", folder], { cwd: folder, encoding: "utf8" }).stdout;
}

test("the code in the documents type-checks under strict, as it stands, and code that does not fit is found", () => {
  const blocks = readBlocks().filter((block) => !needsOtherPackages(block));
  expect(blocks.length).toBeGreaterThan(8);
  const code = 'import { createAgentToolkit } from "porthole";\ncreateAgentToolkit({ workspaceRoot: 5 });\n';
  const wrong: Block = { page: "page", line: 1, language: "ts", code };
  // Both at once: the compiler takes long to start.
  expect(checkTypes([...blocks, wrong])).toMatch(/^page_1_mts\.mts\(2,22\): error TS\d+: .*\n(?: .*\n)*$/);
});
