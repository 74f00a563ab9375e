// porthole tools: prints the definitions of the tools, in the form of a provider's API, and with --client also the limit of an answer.

import { toAnthropicTools } from "../adapters/anthropic.ts";
import { toGeminiTools } from "../adapters/gemini.ts";
import { toChatTools } from "../adapters/openai.ts";
import { findClientLimit } from "../mcp/client_limits.ts";
import { WHOLE_ANSWER_BYTES } from "../mcp/options.ts";
import { listTools } from "../mcp/tools.ts";
import type { Toolkit } from "../toolkit.ts";
import { openInDialect, readOptions } from "./open.ts";
import { DEFINITION_FORMATS } from "./option_rows.ts";
import { EXIT, writeOut } from "./output.ts";
import { choiceOf, type Parsed, textOf } from "./parse.ts";

type Format = (toolkit: Toolkit) => unknown;

const FORMATS: Readonly<Record<(typeof DEFINITION_FORMATS)[number], Format>> = {
  json: (toolkit) => toolkit.tools(),
  openai: toChatTools,
  anthropic: toAnthropicTools,
  gemini: toGeminiTools,
  mcp: listTools,
};

export async function run({ values }: Parsed): Promise<number> {
  const format = FORMATS[choiceOf(values, "format", DEFINITION_FORMATS) ?? "json"];
  const options = readOptions(values);
  // As `porthole mcp` lists them.
  using toolkit = openInDialect(values, { ...options, format: options.config?.tools?.format ?? "text" });
  const client = textOf(values, "client");
  const tools = format(toolkit);
  const limit = () => describeLimit(client ?? "", options.config?.tools?.output?.max_bytes);
  const shown = client === undefined ? tools : { client, max_answer: limit(), tools };
  await writeOut(`${JSON.stringify(shown, null, 2)}\n`);
  return EXIT.ok;
}

/** As `porthole mcp` chooses it. */
function describeLimit(client: string, ownersBytes: number | undefined) {
  const unit = "bytes";
  if (ownersBytes !== undefined) return { most: ownersBytes, unit, from: "configuration" };
  const limit = findClientLimit(client);
  return limit === null ? { most: WHOLE_ANSWER_BYTES, unit, from: "default" } : { ...limit, from: "client" };
}
