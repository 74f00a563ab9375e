// The arguments of other tools that the Gemini dialect understands: none, because its own are those of Gemini CLI.

import type { ToolAliases } from "../../input/aliases.ts";

export const GEMINI_ALIASES: ToolAliases = { table: {}, hasFixedJson: true };
