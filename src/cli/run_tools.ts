// porthole tools: prints the definitions of the tools, in the form of a provider's API.

import { toAnthropicTools } from "../adapters/anthropic.ts";
import { toGeminiTools } from "../adapters/gemini.ts";
import { toChatTools } from "../adapters/openai.ts";
import { listTools } from "../mcp/tools.ts";
import type { Toolkit } from "../toolkit.ts";
import { openToolkit, readOptions } from "./open.ts";
import { DEFINITION_FORMATS } from "./option_rows.ts";
import { EXIT, writeOut } from "./output.ts";
import { choiceOf, type Parsed } from "./parse.ts";

type Format = (toolkit: Toolkit) => unknown;

const FORMATS: Readonly<Record<(typeof DEFINITION_FORMATS)[number], Format>> = {
  json: (toolkit) => toolkit.tools(),
  openai: (toolkit) => toChatTools(toolkit),
  anthropic: (toolkit) => toAnthropicTools(toolkit),
  gemini: (toolkit) => toGeminiTools(toolkit),
  mcp: listTools,
};

export async function run({ values }: Parsed): Promise<number> {
  const format = FORMATS[choiceOf(values, "format", DEFINITION_FORMATS) ?? "json"];
  const options = readOptions(values);
  // As `porthole mcp` lists them.
  using toolkit = openToolkit(values, { ...options, format: options.config?.tools?.format ?? "text" });
  await writeOut(`${JSON.stringify(format(toolkit), null, 2)}\n`);
  return EXIT.ok;
}
