// porthole tools: what a model is told about the tools, in the shape that its provider takes.

import type { Toolset } from "../toolset.ts";
import { openTools } from "./open.ts";
import { EXIT, writeOut } from "./output.ts";
import { type Parsed, textOf, UsageError } from "./parse.ts";

type Format = (toolkit: Toolset) => Promise<unknown>;

const FORMATS: Readonly<Record<string, Format>> = {
  json: async (toolkit) => toolkit.tools(),
  openai: async (toolkit) => (await import("../adapters/openai.ts")).toChatTools(toolkit),
  anthropic: async (toolkit) => (await import("../adapters/anthropic.ts")).toAnthropicTools(toolkit),
  gemini: async (toolkit) => (await import("../adapters/gemini.ts")).toGeminiTools(toolkit),
  mcp: async (toolkit) => {
    const { toListedTool } = await import("../mcp/tools.ts");
    return toolkit.tools().map(toListedTool);
  },
};

export async function run({ values }: Parsed): Promise<number> {
  const name = textOf(values, "format") ?? "json";
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (format === undefined) throw new UsageError(`--format must be one of ${Object.keys(FORMATS).join(", ")}`);
  using toolkit = await openTools(values);
  await writeOut(`${JSON.stringify(await format(toolkit), null, 2)}\n`);
  return EXIT.ok;
}
